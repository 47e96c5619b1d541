"""Projects for tests of the workflow: a configuration by itself, and a copy of one whose results are all made."""

import pytest
from helpers.project import Project, small_project


@pytest.fixture
def small(tmp_path):
    """`small("ancheta2020")`: a fresh copy of the configuration with these studies, shrunk."""

    return lambda *studies: small_project(tmp_path, *studies)


@pytest.fixture
def project(finished, tmp_path) -> Project:
    """A copy of the finished project that can be changed."""
    return finished.copied(tmp_path / "project")
