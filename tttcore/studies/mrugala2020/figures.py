"""Figures of Mrugała et al. (2020), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import Style
from tttcore.plots.table_checks import grouped
from tttcore.studies.mrugala2020.first_player import COUNTINGS
from tttcore.studies.mrugala2020.tables import PRINTED, TRAINED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Treatments = Sequence[str] | Mapping[str, str]
"""Treatments that a figure calls by their names for people, or what it calls each."""

TESTS = tuple(PRINTED)
"""Treatments that stand for the document's four tests."""
AT_THE_END = 2 / 3
"""The first player's share of games at the end of training on 3x3, about, by section 3.2."""
BOARDS = ("3x3", "5x5", "infinite", "infinite-three", "smarter")
"""These, and the infinite board with three in a row, as with smarter moves."""
WINS_AT_ZERO = {
    "3x3": "as described",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-wins-zero-fixed": "wins begin at 0, fixed target",
    "3x3-all-zero": "all begin at 0",
}
"""Readings of what estimates are at the start, under some of which the share rises, and what the figure calls them."""
READINGS_3X3 = {
    "3x3": "as described",
    "3x3-listed": "the authors' program",
    "3x3-fixed": "fixed target",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-wins-zero-fixed": "wins begin at 0, fixed target",
    "3x3-draws-open": "draws begin at 0.5",
    "3x3-all-half": "all begin at 0.5",
    "3x3-all-zero": "all begin at 0",
    "3x3-unowned": "marks without owners",
    "3x3-python": "Python's hash, all begin at 0",
    "3x3-hash": "marks hashed, all begin at 0",
    "3x3-dead-ties": "early ties",
    "3x3-forgets": "random moves not learnt from",
    "3x3-random-ties": "random ties",
    "3x3-resumed": "second session",
}
"""All readings of the test on 3x3."""
READINGS_5X5 = {
    "5x5": "as described",
    "5x5-listed": "the authors' program",
    "5x5-wins-zero": "wins begin at 0",
    "5x5-all-zero": "all begin at 0",
    "5x5-unowned": "marks without owners",
    "5x5-python": "Python's hash",
    "5x5-python-zero": "Python's hash, all begin at 0",
    "5x5-hash": "marks hashed, all begin at 0",
    "5x5-dead-ties": "early ties",
    "5x5-random-ties": "random ties",
    "5x5-resumed": "second session",
}
"""Those of the test on 5x5."""
READINGS_INFINITE = {
    "infinite": "as described",
    "infinite-listed": "the authors' program",
    "infinite-all-zero": "all begin at 0",
    "infinite-unowned": "marks without owners, all begin at 0",
    "infinite-python": "Python's hash, all begin at 0",
    "infinite-hash": "marks hashed, all begin at 0",
    "infinite-random-ties": "random ties",
}
"""Those of the test on the infinite board."""
READINGS_SMARTER = {
    "smarter": "as described",
    "smarter-short": "as described, 300,000 games",
    "smarter-listed": "the authors' program",
    "smarter-all-half": "all begin at 0.5",
    "smarter-all-zero": "all begin at 0",
    "smarter-python": "Python's hash, all begin at 0",
    "smarter-hash": "marks hashed, all begin at 0",
    "smarter-opening": "first mark in 4x4",
    "smarter-duplicates": "cells once for each neighbour",
    "smarter-random-ties": "random ties",
}
"""Those of the test with smarter moves."""
STORED = {
    "3x3": "3x3",
    "5x5": "5x5",
    "infinite": "infinite",
    "infinite-eager": "infinite, all considered",
    "smarter": "smarter",
    "smarter-canonical": "smarter, alike as one",
}
"""Treatments by what their tables store."""
STRONGEST = {
    "3x3-long": "as described, 10 million games",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-random-ties": "random ties",
    "3x3-exploration-5": "exploration rate 0.05",
}
"""Treatments whose policies on 3x3 may be strong."""
PARAMETERS = {
    "3x3": "as described",
    "3x3-exploration-5": "exploration rate 0.05",
    "3x3-exploration-10": "exploration rate 0.1",
    "3x3-exploration-50": "exploration rate 0.5",
    "3x3-step-1": "learning rate 0.01",
    "3x3-step-50": "learning rate 0.5",
    "3x3-random-ties": "random ties",
    "3x3-wins-zero": "wins begin at 0",
    "3x3-long": "10 million games",
}
"""Treatments by exploration rate, learning rate, and what else may make policies strong."""
TOGETHER = [
    TESTS, WINS_AT_ZERO, READINGS_3X3, READINGS_5X5, READINGS_INFINITE, READINGS_SMARTER, STORED, STRONGEST,
    BOARDS,
]  # fmt: skip
"""Treatments that stand in one figure, so that their colours differ."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """Estimates of the boards after each move, the choice among them, and what a game changes."""
    from tttcore.plots.boards import Step, steps

    board = (1, 0, 0, 0, 2, 0, 0, 0, 0)
    values = {1: ".62", 2: ".55", 3: ".62", 5: ".48", 6: ".55", 7: ".48", 8: ".71"}
    shown = [
        Step(
            board,
            "X estimates the board after each of its moves: 1 is a win, 0 a loss. (Numbers are made up.)",
            texts=values,
        ),
        Step(board, "It marks the cell with the greatest, or in 3 moves of 10 any cell, to explore.", 8, texts=values),
        Step(
            board,
            "After the game each estimate moves a tenth of the way to the next one.",
            8,
            texts=values | {8: ".70"},
        ),
    ]
    return steps(shown, title=title)


@needs(treatments=TESTS)
def learning_curves(evidence: Evidence, title: str) -> "Figure":
    """Shares of games that the first player wins, and of drawn ones, in each window of training of the four tests."""
    from tttcore.studies.mrugala2020 import draw_learning

    called, windows, styles = _called(evidence, TESTS), _windows(evidence, TESTS), _styles(evidence, TESTS)
    printed = {called[name]: shares.first for name, shares in PRINTED.items()}
    curves = ["apart", "drawn"]
    return draw_learning.learning_curves(windows, curves=curves, styles=styles, of_groups=printed, title=title)


@needs(treatments=WINS_AT_ZERO)
def learning_curves_readings(evidence: Evidence, title: str) -> "Figure":
    """The same on 3x3, by what estimates are at the start, beside 60% of all games and 2/3 at the end of training."""
    from tttcore.studies.mrugala2020 import draw_learning

    windows, styles = _windows(evidence, WINS_AT_ZERO), _styles(evidence, WINS_AT_ZERO)
    curves, published = ["apart", "decided"], [0.6, AT_THE_END]
    return draw_learning.learning_curves(windows, curves=curves, styles=styles, published=published, title=title)


@needs(treatments=["3x3", "3x3-listed"], comparisons=["3x3"], tables=["shares", "readings"])
def closest_reading(evidence: Evidence, title: str) -> "Figure":
    """First player's share of games on 3x3 as described, by the authors' program, and by the closest reading.

    Of all games of training and of its last tenth, of which the document tells the one and the other.
    """
    from tttcore.studies.mrugala2020 import draw_results

    table = evidence.statistics("readings")
    (found,) = table[table["result"] == "3x3"].to_dict("records")
    (label,) = [label for label, name in evidence.comparisons["3x3"].items() if name == found["treatment"]]
    reading, counted = evidence.names.label(label, "3x3"), draw_results.COUNTED
    games = draw_results.WHEN[found["when"]].label
    shown = {
        **{f"as described,\n{counted[counting]}": ("3x3", counting) for counting in ("apart", "decided", "half")},
        f"the authors' program,\n{counted['first']}": ("3x3-listed", "first"),
        f"closest of {found['readings']} readings,\n{games}:\n{reading},\n{counted[found['counting']]}": (
            found["treatment"],
            found["counting"],
        ),
    }
    shares = evidence.statistics("shares").set_index(["treatment", "counting"])
    rows = pd.concat([shares.loc[[key]].assign(group=name) for name, key in shown.items()])
    published = dict(zip(TRAINED, (PRINTED["3x3"].first, AT_THE_END), strict=True))
    return draw_results.closest(rows, published=published, title=title)


@needs(treatments=READINGS_3X3, tables=["shares"])
def readings_3x3(evidence: Evidence, title: str) -> "Figure":
    """First player's share of games on 3x3, by reading and by how draws are counted."""
    return _readings(evidence, title, READINGS_3X3, "3x3")


@needs(treatments=READINGS_5X5, tables=["shares"])
def readings_5x5(evidence: Evidence, title: str) -> "Figure":
    """The same on 5x5."""
    return _readings(evidence, title, READINGS_5X5, "5x5")


@needs(treatments=READINGS_INFINITE, tables=["shares"])
def readings_infinite(evidence: Evidence, title: str) -> "Figure":
    """The same on the infinite board, where nothing is drawn."""
    return _readings(evidence, title, READINGS_INFINITE, "infinite", countings=["apart"])


@needs(treatments=READINGS_SMARTER, tables=["shares"])
def readings_smarter(evidence: Evidence, title: str) -> "Figure":
    """The same with smarter moves, where nothing is drawn either."""
    return _readings(evidence, title, READINGS_SMARTER, "smarter", countings=["apart"])


@needs(treatments=STORED)
def table_growth(evidence: Evidence, title: str) -> "Figure":
    """Stored estimates by games of training, beside the number of positions of 3x3."""
    from tttcore.studies.mrugala2020 import draw_learning

    windows, positions = _windows(evidence, STORED), len(evidence.states.positions) - 1
    return draw_learning.table_growth(windows, styles=_styles(evidence, STORED), positions=positions, title=title)


@needs(treatments=STRONGEST)
def policy_quality(evidence: Evidence, title: str) -> "Figure":
    """Games that policies of 3x3 lose, by games of training."""
    from tttcore.studies.mrugala2020 import draw_learning

    measures = ["random", "careful", "perfect"]
    windows = _windows(evidence, STRONGEST, *draw_learning.failure_columns(measures))
    return draw_learning.policy_quality(windows, measures=measures, styles=_styles(evidence, STRONGEST), title=title)


@needs(treatments=PARAMETERS)
def final_quality(evidence: Evidence, title: str) -> "Figure":
    """Games that final policies of 3x3 lose, and whether they can be beaten, by parameters."""
    from tttcore.studies.mrugala2020 import draw_learning

    measures = ["random", draw_learning.BEATABLE]
    windows = _windows(evidence, PARAMETERS, *draw_learning.failure_columns(measures))
    return draw_learning.final_quality(windows, measures=measures, title=title)


@needs(treatments=BOARDS, tables=["shares", "first_advantage"])
def first_advantage(evidence: Evidence, title: str) -> "Figure":
    """Games that the first player wins, draws and loses beside the result of best play."""
    from tttcore.studies.mrugala2020 import draw_results

    called = _called(evidence, BOARDS)
    published = {called[name]: shares.first for name, shares in PRINTED.items()}
    best_play = _rows(evidence, "first_advantage", BOARDS).drop_duplicates("group")["theory"].tolist()
    shares = _rows(evidence, "shares", BOARDS)
    return draw_results.first_advantage(shares, best_play=best_play, published=published, title=title)


@needs(treatments=BOARDS, tables=["policies"])
def versus(evidence: Evidence, title: str) -> "Figure":
    """Results of the final policies against two players that don't learn."""
    from tttcore.studies.mrugala2020 import draw_results

    return draw_results.versus(_rows(evidence, "policies", BOARDS), title=title)


def _readings(
    evidence: Evidence, title: str, treatments: Treatments, test: str, countings: Sequence[str] = tuple(COUNTINGS)
) -> "Figure":
    from tttcore.studies.mrugala2020 import draw_results

    rows, published = _rows(evidence, "shares", treatments), PRINTED[test].first
    return draw_results.shares_forest(rows, countings=countings, when=TRAINED, published=published, title=title)


def _called(evidence: Evidence, treatments: Treatments) -> Mapping[str, str]:
    """Name of each treatment in the figure."""
    if isinstance(treatments, Mapping):
        return treatments
    return {name: evidence.names.treatment(name) for name in treatments}


def _styles(evidence: Evidence, treatments: Treatments) -> dict[str, Style]:
    """Styles of treatments by what the figure calls them."""
    called = _called(evidence, treatments)
    return evidence.styles.labelled([*called], [*called.values()])


def _rows(evidence: Evidence, table: str, treatments: Treatments) -> pd.DataFrame:
    """Rows of a table of statistics about the treatments, with what the figure calls these as their groups."""
    called = _called(evidence, treatments)
    return grouped(evidence.statistics(table), [*called], [*called.values()])


def _windows(evidence: Evidence, treatments: Treatments, *columns: str) -> pd.DataFrame:
    """Windows of the treatments' sessions in which `columns` are known, with their groups."""
    called = _called(evidence, treatments)
    traces = pd.concat([evidence.traces_of(name) for name in called])
    return grouped(traces.dropna(subset=[*columns]), [*called], [*called.values()])
