"""Figures of Osipa (2017), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from typing import TYPE_CHECKING

import pandas as pd

from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped
from tttcore.stats.columns import of_treatments

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LENGTHS = {0: "heuristic-0", 1: "described", 2: "heuristic-2"}
"""Treatment whose games' lengths are shown, by heuristic."""
OPENINGS = {"openings": "depth 3 and 4", "openings-deep": "depth 6"}
"""Treatments that begin with every first move, with the depths of their players."""
COMPARED = (1, 2)
"""Heuristics that the document compares."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """A move on nine boards, and the search for the next."""
    from tttcore.studies.osipa2017.draw_searches import move_and_search

    return move_and_search(title=title)


@needs(treatments=["described"], tables=["work_by_move"])
def figure_1_work(evidence: Evidence, title: str) -> "Figure":
    """Positions visited for each move by the document's player, with pruning and without."""
    return _work(evidence, title, "described")


@needs(treatments=["described-deeper"], tables=["work_by_move"])
def figure_1_work_deeper(evidence: Evidence, title: str) -> "Figure":
    """The same if depth counts plies after the move."""
    return _work(evidence, title, "described-deeper")


@needs(treatments=["always-four"], tables=["work_by_move"])
def figure_1_work_always_four(evidence: Evidence, title: str) -> "Figure":
    """The same with depth 4 from the second move on."""
    return _work(evidence, title, "always-four")


def _work(evidence: Evidence, title: str, treatment: str) -> "Figure":
    from tttcore.studies.osipa2017.draw_searches import work_by_move

    return work_by_move(of_treatments(evidence.statistics("work_by_move"), [treatment]), title=title)


@needs(treatments=LENGTHS.values())
def game_lengths(evidence: Evidence, title: str) -> "Figure":
    """Games that take more than so many moves, beside the lengths that the document mentions."""
    from tttcore.engines.nine_board.league import HEURISTICS
    from tttcore.studies.osipa2017 import draw_outcomes

    games = grouped(evidence.runs, [*LENGTHS.values()], [HEURISTICS[number] for number in LENGTHS])
    return draw_outcomes.game_lengths(games, published=[40, 49], title=title)


@needs(treatments=OPENINGS, tables=["openings"])
def openings(evidence: Evidence, title: str) -> "Figure":
    """Games that X wins by its first move, of the document's players and of ones that look six plies ahead."""
    from tttcore.studies.osipa2017 import draw_outcomes

    return draw_outcomes.openings(evidence.statistics("openings"), named=OPENINGS, title=title)


@needs(tables=["controlled_or_ways", "heuristics", "rating_differences", "ratings"])
def head_to_head(evidence: Evidence, title: str) -> "Figure":
    """Points of counting controlled boards against counting winning moves: the document's players, and by depth."""
    from tttcore.engines.nine_board.league import HEURISTICS
    from tttcore.studies.osipa2017 import draw_outcomes

    direct = evidence.statistics("controlled_or_ways").iloc[[0]].assign(label="document's player")
    means = evidence.statistics("heuristics")
    players = evidence.statistics("ratings").set_index("player")[["heuristic", "depth"]]
    pairs = evidence.statistics("rating_differences").join(players, on="a").join(players.add_suffix("_b"), on="b")
    same = pairs[(pairs["depth"] == pairs["depth_b"])]
    same = same[(same["heuristic"] == COMPARED[0]) & (same["heuristic_b"] == COMPARED[1])].sort_values("depth")
    between = " to ".join(f"{depth:g}" for depth in (same["depth"].min(), same["depth"].max()))
    mean = means[(means["a"] == COMPARED[0]) & (means["b"] == COMPARED[1])].assign(label=f"mean of depths {between}")
    by_depth = same.assign(label=[f"depth {depth:g}" for depth in same["depth"]])[::-1]
    first, second = (HEURISTICS[number] for number in COMPARED)
    return draw_outcomes.head_to_head(pd.concat([direct, mean, by_depth]), first=first, second=second, title=title)


@needs(tables=["ratings"])
def ratings(evidence: Evidence, title: str) -> "Figure":
    """Ratings by depth, a line for each heuristic, and of other players."""
    from tttcore.engines.nine_board.league import HEURISTICS
    from tttcore.plots import ratings as draw

    table = evidence.statistics("ratings")
    return draw.ratings(table, title=title, name=evidence.names.player, heuristics=HEURISTICS)


@needs(tables=["crosstable", "ratings"])
def crosstable(evidence: Evidence, title: str) -> "Figure":
    """Score of players against each other, of those with a fixed depth the deepest and half as deep."""
    from tttcore.plots import ratings as draw

    players, table = evidence.statistics("ratings"), evidence.statistics("crosstable")
    deepest = players["depth"].max()
    shown = players.loc[players["depth"].isna() | players["depth"].isin([deepest / 2, deepest]), "player"]
    kept = table[table["player"].isin(shown) & table["opponent"].isin(shown)]
    return draw.crosstable(kept, title=title, name=evidence.names.player)
