"""Copies of the tiny project, which was finished without any fault."""

import shutil
from contextlib import suppress

import psutil
import pytest
from helpers.project import TINY, TINY_TARGETS, Project
from running import MADE, drafts, made


@pytest.fixture(scope="session")
def undisturbed(tiny) -> dict[str, bytes]:
    """Every byte of its results."""
    return tiny.bytes_of(*MADE)


@pytest.fixture
def finished(tiny, tmp_path) -> Project:
    """A copy of the finished project."""
    return tiny.copied(tmp_path / "project")


@pytest.fixture
def unrun(finished) -> Project:
    """A copy of it without its runs and what follows from them."""
    shutil.rmtree(finished.folder / TINY)
    return finished


@pytest.fixture
def goes_on(undisturbed):
    """`goes_on(project)`: the same command completes it, with every byte as without faults, and no draft is left."""

    def check(project: Project) -> None:
        made(project, *TINY_TARGETS)
        assert project.bytes_of(*MADE) == undisturbed
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
