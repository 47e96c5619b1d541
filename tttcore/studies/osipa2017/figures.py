"""Figures of Osipa (2017), each the function of the name that its page uses, with _ for -."""

from typing import TYPE_CHECKING

from tttcore.engines.nine_board import figures
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LENGTHS = {
    "described": "the document",
    "described-deeper": "one ply more",
    "heuristic-0": "heuristic 0",
    "heuristic-2": "heuristic 2",
    "hurried": "faster wins preferred",
    "proved": "depth 8",
}
"""Treatments whose games' lengths are shown, with their labels."""
TOGETHER = [[*LENGTHS]]
"""Treatments that stand in one figure, so that their colours differ."""


def figure_1_work(evidence: Evidence, title: str) -> "Figure":
    """Positions visited for each move by the document's player, with pruning and without."""
    return figures.work_by_move(evidence, title=title, treatment="described")


def figure_1_work_deeper(evidence: Evidence, title: str) -> "Figure":
    """The same if depth counts plies after the move."""
    return figures.work_by_move(evidence, title=title, treatment="described-deeper")


def figure_1_work_always_four(evidence: Evidence, title: str) -> "Figure":
    """The same with depth 4 from the second move on."""
    return figures.work_by_move(evidence, title=title, treatment="always-four")


def game_lengths(evidence: Evidence, title: str) -> "Figure":
    """Games that take more than so many moves, beside the lengths that the document mentions."""
    return figures.game_lengths(evidence, title=title, labels=LENGTHS, published=[40, 49])


def openings(evidence: Evidence, title: str) -> "Figure":
    """Games that X wins by its first move, between the document's players."""
    return figures.openings(evidence, title=title, treatment="openings")


def openings_deep(evidence: Evidence, title: str) -> "Figure":
    """The same between players that look six plies ahead."""
    return figures.openings(evidence, title=title, treatment="openings-deep")


def ratings(evidence: Evidence, title: str) -> "Figure":
    """Ratings by heuristic and depth."""
    return figures.ratings(evidence, title=title)


def crosstable(evidence: Evidence, title: str) -> "Figure":
    """Score of every player against every other."""
    return figures.crosstable(evidence, title=title)


def proofs(evidence: Evidence, title: str) -> "Figure":
    """Games whose result is proved, by the number of marks on the boards."""
    return figures.proofs(evidence, title=title, treatment="proved")
