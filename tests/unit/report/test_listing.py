"""Tables on pages: cells as people read them."""

import math

import pandas as pd
import pytest

from tttcore.report.listing import is_p, listed

TABLE = pd.DataFrame({"p": [0.0, 0.04367], "share": [0.0, -0.25], "sign_p": ["0.0", "none"], "p_holm": [1.0, math.nan]})


@pytest.mark.parametrize(
    ("column", "found"),
    [
        ("p", True),
        ("p_holm", True),
        ("tost_p", True),
        ("erl_p", True),
        ("chance", False),
        ("pairs", False),
        ("op", False),
    ],
)
def test_columns_of_p_values_by_their_names(column, found):
    assert is_p(column) == found


def test_p_values_are_never_0_and_texts_stay():
    listing = listed(TABLE, {column: column for column in TABLE}, caption="", address="")
    assert [[column.text(row) for column in listing.columns] for row in listing.rows] == [
        ["< 0.001", "0", "0.0", "1"], ["0.0437", "−0.25", "none", "–"],
    ]  # fmt: skip


def test_an_interval_stands_behind_its_value():
    """Heads have it once; a value without an interval stays alone."""
    table = pd.DataFrame({"mean": [0.5, 2.0], "mean_low": [-0.25, math.nan], "mean_high": [1.0, math.nan], "n": [3, 4]})
    columns = {"mean": "Mean", "mean_low": "low", "mean_high": "high", "n": "Runs"}
    listing = listed(table, columns, caption="", address="")
    assert [column.label for column in listing.columns] == ["Mean (interval)", "Runs"]
    assert [[column.text(row) for column in listing.columns] for row in listing.rows] == [
        ["0.5 (−0.25 to 1)", "3"], ["2", "4"],
    ]  # fmt: skip


def test_rows_that_repeat_a_treatment_in_another_comparison_are_left_out():
    """Unless they say something else of it; the file has them all."""
    table = pd.DataFrame(
        {
            "set": ["first", "first", "second", "second", "published"],
            "group": ["plain", "wide", "plain", "broad", "plain"],
            "mean": [1.0, 2.0, 1.0, 2.0, 1.0],
        }
    )
    columns = {"set": "Set", "group": "Group", "mean": "Mean"}
    comparisons = {"first": {"plain": "p", "wide": "w"}, "second": {"plain": "p", "broad": "w"}}
    listing = listed(table, columns, caption="", address="", comparisons=comparisons)
    assert [(row["set"], row["group"]) for row in listing.rows] == [
        ("first", "plain"), ("first", "wide"), ("published", "plain"),
    ]  # fmt: skip
    assert (listing.length, listing.left_out) == (3, 2)
    other = listed(table.assign(mean=range(5)), columns, caption="", address="", comparisons=comparisons)
    assert (other.length, other.left_out) == (5, 0)
    assert listed(table, columns, caption="", address="").left_out == 0


def test_rows_of_one_comparison_that_differ_in_what_is_not_shown_are_kept():
    table = pd.DataFrame(
        {"set": ["first", "first", "second"], "group": ["plain"] * 3, "mean": [1.0, 1.0, 1.0], "test": ["t", "u", "t"]}
    )
    columns = {"set": "Set", "group": "Group", "mean": "Mean"}
    comparisons = {name: {"plain": "p"} for name in ("first", "second")}
    listing = listed(table, columns, caption="", address="", comparisons=comparisons)
    assert [row["set"] for row in listing.rows] == ["first", "first"]
    assert listing.left_out == 1
    assert listed(table[:0], columns, caption="", address="", comparisons=comparisons).left_out == 0


def test_an_interval_behind_a_p_value_is_not_its_own():
    table = pd.DataFrame({"tost_p": [0.5], "low": [-1.0], "high": [2.0]})
    columns = {"tost_p": "TOST p", "low": "low", "high": "high"}
    listing = listed(table, columns, caption="", address="")
    assert [column.label for column in listing.columns] == ["TOST p", "Interval from", "to"]
    assert [column.text(listing.rows[0]) for column in listing.columns] == ["0.5", "−1", "2"]


def test_a_column_without_values_is_left_out():
    table = pd.DataFrame({"n": [1, 2], "p": [math.nan, math.nan], "text": ["", ""], "of": ["", "all"]})
    columns = {"n": "Runs", "p": "p", "text": "Text", "of": "Of"}
    shown = listed(table, columns, caption="", address="").columns
    assert [column.label for column in shown] == ["Runs", "Of"]
    assert len(listed(table[:0], columns, caption="", address="").columns) == 4, "a table without rows keeps its heads"
