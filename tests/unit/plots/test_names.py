"""Names of treatments, sets, labels and players for people, and numbers as people read them."""

import math

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT

from tttcore.engines.study_files import read_study
from tttcore.pipeline.modules import STUDIES as STUDY_ROOMS
from tttcore.pipeline.modules import packages
from tttcore.pipeline.study import ALL
from tttcore.plots.line_styles import Styles, assign
from tttcore.plots.names import UNNAMED, Names, PlayerNames, names_of, player_names, readable
from tttcore.plots.numbers import cell, decimals, fixed, number, p_value, percent, short, with_unit
from tttcore.report.listing import listed

ROOT_FILES = {name: ROOT / "config" / "studies" / f"{name}.yaml" for name in packages(STUDY_ROOMS)}
UMG = "UMG, the authors' program"
NAMES = Names(treatments={"umg-listed": UMG}, sets={"listed": "the authors' program"}, labels={"umg": "UMG"})
PLAYERS = PlayerNames({"s": "Somebody 2001"}, {"s": {"a-b": "learner"}}, {"uct": "tree search"})


def test_keys_without_a_name_become_readable():
    assert readable("most-lost_first") == "most lost first"
    assert readable("</a> - __b") == "</a> - __b"
    assert Names().treatment("umg-listed") == "umg listed"
    assert Names().label("every child", "readings") == "every child"
    assert names_of({"treatments": {"a-b": {"protocol": "p"}}}).treatment("a-b") == "a b"


def test_first_runs_are_named_like_their_set():
    assert NAMES.set("listed, first 30") == "the authors' program, first 30"
    assert NAMES.set("published") == "published"


@pytest.mark.parametrize(("row", "shown"), [
    ({"treatment": "umg-listed", "set": "listed", "group": "umg", "board": "umg", "n": 3},
     [UMG, "the authors' program", "UMG", "umg", 3]),
    ({"set": ALL, "group": "second-seat"}, [ALL, "second seat"]),
    ({"a": "umg-listed", "test": "kruskal_wallis", "fact": "first_move"}, [UMG, "Kruskal-Wallis", "first move"]),
    ({"contained_by": "umg-listed, half, all; other, half, all"}, [f"{UMG}, half, all; other, half, all"]),
    ({"text": "strategy_3, zeros", "quantity": "best_from_0.9"}, ["strategy 3, zeros", "best from 0.9"]),
    ({"text": "window.__ran"}, ["window.__ran"]),
])  # fmt: skip
def test_cells_of_treatments_and_groups_have_names_and_others_dont(row, shown):
    assert [NAMES.cell(row, column) for column in row] == shown


def test_pages_show_names_and_their_rows_keep_keys():
    table = pd.DataFrame({"treatment": ["umg-listed"], "n": [2]})
    listing = listed(table, {"treatment": "Treatment", "n": "n"}, caption="", address="", names=NAMES)
    assert listing.columns[0].text(listing.rows[0]) == UMG
    assert listing.rows[0]["treatment"] == "umg-listed"


def test_styles_are_found_by_the_names_that_are_shown():
    styles = Styles(assign(["umg-listed", "other"]), {"listed": {"umg": "umg-listed", "it": "other"}}, NAMES)
    table = styles.named("listed", pd.DataFrame({"group": ["umg", "it"]}))
    assert table["group"].tolist() == [*styles.of_set("listed", [])] == ["UMG", "it"]
    assert [*styles.labelled(["umg-listed"])] == styles.called(["umg-listed"]) == [UMG]
    assert styles.called(["umg-listed"], ["label"]) == ["label"]


@pytest.mark.parametrize(("key", "name", "cell"), [
    ("s/a-b", "learner", "Somebody 2001: learner"),
    ("s/a-b/4", "learner, run 4", "Somebody 2001: learner, run 4"),
    ("house/random", "random marks", "fixed rules: random marks"),
    ("house/MinMax 3", "MinMax 3", "fixed rules: MinMax 3"),
    ("t/new-one", "new one", "t: new one"), ("t/</a>/3", "</a>, run 3", "t: </a>, run 3"),
    ("h1 d8", "h1 d8", "h1 d8"), ("uct", "tree search", "tree search"),
    ("a text: </a>", "a text: </a>", "a text: </a>"),
])  # fmt: skip
def test_players_have_the_names_of_their_treatments_and_documents(key, name, cell):
    assert PLAYERS.group(key) == name
    assert PLAYERS.cell({"group": key}, "group") == cell


def test_other_columns_of_leagues_keep_their_values():
    row = {"study": "s", "treatment": "a-b", "seat": "first", "first": "s/a-b"}
    told = ["Somebody 2001", "learner", "first", "Somebody 2001: learner"]
    assert [PLAYERS.cell(row, column) for column in row] == told
    assert UNNAMED.study("s") == "s"


@pytest.mark.parametrize("study", ROOT_FILES)
def test_every_name_of_a_study_is_of_something_in_its_file_and_names_differ(study):
    read = read_study(ROOT_FILES[study])
    config, names = read.config, names_of(read.config)
    groups = {label for members in read.sets.values() for label in members}
    players = {key for recipe in read.recipes.values() for key in recipe.get("players", ())}
    assert {*config["labels"]} <= {*config["comparisons"], *groups, *players}
    assert {*config["treatments"]} == {*names.treatments}, "every treatment has a name"
    for named in (names.treatments, player_names(config)):
        assert len({*named.values()}) == len(named)
    for members in config["comparisons"].values():
        assert len({names.label(label) for label in members}) == len(members)


def test_players_beside_those_of_other_documents():
    study = {"treatments": {"a": {"label": "fast"}, "b": {}}, "player": "learner, {label}"}
    assert player_names(study) == {"a": "learner, fast"}
    machines = player_names(read_study(ROOT_FILES["michie1963"]).config)
    assert machines["random"] == "MENACE trained against random moves"


NAN = math.nan
SHOWN = {
    number: [
        (0.264123, "0.2641"), (5.59425, "5.594"), (-0.07801234, "−0.07801"), (7.0, "7"), (0.0, "0"),
        (362880, "362,880"), (24018601.1, "24,020,000"), (np.float64(1234.56), "1,234.6"), (999.96, "1,000"),
        (0.00001234, "1.23 × 10⁻⁵"), (1.5e-300, "1.50 × 10⁻³⁰⁰"), (999_999_999_999_999, "999,999,999,999,999"),
        (-3.047556256495648e20, "−3.05 × 10²⁰"), (NAN, "–"), (-math.inf, "−∞"), ("0.5000000001", "0.5"),
        ("765", "765"), ("12345.0", "12,345"), ("7, 7, 7", "7, 7, 7"), ("rmg < umg", "rmg < umg"), ("", ""),
        (True, "True"), (None, "None"), (1234567.0, "1,234,567"),
    ],
    short: [
        (0.77614, "0.776"), (-84.53, "−84.5"), (1234.5, "1,230"), (37, "37"), (123456.0, "123,456"), ("a < b", "a < b"),
    ],
    cell: [
        *((text, text) for text in ("0500", "+2", "1_000", "nan", "infinity", "1e5", " 7")), (1234567.0, "1,234,567"),
    ],
    p_value: [
        (0.0, "< 0.001"), (0.00099, "< 0.001"), (0.001, "0.001"), (0.04367, "0.0437"), (0.5, "0.5"), (NAN, "–"),
    ],
    percent: [
        (0.0, "< 0.1%"), (0.0009, "< 0.1%"), (0.001, "0.1%"), (0.34219, "34.2%"), (0.04, "4%"), (0.9991, "> 99.9%"),
        (1.0, "100%"), (NAN, "–"),
    ],
    with_unit: [(1, "1 s"), (0.1, "100 ms"), (1e-3, "1 ms"), (1e-5, "10 µs"), (1e-7, "0.1 µs"), (100, "100 s")],
}  # fmt: skip


@pytest.mark.parametrize("function", SHOWN)
def test_numbers(function):
    """Chances are certain and p is 0 only if they are; cells of text stay as they are; short ones have three digits."""
    assert {value: function(value) for value, _ in SHOWN[function]} == dict(SHOWN[function])


@pytest.mark.parametrize(("value", "low", "high", "places"), [
    (0.48371, NAN, NAN, 3), (0.48371, 0.1, 0.9, 3), (0.9969, 0.9956, 0.9979, 4), (477.3, 452.1, 502.7, 0),
    (1234.5, 1234.1, 1234.9, 2), (1e-9, -0.02, 0.02, 4), (0.0123, NAN, NAN, 4), (0.0, NAN, NAN, 0),
    (5.0, 2.5, math.inf, 2), (NAN, -5.25, 7.125, 0),
])  # fmt: skip
def test_decimals_show_three_digits_or_two_of_the_interval(value, low, high, places):
    assert decimals(value, low, high) == places


@pytest.mark.parametrize(("value", "places", "shown"), [
    (0.4837, 3, "0.484"), (-0.4, 3, "−0.400"), (7.0, 3, "7"), (1234567.25, 1, "1,234,567.2"), (0.00002, 3, "2e-05"),
    (-0.0004, 3, "−0.0004"), (0.0006, 3, "0.001"), (math.inf, 2, "∞"), (3e20, 2, "3.00 × 10²⁰"),
])  # fmt: skip
def test_fixed_decimals(value, places, shown):
    assert fixed(value, places) == shown
