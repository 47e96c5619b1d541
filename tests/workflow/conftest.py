"""A project of its own for every test of the workflow."""

import shutil

import pytest
from project import ROOT, Project, check_expected, made_again, small_project


@pytest.fixture
def small(tmp_path):
    """`small("ancheta2020")`: a fresh copy of the configuration with these studies, shrunk."""

    return lambda *studies: small_project(tmp_path, *studies)


@pytest.fixture(scope="session")
def counted(tmp_path_factory):
    """The game's tables and facts, made once: the facts take a while and depend on no configuration."""
    folder = tmp_path_factory.mktemp("counted")
    shutil.copytree(ROOT / "config", folder / "config")
    made = Project(folder).snakemake("results/tables/facts.parquet")
    assert made.returncode == 0, made.stderr
    return folder / "results" / "tables"


@pytest.fixture
def project(small, counted) -> Project:
    """A project with the first study alone, the facts counted already."""
    made = small("ancheta2020")
    shutil.copytree(counted, made.folder / "results" / "tables")
    return made


@pytest.fixture
def twice(small, counted, tmp_path_factory):
    """`twice(study, treatments=..., figures=...)`: a study's project; some of it, made again, has the same bytes."""

    def made(study: str, *, treatments, figures) -> Project:
        project = small(study)
        shutil.copytree(counted, project.folder / "results" / "tables")
        whole = project.snakemake(cores=2)
        assert whole.returncode == 0, whole.stderr
        check_expected(project, study)
        other = made_again(project, tmp_path_factory.mktemp("other"), study, treatments=treatments, figures=figures)
        own = f"results/{study}"
        names = (
            "runs.parquet",
            "traces.parquet",
            "champions.csv",
            "tables/*",
            *(f"figures/{name}.png" for name in figures),
        )
        results = [f"{own}/{name}" for name in names]
        assert other.bytes_of(*results) == project.bytes_of(*results)
        return project

    return made
