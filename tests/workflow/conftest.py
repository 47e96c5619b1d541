"""A project of its own for every test of the workflow."""

import shutil

import pytest
from project import ROOT, Project, shrink


@pytest.fixture
def project(tmp_path) -> Project:
    """A fresh copy of the configuration, shrunk."""
    shutil.copytree(ROOT / "config", tmp_path / "config")
    made = Project(tmp_path)
    made.edit("studies/ancheta2020.yaml", shrink)
    made.edit("config.yaml", lambda settings: settings.update(scale="quick", formats=["png"]))
    return made
