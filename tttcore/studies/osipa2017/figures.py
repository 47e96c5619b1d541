"""Figures of Osipa (2017), each a function of the name that its page uses, with _ for -."""

from typing import TYPE_CHECKING

from tttcore.engines.nine_board import figures
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOGETHER = [
    ["described", "described-deeper", "heuristic-0", "heuristic-2", "hurried", "proved"],
]
"""Treatments that one figure shows, whose colours differ therefore; those of a comparison differ anyway."""


def figure_1_work(evidence: Evidence, title: str) -> "Figure":
    """Positions searched for each move, with pruning and without."""
    return figures.work_by_move(evidence, title=title, treatment="described")


def figure_1_work_deeper(evidence: Evidence, title: str) -> "Figure":
    """Positions searched for each move, with pruning and without."""
    return figures.work_by_move(evidence, title=title, treatment="described-deeper")


def figure_1_work_always_four(evidence: Evidence, title: str) -> "Figure":
    """Positions searched for each move, with pruning and without."""
    return figures.work_by_move(evidence, title=title, treatment="always-four")


def game_lengths(evidence: Evidence, title: str) -> "Figure":
    """Share of games that take more than so many moves, a line per treatment."""
    return figures.game_lengths(
        evidence,
        title=title,
        treatments=["described", "described-deeper", "heuristic-0", "heuristic-2", "hurried", "proved"],
        labels=["the document", "one ply more", "heuristic 0", "heuristic 2", "faster wins preferred", "depth 8"],
        published=[40, 49],
    )


def openings(evidence: Evidence, title: str) -> "Figure":
    """Share of games that X wins, by its first move."""
    return figures.openings(evidence, title=title, treatment="openings")


def openings_deep(evidence: Evidence, title: str) -> "Figure":
    """Share of games that X wins, by its first move."""
    return figures.openings(evidence, title=title, treatment="openings-deep")


def ratings(evidence: Evidence, title: str) -> "Figure":
    """Ratings by depth, a line for each heuristic, and of other players."""
    return figures.ratings(evidence, title=title)


def crosstable(evidence: Evidence, title: str) -> "Figure":
    """Score of every player against every other."""
    return figures.crosstable(evidence, title=title)


def proofs(evidence: Evidence, title: str) -> "Figure":
    """Share of games whose winner is proved by each ply."""
    return figures.proofs(evidence, title=title, treatment="proved")
