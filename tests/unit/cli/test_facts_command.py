"""`ttt facts`: what is cheap at once, strategies from results that agree with it, and a message on them."""

import json

import pandas as pd
import pytest

from tttcore.exact.facts import facts
from tttcore.pipeline.rounding import rounded_table
from tttcore.pipeline.store import write

FILE = "results/tables/facts.parquet"
LEFT_OUT = "strategies that never lose are left out; --all counts them in half a minute\n"
COUNTED = ("no_loss_strategies_second", float(10**21), str(10**21), "made up", "")
"""Row of a strategy, which stands before the last facts."""


@pytest.fixture(scope="module")
def quick(tables):
    return facts(tables, strategies=False)


@pytest.fixture
def stored(quick, tmp_path, monkeypatch):
    """A table of all facts as a run leaves it; returns a function that writes it."""
    monkeypatch.chdir(tmp_path)
    row = pd.DataFrame([COUNTED], columns=quick.columns)
    table = rounded_table(pd.concat([quick[:-4], row, quick[-4:]], ignore_index=True))

    def store(changed=lambda table: table):
        write(FILE, changed(table.copy()), provenance={})
        return table["fact"].tolist()

    return store


def test_without_results_strategies_are_left_out(ttt, quick, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, out, err = ttt("facts", "--json")
    assert (code, err) == (0, f"no {FILE}: {LEFT_OUT}")
    assert [*json.loads(out)] == quick["fact"].tolist()
    assert not any(name.startswith("no_loss") for name in json.loads(out))


def test_strategies_are_those_of_results_in_their_place(ttt, stored, quick):
    names = stored()
    code, out, err = ttt("facts", "--json")
    assert (code, err) == (0, f"strategies that never lose come from {FILE}\n")
    assert [*json.loads(out)] == names
    assert json.loads(out)["no_loss_strategies_second"] == 10**21
    assert json.loads(out)["rmg_loses_to_random"] == quick.set_index("fact").loc["rmg_loses_to_random", "value"]
    assert "made up" in ttt("facts", "--results", "results")[1]


def test_results_that_tell_other_facts_are_not_believed(ttt, stored):
    stored(lambda table: table[["fact"]])
    assert ttt("facts", "--json")[::2] == (0, f"{FILE} is no table of facts: {LEFT_OUT}")
    stored(lambda table: table.assign(value=table["value"].where(table["fact"] != "states", table["value"].iloc[0])))
    code, out, err = ttt("facts", "--json")
    assert (code, err) == (0, f"{FILE} has other facts: {LEFT_OUT}")
    assert "no_loss_strategies_second" not in json.loads(out)
