"""A project of two treatments, four runs and three tables, finished once without any fault, and copies of it."""

import shutil
from contextlib import suppress
from dataclasses import dataclass

import psutil
import pytest
from project import ROOT, Project, shrink_ancheta2020

from tttcore.analysis.claims import read_claims

STUDY = "results/ancheta2020"
TARGETS = (f"{STUDY}/tables", "--workflow-profile", str(ROOT / "workflow" / "profiles" / "default"))
"""What is asked for, with the profile that loads by itself in the project's own folder."""
MADE = ("results/tables/*", f"{STUDY}/runs/*/*", f"{STUDY}/*.*", f"{STUDY}/tables/*")
TREATMENTS = ("control-described", "control-listed")


def shrink(settings: dict) -> None:
    """Two treatments, two runs of each, and three tables."""
    shrink_ancheta2020(settings)
    settings["replicates"] = {"quick": 2, "paper": 2, "decisive": 2}
    settings["treatments"] = {name: settings["treatments"][name] for name in TREATMENTS}
    settings["comparisons"] = {"control": {"described": "control-described", "listed": "control-listed"}}
    settings["published"] = {"tables": settings["published"]["tables"]}
    settings["tables"] = {name: settings["tables"][name] for name in ("summaries", "ecdf", "fixed_targets")}
    settings["figures"] = {"ecdf-all": settings["figures"]["ecdf-all"]}
    settings["cover"] = "ecdf-all"
    for key in ("null_result", "charts"):
        settings.pop(key)


def keep_claims_of(project: Project, table: str) -> None:
    """Leave out the claims that are measured in other tables than one."""
    file = project.folder / "config" / "claims" / "ancheta2020.csv"
    claims = read_claims(file)
    claims[claims["measure"].str.startswith(f"{table}.")].to_csv(file, index=False)


@dataclass
class Finished:
    """A project that nothing disturbed, and every byte of its results."""

    project: Project
    results: dict[str, bytes]


@pytest.fixture(scope="session")
def undisturbed(tmp_path_factory) -> Finished:
    """The project, run once."""
    folder = tmp_path_factory.mktemp("undisturbed")
    shutil.copytree(ROOT / "config", folder / "config")
    project = Project(folder)
    keep_claims_of(project, "summaries")
    project.edit("studies/ancheta2020.yaml", shrink)
    project.edit(
        "config.yaml",
        lambda settings: settings.update(scale="quick", formats=["png"], studies=["ancheta2020"], batch_seconds=0.001),
    )
    made = project.snakemake(*TARGETS)
    assert made.returncode == 0, made.stderr
    assert len(list(folder.glob(f"{STUDY}/runs/*/*.parquet"))) == 4
    return Finished(project, project.bytes_of(*MADE))


@pytest.fixture
def finished(undisturbed, tmp_path) -> Project:
    """A copy of the finished project."""
    folder = tmp_path / "project"
    shutil.copytree(undisturbed.project.folder, folder)
    return Project(folder)


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


def drafts(project: Project) -> list[str]:
    """Files that were being written."""
    hidden = (file.name for file in (project.folder / "results").rglob(".*"))
    return [name for name in hidden if name != ".snakemake_timestamp"]
