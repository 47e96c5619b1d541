"""Projects for tests of the workflow: a configuration by itself, and one whose results are all made."""

import shutil

import pytest
from once import made_once
from project import SHRINK, Project, small_project


@pytest.fixture
def small(tmp_path):
    """`small("ancheta2020")`: a fresh copy of the configuration with these studies, shrunk."""

    return lambda *studies: small_project(tmp_path, *studies)


@pytest.fixture(scope="session")
def finished(tmp_path_factory, counted) -> Project:
    """The small project of all studies with everything that the workflow makes; to be looked at, not changed."""

    def make(folder):
        project = small_project(folder, *SHRINK)
        for part in ("results", ".snakemake"):
            shutil.copytree(counted.folder / part, folder / part)
        run = project.snakemake()
        assert run.returncode == 0, run.stderr

    return Project(made_once(tmp_path_factory, "finished", make))


@pytest.fixture
def project(finished, tmp_path) -> Project:
    """A copy of the finished project that can be changed."""
    return finished.copied(tmp_path / "project")
