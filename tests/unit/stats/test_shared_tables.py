"""Sets of samples, columns of tables and the treatments of their rows, and the tables that any study may have."""

from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import InMemory
from helpers.texts import message

from tttcore.engines.genetic_algorithm import engine as genetic_algorithm
from tttcore.engines.genetic_algorithm.engine import summarise
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import ALL, PUBLISHED, comparison_of, first_runs
from tttcore.stats.columns import hidden, labelled, of_treatments, with_interval
from tttcore.stats.evidence import Evidence, published_sample, samples
from tttcore.stats.tables import pairwise, summaries
from tttcore.studies.tables import Table, check, compute

ROWS = pd.DataFrame({"treatment": ["slow", "fast", "slow"], "value": [1, 2, 3]})


def test_labels():
    labels = {**labelled("mean_rank"), **with_interval("gap", "Gap"), **hidden("p", "q")}
    assert labels == {"mean_rank": "Mean rank", "gap": "Gap", "gap_low": "low", "gap_high": "high", "p": "", "q": ""}


def test_treatments_stand_in_the_order_asked_for_and_those_without_rows_are_told():
    assert of_treatments(ROWS, ["fast", "slow"])["value"].tolist() == [2, 1, 3]
    assert of_treatments(ROWS, ["fast"])["value"].tolist() == [2]
    assert of_treatments(ROWS, [])["value"].tolist() == [1, 3, 2]
    told = "treatments: 'wild' has no such data; those that have: slow, fast"
    assert message(of_treatments, ROWS, ["fast", "wild"]) == told
    assert message(of_treatments, ROWS[:0], []) == "treatments: none has such data"


TABLE6 = ROOT / "config" / "published" / "ancheta2020_table6.csv"


def test_a_published_file_that_cannot_be_read(tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    told = [message(published_sample, "t.csv")]
    contents = [f"run,control,umg\n1,7,8\n2,9,{cell}\n3,6,6\n" for cell in ("x7", "0", "-3", "2.5", "", "inf", "1e30")]
    for content in ["", *contents]:
        (tmp_path / "t.csv").write_text(content)
        told.append(message(published_sample, "t.csv"))
    assert "\n".join(told) == snapshot


def test_sets():
    treatments = ("slow", "fast", "other")
    runs = pd.DataFrame({"treatment": np.repeat(treatments, 40), "replicate": np.tile(np.arange(40), 3)})
    runs = runs.assign(generations=np.arange(120) % 50 + 1, censored=np.arange(120) % 7 == 0)
    comparisons = {"speed": {"b": "slow", "a": "fast"}, "rest": {"x": "other", "y": "slow"}}
    rows = InMemory(runs)
    columns = {"length": "generations", "unfinished": "censored"}
    sets = samples(rows, comparisons, {"data": str(TABLE6), "repeated_by": ["speed"], "replicates": 30}, **columns)
    assert {name: list(groups) for name, groups in sets.items()} == {
        "published": ["control", "rmg", "umg"], "speed, first 30": ["b", "a"], "speed": ["b", "a"], "rest": ["x", "y"],
    }  # fmt: skip
    assert first_runs("speed", 30) == "speed, first 30"
    assert comparison_of("speed, first 30") == comparison_of("speed") == "speed"
    assert sets["speed"]["a"].values.tolist() == [generation % 50 + 1 for generation in range(40, 80)]
    assert sets["speed, first 30"]["a"].values.tolist() == [generation % 50 + 1 for generation in range(40, 70)]
    assert list(samples(rows, comparisons, {"repeated_by": []}, **columns)) == ["speed", "rest"], "no data are given"
    assert np.flatnonzero(sets["rest"]["x"].censored).tolist() == [n - 80 for n in range(80, 120) if n % 7 == 0]


GIVEN = {"data": str(TABLE6), "repeated_by": ["same"], "replicates": 3, "tables": {"log": "log.csv"}}
LABELS = ("control", "rmg", "umg")


def evidence(tables, published=GIVEN, *, seed=1):
    """Six made-up runs of each of three treatments."""
    rng = stream(0, "tests", "tables")
    rows = []
    for treatment in LABELS:
        for replicate, generations in enumerate(rng.integers(3, 12, size=6).tolist()):
            path = [*rng.random(generations), 0.0]
            distinct, champion = [9] * len(path), "0" * len(tables.states)
            rows.append((treatment, replicate, generations, False, path, path, distinct, champion))
    columns = ["treatment", "replicate", "generations", "censored", "best", "mean", "distinct", "champion"]
    runs = pd.DataFrame(rows, columns=columns)
    same = {label: label for label in LABELS}
    return Evidence(
        study="made-up",
        comparisons={"same": same, "two": {"one": "rmg", "other": "umg"}, ALL: same},
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


def test_sets_come_first_and_pairs_of_all_treatments_are_compared_or_not(tables):
    source = evidence(tables)
    for overall, last in ((True, ALL), (False, "two")):
        assert pairwise(source, resamples=100, overall=overall)["set"].iloc[-1] == last
    found = compute({"means": Table(summaries, "Means")}, source)["means"]
    assert found.columns[0] == "set"
    assert list(found["set"].unique()) == [PUBLISHED, "same, first 3", "same", "two", ALL]


def test_without_the_documents_runs_there_is_no_set_of_them(tables):
    source = evidence(tables, {"repeated_by": [], "tables": {}})
    assert list(summaries(source)["set"].unique()) == ["same", "two", ALL]
    with pytest.raises(ConfigError, match=r"^needs published\.data$"):
        assert source.reference


def test_names_of_other_tables_are_taken():
    names = {
        "facts": "the exact facts of 3x3",
        "method": "the facts of the study's method",
        "log": "published.tables.log",
    }
    for name, taken in names.items():
        config = {"study": "made-up", "tables": {name: "Means"}, "published": GIVEN}
        told = message(check, SimpleNamespace(config=config, file="s.yaml"))
        assert told == f"s.yaml: tables.{name}: the name is taken by {taken}; choose another"
