"""The tiny project, finished once without any fault, and copies of it."""

import shutil
from contextlib import suppress
from dataclasses import dataclass

import psutil
import pytest
from once import made_once
from project import ROOT, Project
from tiny import MADE, STUDY, TARGETS, drafts, keep_unmeasured_claims, shrink


@dataclass
class Finished:
    """A project that nothing disturbed, and every byte of its results."""

    project: Project
    results: dict[str, bytes]


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory) -> Finished:
    """The project, run once."""

    def make(folder):
        shutil.copytree(ROOT / "config", folder / "config")
        project = Project(folder)
        keep_unmeasured_claims(project)
        project.edit("studies/ancheta2020.yaml", shrink)
        settings = {"scale": "quick", "formats": ["png"], "studies": ["ancheta2020"], "batch_seconds": 0.001}
        project.edit("config.yaml", lambda asked: asked.update(settings))
        made = project.snakemake(*TARGETS)
        assert made.returncode == 0, made.stderr
        assert len(list(folder.glob(f"{STUDY}/runs/*/*.parquet"))) == 4

    project = Project(made_once(tmp_path_factory, "undisturbed", make))
    return Finished(project, project.bytes_of(*MADE))


@pytest.fixture
def finished(undisturbed, tmp_path) -> Project:
    """A copy of the finished project."""
    return undisturbed.project.copied(tmp_path / "project")


@pytest.fixture
def unrun(finished) -> Project:
    """A copy of it without its runs and what follows from them."""
    shutil.rmtree(finished.folder / STUDY)
    return finished


@pytest.fixture
def goes_on(undisturbed):
    """`goes_on(project)`: the same command completes it, with every byte as without faults, and no draft is left."""

    def check(project: Project) -> None:
        again = project.snakemake(*TARGETS)
        assert again.returncode == 0, again.stderr
        assert project.bytes_of(*MADE) == undisturbed.results
        assert not drafts(project)

    return check


@pytest.fixture
def no_orphans():
    """A list for processes that a test has started; those that are still there at its end are killed."""
    started: list[psutil.Process] = []
    yield started
    for process in started:
        with suppress(psutil.NoSuchProcess):
            process.kill()
