"""Projects for tests of the workflow: a configuration by itself, and a copy of one whose results are all made."""

import zipfile

import pytest
from helpers.project import Project, made_once, small_project


@pytest.fixture
def small(tmp_path):
    """`small("ancheta2020")`: a fresh copy of the configuration with these studies, shrunk."""

    return lambda *studies: small_project(tmp_path, *studies)


@pytest.fixture
def project(finished, tmp_path) -> Project:
    """A copy of the finished project that can be changed."""
    return finished.copied(tmp_path / "project")


@pytest.fixture(scope="session")
def bundled(tmp_path_factory, finished) -> Project:
    """The finished project with its article, which is unpacked in `article`; to be looked at, not changed."""

    def make(folder):
        project = finished.copied(folder)
        run = project.snakemake("results/article.zip")
        assert run.returncode == 0, run.stderr
        with zipfile.ZipFile(folder / "results" / "article.zip") as file:
            file.extractall(folder / "article")

    return Project(made_once(tmp_path_factory, "bundled", make))
