"""Facts of Hexapawn, computed from all its positions: its value, lengths of games, and the number of boxes."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import StateTables
from tttcore.games.game_graph import GameGraph, hexapawn_graph
from tttcore.games.position import OPEN
from tttcore.pipeline.needs import needs
from tttcore.studies.method import Fact, fact_table

MACHINE = 1
"""Seat of the machine."""
DEFAULT = "person"
"""Treatment with the published parameters."""


@needs(treatments=[DEFAULT])
@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of Hexapawn; parameters as in `studies.method.method_tables`."""
    merged, whole = hexapawn_graph(merged=True), hexapawn_graph(merged=False)
    yield "value", int(whole.values[0]), "1 if the first player wins with perfect play, -1 if the second does"
    yield "positions", len(whole.results), "positions that games reach, finished ones among them"
    yield "positions_merged", len(merged.results), "the same with mirror images as one"
    yield "games", _games(whole), "different games"
    yield "longest", int(whole.plies.max()), "moves of the longest games, of both players"
    yield from _boxes(merged, whole)
    recipe = recipes[DEFAULT]
    loss = f"{recipe['loss'][0]:+d} of its {recipe['learns']} move; an empty box {recipe['empty']}"
    yield "loss", None, "beads by which a lost game changes, from the configuration", loss


def _boxes(merged: GameGraph, whole: GameGraph) -> Iterator[Fact]:
    faced = _faced(merged)
    by_move = [int((faced & (merged.plies == ply)).sum()) for ply in range(MACHINE, int(merged.plies.max()) + 1, 2)]
    counted = [number for number in by_move if number]
    words = ", ".join(map(str, counted))
    yield "boxes", int(faced.sum()), "positions in which the machine is to move, with mirror images as one"
    yield "boxes_by_move", None, "the same by its first, second and third move", words
    yield "boxes_unmerged", int(_faced(whole).sum()), "the same with mirror images apart"
    yield "boxes_by_opening", _by_opening(merged), "the same if boxes of different first moves are kept apart"
    choices = np.count_nonzero(merged.distinct >= 0, axis=1)
    yield "boxes_with_choice", int((faced & (choices > 1)).sum()), "boxes with two different moves or more"
    yield (
        "boxes_lost",
        int((faced & (merged.values == 1)).sum()),
        "boxes in which the first player wins whatever it does",
    )
    yield "beads", int(choices[faced].sum()), "beads of all boxes with one for each different move"


def _faced(graph: GameGraph) -> NDArray[np.bool_]:
    """(N,) True where the machine is to move."""
    return np.asarray((graph.results == OPEN) & (graph.seat == MACHINE))


def _games(graph: GameGraph) -> int:
    """Number of games: ways through all positions to an end."""
    ways = [0] * len(graph.results)
    for node in range(len(ways) - 1, -1, -1):
        after = graph.successors[node][graph.successors[node] >= 0].tolist()
        ways[node] = sum(ways[each] for each in after) if after else 1
    return ways[0]


def _by_opening(merged: GameGraph) -> int:
    """Number of positions that face the machine after each first move, added up over the first moves."""
    faced, total = _faced(merged), 0
    for opening in merged.distinct[0][merged.distinct[0] >= 0]:
        reached = np.zeros(len(merged.results), np.bool_)
        reached[opening] = True
        for node in range(len(reached)):
            if reached[node]:
                reached[merged.successors[node][merged.successors[node] >= 0]] = True
        total += int((faced & reached).sum())
    return total
