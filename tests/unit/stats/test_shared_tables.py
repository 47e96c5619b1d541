"""Tables that studies share, of made-up runs; their names; and that planning them imports no library of statistics."""

import re
import subprocess
import sys
from types import SimpleNamespace

import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import InMemory

from tttcore.engines.genetic_algorithm import engine as genetic_algorithm
from tttcore.engines.genetic_algorithm.engine import summarise
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import ALL, PUBLISHED
from tttcore.stats.evidence import Evidence
from tttcore.stats.tables import pairwise, summaries
from tttcore.studies.tables import Table, check, compute

DATA = str(ROOT / "config" / "published" / "ancheta2020_table6.csv")
GIVEN = {"data": DATA, "repeated_by": ["same"], "replicates": 3, "tables": {"log": "log.csv"}}
NONE = {"repeated_by": [], "tables": {}}
LABELS = ("control", "rmg", "umg")


def evidence(tables, published=GIVEN, *, seed=1):
    """Six made-up runs of each of three treatments."""
    rng = stream(0, "tests", "tables")
    rows = []
    for treatment in LABELS:
        for replicate, generations in enumerate(rng.integers(3, 12, size=6).tolist()):
            path = [*rng.random(generations), 0.0]
            rows.append(
                (treatment, replicate, generations, False, path, path, [9] * len(path), "0" * len(tables.states))
            )
    columns = ["treatment", "replicate", "generations", "censored", "best", "mean", "distinct", "champion"]
    runs = pd.DataFrame(rows, columns=columns)
    return Evidence(
        study="made-up",
        comparisons={
            "same": {label: label for label in LABELS},
            "two": {"one": "rmg", "other": "umg"},
            ALL: {label: label for label in LABELS},
        },
        published=published,
        recipes={label: {"population": 10, "generations": 20} for label in LABELS},
        run_rows=InMemory(runs),
        trace_rows=InMemory(summarise(runs, {}).traces),
        states=tables,
        seed=seed,
        stored=genetic_algorithm.STORED,
    )


def test_intervals_that_resample_depend_on_the_seed_and_the_set_alone(tables):
    """Not on what else is computed."""
    source = evidence(tables)
    fine, coarse = pairwise(source, resamples=400), pairwise(source, resamples=100)
    resampled = ["a12_low", "a12_high"]
    assert not fine.equals(coarse)
    assert fine.drop(columns=resampled).equals(coarse.drop(columns=resampled))
    assert pairwise(evidence(tables), resamples=400).equals(fine)
    assert not pairwise(evidence(tables, seed=2), resamples=400).equals(fine)


@pytest.mark.parametrize(("overall", "last"), [(True, ALL), (False, "two")])
def test_pairs_of_all_treatments_are_compared_or_not(tables, overall, last):
    assert pairwise(evidence(tables), resamples=100, overall=overall)["set"].iloc[-1] == last


def test_sets_come_first(tables):
    found = compute({"means": Table(summaries, "Means")}, evidence(tables))["means"]
    assert found.columns[0] == "set"
    assert list(found["set"].unique()) == [PUBLISHED, "same, first 3", "same", "two", ALL]


def test_without_the_documents_runs_there_is_no_set_of_them(tables):
    source = evidence(tables, NONE)
    assert list(summaries(source)["set"].unique()) == ["same", "two", ALL]
    with pytest.raises(ConfigError, match=r"^needs published\.data$"):
        assert source.reference


@pytest.mark.parametrize(
    ("name", "taken"),
    [
        ("facts", "the exact facts of 3x3"),
        ("method", "the facts of the study's method"),
        ("log", "published.tables.log"),
    ],
)
def test_names_of_other_tables_are_taken(name, taken):
    study = SimpleNamespace(config={"study": "made-up", "tables": {name: "Means"}, "published": GIVEN}, file="s.yaml")
    message = re.escape(f"s.yaml: tables.{name}: the name is taken by {taken}; choose another")
    with pytest.raises(ConfigError, match=rf"^{message}$"):
        check(study)


def test_checking_a_configuration_imports_no_library_of_statistics_or_drawing():
    """Whatever is planned, by whatever job on a cluster, checks all of it."""
    heavy = ("pingouin", "statsmodels", "scipy.stats", "matplotlib")
    code = f"""
import sys, yaml
from tttcore.project import checked_studies
with open("config/config.yaml") as file:
    checked_studies(yaml.safe_load(file))
print(set({heavy}) & set(sys.modules))
"""
    checked = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True)
    assert checked.stdout == "set()\n"
