"""Figures of Michie (1963), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from typing import TYPE_CHECKING

from tttcore.engines.matchboxes.curves import machine_curves, machines_by_rule
from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.studies.michie1963.tables import FREE_OF_DEFEAT, LIKE_MICHIE, SETTLED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PERFECT = "perfect"
OPPONENTS = (*LIKE_MICHIE, PERFECT)
"""Treatments by the machine's opponent."""
REPORTED = [SETTLED, FREE_OF_DEFEAT]
"""Games after which Michie reports that MENACE settles for draws, and that he gets no more than a draw."""
CELLS = {f"{opponent}-cells": opponent for opponent in ("random", "careful", "perfect", "person")}
"""Opponent of each treatment with beads for every free cell."""
RULES = {
    "separate": "person",
    "even-start": "person",
    "refilled": PERFECT,
    "perfect-cells": PERFECT,
}
"""Treatment with the reported rules for each with others."""
TOGETHER = [OPPONENTS]
"""Treatments that stand in one figure, so that their colours differ."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """A box before a draw, at it, and after a game that was won."""
    from tttcore.plots.boards import Step, steps

    board = (1, 2, 0, 0, 0, 0, 0, 0, 0)
    beads = dict.fromkeys((2, 3, 4, 5, 6, 7, 8), "3")
    shown = [
        Step(
            board,
            "A box for each board in which the machine has a choice, with beads for each of its moves.",
            texts=beads,
        ),
        Step(board, "It draws a bead at random, and marks that cell.", 4, texts=beads),
        Step(
            board,
            "After the game: three beads more for a win, one for a draw, one fewer for a loss.",
            4,
            texts=beads | {4: "6"},
        ),
    ]
    return steps(shown, title=title)


@needs(treatments=OPPONENTS)
def perfect_play(evidence: Evidence, title: str) -> "Figure":
    """Chance to draw with perfect play, by opponent."""
    return machine_curves(
        evidence,
        title=title,
        treatments=OPPONENTS,
        measures=["perfect_drawn", "resigns_at_once"],
        published=[SETTLED],
        written=(PERFECT, SETTLED),
    )


@needs(treatments=OPPONENTS)
def learning(evidence: Evidence, title: str) -> "Figure":
    """Points, and games won and resigned, by opponent."""
    measures = ["points", "won", "resigned"]
    return machine_curves(evidence, title=title, treatments=OPPONENTS, measures=measures, published=REPORTED)


@needs(treatments=OPPONENTS)
def first_marks(evidence: Evidence, title: str) -> "Figure":
    """Beads for the first mark, by opponent."""
    measures = ["corner", "side", "centre", "resigns_at_once"]
    return machine_curves(evidence, title=title, treatments=OPPONENTS, measures=measures)


@needs(treatments=[*CELLS, *CELLS.values()])
def first_marks_cells(evidence: Evidence, title: str) -> "Figure":
    """Games drawn and lost, and beads for corners as first mark, with beads for every free cell."""
    measures = ["drawn", "lost", "corner", "resigns_at_once"]
    return machine_curves(
        evidence, title=title, treatments=[*CELLS], styled_as=[*CELLS.values()], measures=measures, published=REPORTED
    )


@needs(treatments=[*RULES, *RULES.values()])
def other_rules(evidence: Evidence, title: str) -> "Figure":
    """Chance to draw with perfect play, by the rules of the beads."""
    return machines_by_rule(evidence, title=title, measure="perfect_drawn", reported=RULES)
