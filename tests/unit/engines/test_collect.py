"""Collecting batches: each wanted replicate once and in order, or an error that names the mistake."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message

from tttcore.engines.collect import Files, collect, expected_provenance, runs_in_parts
from tttcore.engines.genetic_algorithm import engine as genetic_algorithm
from tttcore.engines.genetic_algorithm.engine import RUNS, STORED, TRACES, summarise
from tttcore.engines.genies import schemas as genie_schemas
from tttcore.pipeline.store import StoreError, provenance_of, read, read_parts, write

SEED = 1
RECIPES = {"a": {"population": 20, "select": {"name": "tournament"}}, "b": {"population": 30}}
CODES = dict.fromkeys(RECIPES, "the code")
MADE_WITH = expected_provenance(RECIPES, seed=SEED, code=CODES)


def runs(treatment, replicates):
    """Runs whose length is their replicate's index, at least one generation."""
    lengths = [max(replicate, 1) for replicate in replicates]
    table = pd.DataFrame({"treatment": treatment, "replicate": list(replicates), "seed": 1, "generations": lengths})
    return table.assign(
        censored=False,
        best=[np.arange(n, -1, -1) / 10 for n in lengths],
        mean=[np.full(n + 1, 0.5) for n in lengths],
        distinct=[np.arange(n + 1) + 20 for n in lengths],
        champion=[f"{n}" for n in lengths],
    )


@pytest.fixture
def stored(tmp_path):
    """`stored(treatment, start, stop)`: the file of a batch."""

    def batch(treatment, start, stop, *, replicates=None, **others):
        path = tmp_path / "runs" / treatment / f"{start}-{stop}.parquet"
        provenance = {**MADE_WITH[treatment], **others}
        write(path, runs(treatment, replicates or range(start, stop)), schema=RUNS, provenance=provenance)
        return path

    return batch


def gathered(files, *, size=100, schema=RUNS, **wanted):
    return list(runs_in_parts(files, wanted=wanted, schema=schema, size=size, made_with=MADE_WITH))


def test_wanted_replicates_in_order(stored):
    files = [stored("b", 0, 3), stored("a", 0, 2), stored("b", 3, 9), stored("a", 2, 4)]
    found = pd.concat(gathered(files, a=4, b=5))
    assert found["treatment"].tolist() == ["a"] * 4 + ["b"] * 5
    assert found["replicate"].tolist() == [*range(4), *range(5)]
    assert found["champion"].tolist() == ["1", "1", "2", "3", "1", "1", "2", "3", "4"]
    assert list(found) == RUNS.names


def test_missing_or_repeated_replicates(stored, tmp_path):
    """Also in a file that holds others than it says."""
    told = f"{tmp_path}/runs/a: replicates 0 to 4 are not all there once; delete the folder and run again"
    for batches in ([("a", 0, 2), ("a", 3, 5)], [("a", 0, 3)], [("a", 0, 3), ("a", 2, 5)], [("b", 0, 5)]):
        assert message(gathered, [stored(*batch) for batch in batches], a=5) == told
    assert message(gathered, [stored("a", 0, 5, replicates=[0, 1, 1, 3, 4])], a=5) == told


def test_a_damaged_batch(stored):
    good, bad = stored("a", 0, 2), stored("a", 2, 4)
    bad.write_bytes(bad.read_bytes()[:-20])
    with pytest.raises(StoreError, match=r"a/2-4\.parquet: damaged or cut short"):
        gathered([good, bad], a=4)


@pytest.mark.parametrize(("schema", "missing"), [(RUNS, "champion"), (genie_schemas.HISTORIES, "scores")])
def test_a_file_that_is_no_table_of_the_engines(tmp_path, schema, missing):
    batch = tmp_path / "a" / "0-1.parquet"
    write(batch, runs("a", [0]).drop(columns="champion"), provenance=MADE_WITH["a"])
    with pytest.raises(StoreError, match=rf"0-1\.parquet: not a table of {schema.name}: missing \['{missing}'"):
        gathered([batch], schema=schema, a=1)


def test_batches_that_were_made_with_something_else(stored, collected, tmp_path, snapshot):
    """As by a job of an earlier run, or in results copied without Snakemake's metadata; or that don't tell."""
    changes = [
        {"seed": 2},
        {"code": "older code"},
        {"recipe": {"population": 21, "select": {"name": "tournament"}}},
        {"recipe": None},
        {"packages": ["numpy"]},
        {"packages": {"numpy": 2}},
        {"packages": None},
    ]
    first, told = stored("a", 0, 2, **versions()), []
    for change in changes:
        other = stored("a", 2, 4, **(versions() | change))
        told += [message(collected, [first, other], a=4), message(gathered, [first, other], a=4)]
    write(other, runs("a", [2, 3]), schema=RUNS, provenance={})
    told.append(message(collected, [first, other], a=4))
    assert "\n".join(told).replace(str(tmp_path), "") == snapshot


def test_traces_have_a_row_per_generation(tmp_path):
    table = pd.concat([runs("a", [2, 0]), runs("b", [1])], ignore_index=True)
    traces = summarise(table, {}).traces
    rows = list(zip(traces["treatment"], traces["replicate"], traces["generation"], strict=True))
    assert rows == [("a", 2, 0), ("a", 2, 1), ("a", 2, 2), ("a", 0, 0), ("a", 0, 1), ("b", 1, 0), ("b", 1, 1)]
    assert traces["best"].tolist() == [0.2, 0.1, 0.0, 0.1, 0.0, 0.1, 0.0]
    assert traces["mean"].tolist() == [0.5] * 7
    assert traces["distinct"].tolist() == [20, 21, 22, 20, 21, 20, 21]
    write(tmp_path / "traces.parquet", traces, schema=TRACES, provenance={})
    counted_from_1 = summarise(runs("a", [2]).assign(generations=3), {}).traces
    assert counted_from_1["generation"].tolist() == [1, 2, 3], "three populations of a run that ends in generation 3"


@pytest.fixture
def collected(stored, tmp_path):
    """`collected(files, **wanted)`: files of runs, traces and champions."""

    def made(files, *, mixed_versions=False, **wanted):
        out = Files(*(tmp_path / name for name in ("runs.parquet", "traces.parquet", "champions.csv")))
        options = {"recipes": RECIPES, "seed": SEED, "code": CODES, "mixed_versions": mixed_versions, "provenance": {}}
        collect(files, out, made_by="genetic_algorithm", wanted=wanted, **options)
        return out

    return made


@pytest.mark.parametrize("cuts", [(0, 7), (0, 1, 2, 7), (0, 5, 6, 7)])
def test_parts_do_not_depend_on_batches(stored, collected, cuts):
    files = [stored("a", *pair) for pair in pairwise(cuts)]
    for size in (1, 3, 4, 7):
        parts = gathered(files, size=size, a=6)
        assert [len(part) for part in parts] == [size] * (6 // size) + [6 % size] * (6 % size > 0)
        assert [replicate for part in parts for replicate in part["replicate"]] == [*range(6)]
        assert all(part.index.equals(pd.RangeIndex(len(part))) for part in parts)
    found = [file.read_bytes() for file in vars(collected(files, a=6)).values()]
    whole = [file.read_bytes() for file in vars(collected([stored("a", 0, 7)], a=6)).values()]
    assert found == whole


def held(file, schema):
    """Runs of each part."""
    keys = ["treatment", "replicate"]
    return [part[keys].drop_duplicates().to_numpy().tolist() for part in read_parts(file, schema=schema)]


def test_parts_of_traces_hold_the_runs_of_those_of_runs(stored, collected, monkeypatch):
    monkeypatch.setattr(genetic_algorithm, "STORED", STORED._replace(part=2))
    files = collected([stored("b", 0, 3), stored("a", 0, 5)], a=5, b=3)
    assert held(files.runs, RUNS) == held(files.traces, TRACES)
    assert list(map(len, held(files.runs, RUNS))) == [2, 2, 1, 2, 1]
    whole = pd.concat([runs("a", range(5)), runs("b", range(3))], ignore_index=True)
    pd.testing.assert_frame_equal(read(files.traces), summarise(whole, {}).traces, check_dtype=False)


def test_champions_are_the_first_that_never_lose(stored, collected, monkeypatch):
    monkeypatch.setattr(genetic_algorithm, "STORED", STORED._replace(part=3, champions=4))
    batches = [stored("b", 0, 3), stored("a", 0, 20)]
    table = read(batches[1], schema=RUNS)
    table.loc[table["replicate"] == 1, "censored"] = True
    write(batches[1], table, schema=RUNS, provenance=MADE_WITH["a"])
    found = pd.read_csv(collected(batches, b=3, a=20).champions, dtype={"genome": str})
    assert found.loc[found["treatment"] == "b", "replicate"].tolist() == [0, 1, 2]
    assert found.loc[found["treatment"] == "a", "replicate"].tolist() == [0, 2, 3, 4]
    assert list(found) == ["treatment", "replicate", "generations", "genome"]
    assert found["genome"].iloc[-1] == "4"


def test_a_study_without_champions_has_their_header(stored, collected):
    batch = stored("a", 0, 2)
    write(batch, read(batch, schema=RUNS).assign(censored=True), schema=RUNS, provenance=MADE_WITH["a"])
    assert collected([batch], a=2).champions.read_text() == "treatment,replicate,generations,genome\n"


def versions(numpy="2.4.6", numba="0.68.1"):
    return {"packages": {"numba": numba, "numpy": numpy}}


def test_all_versions_that_made_the_batches_are_named(stored, collected):
    """Copied from elsewhere, or made before and after an upgrade; whatever collects them."""
    later, first = stored("a", 2, 4, **versions("2.10.0")), stored("a", 0, 2, **versions())
    files = collected([first, later, stored("b", 0, 1, **versions())], a=4, b=1)
    for file in (files.runs, files.traces):
        assert provenance_of(file)["packages"] == {"numba": ["0.68.1"], "numpy": ["2.4.6", "2.10.0"]}


@pytest.mark.parametrize(
    ("package", "mine", "others"),
    [("numpy", "2.4.6", "9.9.9"), ("numba", "0.68.1", "0.70.0"), ("numba", "0.68.1", "1.0")],
)
def test_major_versions_that_differ(stored, collected, tmp_path, package, mine, others):
    batches = [stored("a", 0, 2, **versions()), stored("a", 2, 3, **versions()), stored("b", 0, 1, **versions())]
    batches.append(stored("b", 1, 2, **versions(**{package: others})))
    with pytest.raises(StoreError) as refused:
        collected(batches, a=3, b=2)
    runs = tmp_path / "runs"
    assert str(refused.value) == (
        f"batches are made with different major versions of {package}: {mine} ({runs}/a/0-2.parquet and 2 more) and "
        f"{others} ({runs}/b/1-2.parquet); delete those that shall be made again and run again, or set "
        "mixed_versions: true in config/config.yaml"
    )
    assert not (tmp_path / "runs.parquet").exists()
    files = collected(batches, mixed_versions=True, a=3, b=2)
    assert provenance_of(files.runs)["packages"][package] == [mine, others]
