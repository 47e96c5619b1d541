"""Batches become tables: each wanted replicate once, in order, or a word about what is wrong."""

import numpy as np
import pandas as pd
import pytest

from tttcore.base.schemas import SCHEMAS
from tttcore.base.store import StoreError, write
from tttcore.studies.collect import collect_runs
from tttcore.studies.genetic_algorithm import CHAMPIONS, summarise


def runs(treatment, replicates):
    """Runs of as many generations as their replicate's number, at least one."""
    lengths = [max(replicate, 1) for replicate in replicates]
    return pd.DataFrame(
        {
            "treatment": treatment,
            "replicate": list(replicates),
            "seed": 1,
            "generations": lengths,
            "censored": False,
            "best": [np.arange(n, -1, -1) / 10 for n in lengths],
            "mean": [np.full(n + 1, 0.5) for n in lengths],
            "distinct": [np.arange(n + 1) + 20 for n in lengths],
            "champion": [f"{n}" for n in lengths],
        }
    )


@pytest.fixture
def stored(tmp_path):
    """`stored(treatment, start, stop)`: the file of a batch."""

    def batch(treatment, start, stop, *, replicates=None):
        path = tmp_path / "runs" / treatment / f"{start}-{stop}.parquet"
        write(path, runs(treatment, replicates or range(start, stop)), schema="runs", provenance={})
        return path

    return batch


def test_wanted_replicates_in_order(stored):
    files = [stored("b", 3, 9), stored("a", 2, 4), stored("b", 0, 3), stored("a", 0, 2)]
    found = collect_runs(files, wanted={"a": 4, "b": 5}, schema="runs")
    assert found["treatment"].tolist() == ["a"] * 4 + ["b"] * 5
    assert found["replicate"].tolist() == [*range(4), *range(5)]
    assert found["champion"].tolist() == ["1", "1", "2", "3", "1", "1", "2", "3", "4"]
    assert list(found) == SCHEMAS["runs"].names


@pytest.mark.parametrize(
    "batches",
    [
        [("a", 0, 2), ("a", 3, 5)],
        [("a", 0, 3)],
        [("a", 0, 3), ("a", 2, 5)],
        [("b", 0, 5)],
    ],
)
def test_missing_or_repeated_replicates(stored, batches):
    files = [stored(*batch) for batch in batches]
    with pytest.raises(
        StoreError, match=r"runs: replicates 0 to 4 of a are not all there once; delete the treatment's"
    ):
        collect_runs(files, wanted={"a": 5}, schema="runs")


def test_a_file_that_holds_other_replicates_than_it_says(stored):
    with pytest.raises(StoreError, match="replicates 0 to 2 of a are not all there once"):
        collect_runs([stored("a", 0, 3, replicates=[0, 1, 1])], wanted={"a": 3}, schema="runs")


def test_a_damaged_batch(stored):
    good, bad = stored("a", 0, 2), stored("a", 2, 4)
    bad.write_bytes(bad.read_bytes()[:-20])
    with pytest.raises(StoreError, match=r"a/2-4\.parquet: damaged or cut short"):
        collect_runs([good, bad], wanted={"a": 4}, schema="runs")


@pytest.mark.parametrize(("schema", "missing"), [("runs", "champion"), ("genie_histories", "scores")])
def test_a_file_that_is_no_table_of_the_engines(tmp_path, schema, missing):
    write(tmp_path / "0-1.parquet", runs("a", [0]).drop(columns="champion"), provenance={})
    with pytest.raises(StoreError, match=rf"0-1\.parquet: not a table of {schema}: missing \['{missing}'"):
        collect_runs([tmp_path / "0-1.parquet"], wanted={"a": 1}, schema=schema)


def test_traces_have_a_row_per_generation(tmp_path):
    table = pd.concat([runs("a", [2, 0]), runs("b", [1])], ignore_index=True)
    traces = summarise(table, {}).traces
    rows = list(zip(traces["treatment"], traces["replicate"], traces["generation"], strict=True))
    assert rows == [("a", 2, 0), ("a", 2, 1), ("a", 2, 2), ("a", 0, 0), ("a", 0, 1), ("b", 1, 0), ("b", 1, 1)]
    assert traces["best"].tolist() == [0.2, 0.1, 0.0, 0.1, 0.0, 0.1, 0.0]
    assert traces["mean"].tolist() == [0.5] * 7
    assert traces["distinct"].tolist() == [20, 21, 22, 20, 21, 20, 21]
    write(tmp_path / "traces.parquet", traces, schema="traces", provenance={})


def test_generations_are_numbered_as_the_run_counts_them():
    """A run of three recorded populations that ends in generation 3 counts the initial one as the first."""
    table = runs("a", [2]).assign(generations=3)
    assert summarise(table, {}).traces["generation"].tolist() == [1, 2, 3]
    assert summarise(runs("a", [2]), {}).traces["generation"].tolist() == [0, 1, 2]


def test_champions_are_the_first_that_never_lose():
    table = pd.concat([runs("b", range(5)), runs("a", range(CHAMPIONS + 20))], ignore_index=True)
    table.loc[table["replicate"] == 1, "censored"] = True
    found = summarise(table, {}).champions
    assert found.groupby("treatment", sort=False)["replicate"].apply(list).to_dict() == {
        "b": [0, 2, 3, 4],
        "a": [0, *range(2, CHAMPIONS + 1)],
    }
    assert list(found) == ["treatment", "replicate", "generations", "genome"]
    assert found["genome"].iloc[1] == "2"
    assert summarise(table, {}).runs is table
