"""Figures of nine-board games: work of searches, outcomes, ratings."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def work_by_move(evidence: Evidence, *, title: str, treatment: str) -> "Figure":
    """Positions searched for each move, with pruning and without."""
    from tttcore.engines.nine_board.plots import searches

    return searches.work_by_move(_of_treatment(evidence, "work_by_move", treatment), title=title)


def openings(evidence: Evidence, *, title: str, treatment: str) -> "Figure":
    """Share of games that X wins, by its first move."""
    from tttcore.engines.nine_board.plots import outcomes

    return outcomes.openings(_of_treatment(evidence, "openings", treatment), title=title)


def proofs(evidence: Evidence, *, title: str, treatment: str) -> "Figure":
    """Share of games whose winner is proved by each ply."""
    from tttcore.engines.nine_board.plots import outcomes

    return outcomes.proofs(_of_treatment(evidence, "proofs", treatment), title=title)


def ratings(evidence: Evidence, *, title: str) -> "Figure":
    """Ratings by depth, a line for each heuristic, and of other players."""
    from tttcore.engines.nine_board.plots import ratings

    return ratings.ratings(evidence.statistics("ratings"), title=title, name=evidence.names.player)


def crosstable(evidence: Evidence, *, title: str) -> "Figure":
    """Score of every player against every other."""
    from tttcore.engines.nine_board.plots import ratings

    return ratings.crosstable(evidence.statistics("crosstable"), title=title, name=evidence.names.player)


def game_lengths(evidence: Evidence, *, title: str, labels: Mapping[str, str], published: Sequence[int]) -> "Figure":
    """Share of games that take more than so many moves, a line per treatment.

    Parameters
    ----------
    labels : labels of the lines by treatment.
    published : lengths of games that the document mentions, marked by vertical lines.
    """
    from tttcore.engines.nine_board.plots import outcomes

    games = grouped(evidence.runs, [*labels], [*labels.values()])
    looks = evidence.looks.labelled([*labels], [*labels.values()])
    return outcomes.game_lengths(games, looks=looks, published=published, title=title)


def _of_treatment(evidence: Evidence, name: str, treatment: str) -> pd.DataFrame:
    """Rows of a treatment in a table of statistics."""
    table = evidence.statistics(name)
    return table[table["treatment"] == treatment]
