"""Facts of MENACE's boxes, computed from all states of 3x3: their number by different rules, and their first beads."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tttcore.games.classic import StateTables
from tttcore.games.game_graph import GameGraph, classic_graph
from tttcore.games.position import CROSS_WON, NOUGHT_WON, OPEN
from tttcore.pipeline.needs import needs
from tttcore.studies.method import Fact, fact_table

DEFAULT = "person"
"""Treatment with the published parameters."""


@needs(treatments=[DEFAULT])
@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the boxes; parameters as in `studies.method.method_tables`."""
    merged, whole = classic_graph(merged=True), classic_graph(merged=False)
    faced, choices = (merged.results == OPEN) & (merged.seat == 0), np.count_nonzero(merged.distinct >= 0, axis=1)
    boxes = faced & (choices > 1)
    recipe = recipes[DEFAULT]
    first_beads = recipe["start"]
    by_move = [int((boxes & (merged.plies == 2 * move)).sum()) for move in range(len(first_beads))]
    yield "boxes", int(boxes.sum()), "positions up to symmetry in which the first player has a choice"
    yield "boxes_by_move", None, "the same by its first to fourth move", ", ".join(map(str, by_move))
    yield "boxes_with_last_move", int(faced.sum()), "the same with those of the fifth move, which is forced"
    yield (
        "boxes_unmerged",
        int(((whole.results == OPEN) & (whole.seat == 0) & (whole.counts > 1)).sum()),
        "boxes if every position had one of its own",
    )
    lost = boxes & (merged.values == -1)
    by_move = [int((lost & (merged.plies == 2 * move)).sum()) for move in range(len(first_beads))]
    yield "boxes_lost", int(lost.sum()), "boxes in which the second player wins with perfect play"
    yield "boxes_lost_by_move", None, "the same by move", ", ".join(map(str, by_move))
    hopeless = lost & (merged.plies == 2 * (len(first_beads) - 1))
    yield "boxes_not_hopeless", int((boxes & ~hopeless).sum()), "boxes but those of the fourth move that are lost"
    beads = sum(int(choices[boxes & (merged.plies == 2 * move)].sum()) * each for move, each in enumerate(first_beads))
    yield "beads", beads, "beads of all boxes before the first game, with symmetric moves as one"
    yield "first_marks", int(choices[0]), "different first marks, with symmetric ones as one"
    how = "beads of each move in a new box by the machine's first to fourth move, from the configuration"
    yield "first_beads", None, how, ", ".join(map(str, first_beads))
    how = "beads by which each move of a won, drawn and lost game changes, from the configuration"
    yield "changes", None, how, ", ".join(f"{recipe[result][0]:+d}" for result in ("win", "draw", "loss"))
    yield "games", recipe["games"], "games of a run, from the configuration"
    won, lost = (_random_chance(whole, result) for result in (CROSS_WON, NOUGHT_WON))
    yield "random_advantage", won / lost, "games that the first player wins, by those that it loses, of random play"


def _random_chance(graph: GameGraph, result: int) -> float:
    """Probability of a result if both players move at random."""
    chance = (graph.results == result).astype(float)
    for node in range(len(chance) - 1, -1, -1):
        if graph.results[node] == OPEN:
            chance[node] = chance[graph.successors[node, : graph.counts[node]]].mean()
    return float(chance[0])
