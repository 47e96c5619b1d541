"""Every shared figure names a missing column in a line, draws a table alike each time, and in letters one can read."""

from importlib import import_module
from inspect import getmembers, isfunction
from pkgutil import iter_modules

import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.texts import message, picture
from matplotlib.figure import Figure

from tttcore import plots
from tttcore.games.classic import enumerate_states
from tttcore.plots.boards import Step
from tttcore.plots.boxplot import Source
from tttcore.plots.line_styles import BLUE, by_place
from tttcore.plots.success_curves import Line

MODULES = [import_module(f"tttcore.plots.{each.name}") for each in iter_modules(plots.__path__)]
FIGURES = {
    f"{module.__name__.split('.')[-1]}.{name}": function
    for module in MODULES
    for name, function in getmembers(module, isfunction)
    if function.__module__ == module.__name__ and function.__annotations__.get("return") is Figure
}
"""All but those that choose rows of a study for these."""
STYLES = by_place(["a"])
TABLE = {
    "group": "a", "generation": [0, 1, 2], "fraction": [0.0, 0.5, 1.0], "survival": [1.0, 0.5, 0.0],
    "low": 0.0, "high": 1.0, "at_risk": 3, "measure": "points", "games": [10, 20, 30], "value": [0.5, 0.6, 0.7],
    "value_low": 0.4, "value_high": 0.8, "per_group": 30, "f": [0.1, 0.2, 0.4], "power": [0.1, 0.5, 0.9],
    "player": ["x", "y", "z"], "strategy": "alphabeta", "heuristic": 1, "depth": [1, 2, 3], "rating": [-9.0, 0.0, 9.0],
    "rating_low": -20.0, "rating_high": 20.0, "opponent": ["y", "z", "x"], "n": 40, "score": [0.2, 0.5, 0.9],
    "replicate": 0, "best": [0.5, 0.4, 0.0], "distinct": [9, 8, 7], "study": "s", "treatment": "a", "seat": "first",
}  # fmt: skip
CURVES = {"outcome": "success", "last_generation": 4}
CASES = {
    "curves.ecdf": ("group generation fraction", CURVES),
    "curves.survival": ("group generation survival low high at_risk", CURVES),
    "learning_curves.learning_curves": ("measure group games value value_low value_high", {"allowed": 0.9}),
    "learning_curves.beside_reported": (
        "measure group games value value_low value_high", {"reported": {"a": "a"}, "styles": STYLES}
    ),
    "power.power_curves": ("per_group f power", {"small_f": 0.1, "published_per_group": 30}),
    "ratings.ratings": ("player strategy heuristic depth rating rating_low rating_high", {"heuristics": {1: "first"}}),
    "ratings.crosstable": ("player opponent n score", {}),
    "success_curves.learning_figure": (
        "study treatment seat games n value value_low value_high",
        {"lines": [Line("s", "a", "a", STYLES["a"])], "measure": "value", "label": "share", "unit": "games"},
    ),
    "traces.best_fitness": ("replicate generation best", {"tints": {"a": BLUE}}),
    "traces.diversity": ("replicate generation distinct", {"population": 10}),
}  # fmt: skip
STATES = enumerate_states().states
NO_TABLE = {
    "boards.steps": ([Step((1, 2, 0) * 3, "It looks.", texts={2: "5"}), Step((2, 0, 1) * 3, "", pawns=True)], {}),
    "boards.game_tree": ((1, 2, 1, 0, 2, 0, 2, 1, 0), {}),
    "boards.genome": (STATES, {"genes": STATES.argmin(axis=1)}),  # the first free cell
    "boxplot.notched": ([Source("ours", {"a": [1, 2, 9]}, BLUE), Source("theirs", {"a": [3]})], {"top": 5}),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures(name):
    columns, options = CASES[name] if name in CASES else ("", NO_TABLE[name][1])
    table = pd.DataFrame(TABLE)[columns.split()] if columns else NO_TABLE[name][0]
    given = (lambda rows: {"a": rows}) if name.startswith("traces") else (lambda rows: rows)
    one, other = (FIGURES[name](given(table), **options) for _ in range(2))
    assert picture(one) == picture(other)
    assert smallest(one) >= LEAST
    for column in columns.split():
        told = message(FIGURES[name], given(table.drop(columns=column)), **options)
        assert told.startswith(f"missing {column}; the table has ")
    assert not columns or message(FIGURES[name], given(table[:0]), **options) == "the table has no rows to draw"
