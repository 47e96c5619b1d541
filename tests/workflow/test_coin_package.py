"""A study on an engine of another package, and an operator from there, run by the workflow in its own processes."""

import shutil
from pathlib import Path

import pandas as pd
import pytest
from foreign import COIN, install, install_coin, with_installed
from project import Project, jobs, small_project

TARGETS = ("results/coins/tables", "results/coins/figures/tossed.png")
DRAWN = "results/ancheta2020/runs/control-listed/0-2.parquet"
"""Runs whose parents are chosen by an operator of the other package."""


def planned(project: Project, site: Path) -> dict[str, int]:
    plan = project.snakemake("--dry-run", *TARGETS, DRAWN, environment=environment(site))
    assert plan.returncode == 0, plan.stderr
    return jobs(plan.stdout) if "Job stats" in plan.stdout else {}


def environment(site: Path) -> dict[str, str]:
    """Without the compiler, which would take longer than the runs."""
    return {**with_installed(site), "NUMBA_DISABLE_JIT": "1"}


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> tuple[Project, Path]:
    """A small project with that study and one of genetic algorithms, run; folder where the package is installed."""
    site, folder = tmp_path_factory.mktemp("site"), tmp_path_factory.mktemp("project")
    install_coin(site)
    project = small_project(folder, "coins", "ancheta2020")
    for part, file in (("studies", "coins.yaml"), ("claims", "coins.csv")):
        shutil.copy(COIN / file, folder / "config" / part)
    drawn = {"select": {"name": "coin"}}
    project.edit("studies/ancheta2020.yaml", lambda study: study["treatments"]["control-listed"].update(drawn))
    run = project.snakemake(*TARGETS, DRAWN, environment=environment(site))
    assert run.returncode == 0, run.stderr
    return project, site


def test_a_study_runs_with_a_table_and_a_figure(made):
    project, site = made
    assert planned(project, site) == {}
    means = pd.read_csv(project.folder / "results/coins/tables/means.csv").set_index("treatment")["tosses"]
    assert means["fair"] >= means["sure"] == 1
    assert (project.folder / TARGETS[1]).stat().st_size > 5000
    assert (project.folder / DRAWN).exists()


@pytest.mark.parametrize(
    ("file", "again"),
    [
        ("engine.py", {"batch": 2, "runs": 1, "statistics": 1, "figures_coins": 1, "kernels": 1}),
        ("stats.py", {"statistics": 1, "figures_coins": 1}),
        ("operators.py", {"batch": 1, "figures_coins": 1}),
    ],
)
def test_an_edit_of_the_package_makes_its_results_stale(made, file, again):
    project, site = made
    path = site / "coin_engine" / file
    right = path.read_text(encoding="utf-8")
    path.write_text(f"{right}\nEDITED = 1\n", encoding="utf-8")
    try:
        found = planned(project, site)
    finally:
        path.write_text(right, encoding="utf-8")
    assert found == again


def test_a_kind_in_the_room_of_its_engine_is_refused_for_another(made):
    project, site = made
    right = project.config("studies/ancheta2020.yaml")["tables"]
    project.edit("studies/ancheta2020.yaml", lambda study: study["tables"].update(means={"name": "mean_tosses"}))
    refused = project.snakemake("--dry-run", DRAWN, environment=environment(site))
    project.edit("studies/ancheta2020.yaml", lambda study: study.update(tables=right))
    assert refused.returncode != 0
    said = "kind 'mean_tosses' is for studies of the engine 'coin', and this one's is 'genetic_algorithm'"
    assert f"error: config/studies/ancheta2020.yaml: tables.means: {said}" in refused.stderr.splitlines()


SUMMARIES = """
from tttcore.stats.table_kind import table_kind
@table_kind("Mine")
def summaries(runs):
    pass
"""
NO_TABLE = "from tttcore.stats.table_kind import no_such_thing\n"


@pytest.mark.parametrize(
    ("points", "text", "said"),
    [
        ({"tttcore.operators": {"mine": "mine.stats"}}, SUMMARIES, "kind of table summaries is registered twice"),
        ({"tttcore.engines": {"mine": "mine"}}, "", "there is no module 'mine.engine'"),
        (
            {"tttcore.operators": {"mine": "mine.stats"}},
            NO_TABLE,
            "importing 'mine.stats' fails: ImportError: cannot import name 'no_such_thing'",
        ),
    ],
)
def test_a_faulty_package_ends_a_run_before_it_starts(made, tmp_path, points, text, said):
    project, _ = made
    install(tmp_path, "faulty-package", points, {"mine/__init__.py": "", "mine/stats.py": text})
    refused = project.snakemake("--dry-run", DRAWN, environment=environment(tmp_path))
    assert refused.returncode != 0
    ((group, _),) = points.items()
    told = [line for line in refused.stderr.splitlines() if line.startswith("error: ")]
    assert [line.partition(": entry point 'mine' of ")[0] for line in told] == ["error: faulty-package 1.0"]
    assert f"{group}: {said}" in told[0]
    assert "Traceback" not in refused.stderr
