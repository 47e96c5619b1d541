"""Kinds of figures about nine-board games: work of searches, outcomes, ratings."""

# ruff: noqa: PLC0415 - see `figure`

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def work_by_move(evidence: Evidence, *, title: str, treatment: str, table: str = "work_by_move") -> "Figure":
    """Positions searched for each move, with pruning and without."""
    from tttcore.engines.nine_board.plots import searches

    return searches.work_by_move(_of_treatment(evidence, table, treatment), title=title)


def openings(evidence: Evidence, *, title: str, treatment: str, table: str = "openings") -> "Figure":
    """Share of games that X wins, by its first move."""
    from tttcore.engines.nine_board.plots import outcomes

    return outcomes.openings(_of_treatment(evidence, table, treatment), title=title)


def proofs(evidence: Evidence, *, title: str, treatment: str, table: str = "proofs") -> "Figure":
    """Share of games whose winner is proved by each ply."""
    from tttcore.engines.nine_board.plots import outcomes

    return outcomes.proofs(_of_treatment(evidence, table, treatment), title=title)


def ratings(evidence: Evidence, *, title: str, table: str = "ratings") -> "Figure":
    """Ratings by depth, a line for each heuristic, and of other players."""
    from tttcore.engines.nine_board.plots import ratings

    return ratings.ratings(evidence.statistics(table), title=title, name=evidence.names.player)


def crosstable(evidence: Evidence, *, title: str, table: str = "crosstable") -> "Figure":
    """Score of every player against every other."""
    from tttcore.engines.nine_board.plots import ratings

    return ratings.crosstable(evidence.statistics(table), title=title, name=evidence.names.player)


def game_lengths(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    published: Sequence[int] = (),
) -> "Figure":
    """Share of games that take more than so many moves, a line per treatment.

    Parameters
    ----------
    published : lengths of games that the document mentions, marked by vertical lines.
    """
    from tttcore.engines.nine_board.plots import outcomes

    looks = evidence.looks.labelled(treatments, labels)
    games = grouped(evidence.runs, treatments, evidence.looks.called(treatments, labels))
    return outcomes.game_lengths(games, looks=looks, published=published, title=title)


def _of_treatment(evidence: Evidence, name: str, treatment: str) -> pd.DataFrame:
    """Rows of a treatment in a table of statistics; ConfigError if there are none."""
    table = evidence.statistics(name)
    there = table["treatment"].unique().tolist()
    if treatment not in there:
        raise ConfigError(f"treatment: {treatment!r} is not in {name}{choices(treatment, there)}")
    return table[table["treatment"] == treatment]
