"""A project of its own for every test of the workflow."""

import shutil

import pytest
from project import ROOT, SHRINK, Project


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


@pytest.fixture
def project(small) -> Project:
    """A project with the first study alone."""
    return small("ancheta2020")
