"""Which treatments a value is about: by every way in which tables of statistics name them."""

import pandas as pd
import pytest

from tttcore.claims.treatments import treatments_behind
from tttcore.stats.columns import columns
from tttcore.studies.tables import Table

TREATMENTS = ["slow", "fast", "fast-long", "wild"]
COMPARISONS = {
    "speed": {"a": "slow", "b": "fast"},
    "length": {"a": "fast", "b": "fast-long"},
    "all treatments": {name: name for name in TREATMENTS},
}


def made(**behind):
    """A table whose function tells what its rows are about."""

    @columns({}, **behind)
    def function(evidence):
        raise NotImplementedError

    return Table(function, "")


def read(rows, table_of=None, **column):
    """Reading of some rows of a table that has one more."""
    table = pd.DataFrame([*rows, {**rows[0], **column}] if column else rows)
    return treatments_behind(
        table.iloc[: len(rows)], table, table_of or made(), treatments=TREATMENTS, comparisons=COMPARISONS
    )


@pytest.mark.parametrize(
    ("rows", "names"),
    [
        ([{"treatment": "fast", "gene": "+3"}], ["fast"]),
        ([{"treatment": "wild"}, {"treatment": "slow"}], ["slow", "wild"]),
        ([{"set": "speed", "group": "b"}], ["fast"]),
        ([{"set": "length", "group": "b"}], ["fast-long"]),
        ([{"set": "length, first 30", "group": "a"}], ["fast"]),
        ([{"set": "length", "a": "a", "b": "b"}], ["fast", "fast-long"]),
        ([{"set": "speed", "test": "anova"}], ["slow", "fast"]),
        ([{"set": "all treatments", "group": "wild"}], ["wild"]),
        ([{"set": "published", "group": "b"}], []),
        ([{"set": "published", "group": "b"}, {"set": "speed", "group": "a"}], ["slow"]),
        ([{"series": "edge", "law": "exponential"}], []),
    ],
)
def test_rows_name_treatments(rows, names):
    assert read(rows) == names


def test_a_sum_over_treatments_is_about_all_in_the_table():
    assert read([{"treatment": "all"}], treatment="wild") == ["wild"]
    assert read([{"treatment": "all"}]) == []


def test_labels_of_the_comparison_that_a_table_is_about():
    assert read([{"label": "b", "solved": 1.0}], made(comparison="length")) == ["fast-long"]


def test_treatments_of_a_pair():
    pairs = {"longer": ["fast-long", "fast"], "wilder": ["wild", "slow"]}
    contrasts = made(treatments=lambda row: pairs[row["pair"]])
    assert read([{"pair": "wilder", "seat": "first"}], contrasts, pair="longer") == ["slow", "wild"]


def test_what_the_table_says_where_rows_say_nothing():
    league = made(treatments=["wild"])
    assert read([{"player": "h0 d1", "rating": 1.0}], league) == ["wild"]
    assert read([{"a": 1, "b": 2, "difference": 1.0}], league) == ["wild"]
