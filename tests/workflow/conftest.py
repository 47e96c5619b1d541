"""A project of its own for every test of the workflow."""

import shutil

import pytest
from project import ROOT, SHRINK, Project, made_again


@pytest.fixture
def small(tmp_path):
    """`small("ancheta2020")`: a fresh copy of the configuration with these studies, shrunk."""

    def made(*studies: str) -> Project:
        shutil.copytree(ROOT / "config", tmp_path / "config")
        project = Project(tmp_path)
        for study, shrink in SHRINK.items():
            project.edit(f"studies/{study}.yaml", shrink)
        project.edit(
            "config.yaml", lambda settings: settings.update(scale="quick", formats=["png"], studies=list(studies))
        )
        return project

    return made


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
