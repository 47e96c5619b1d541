"""Facts of MENACE's boxes, computed from all states of 3x3: how many there are by which rule, and their first beads."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tttcore.games.classic import StateTables
from tttcore.games.game_graph import classic_graph
from tttcore.games.position import OPEN
from tttcore.studies.method import Fact, fact_table

FIRST_BEADS = (4, 3, 2, 1)
"""Beads of each move by the machine's first to fourth move."""


@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of the boxes; parameters as in `studies.method.method_tables`."""
    merged, whole = classic_graph(merged=True), classic_graph(merged=False)
    faced, choices = (merged.results == OPEN) & (merged.seat == 0), np.count_nonzero(merged.distinct >= 0, axis=1)
    boxes = faced & (choices > 1)
    by_move = [int((boxes & (merged.plies == 2 * move)).sum()) for move in range(len(FIRST_BEADS))]
    yield "boxes", int(boxes.sum()), "positions up to symmetry in which the first player has a choice"
    yield "boxes_by_move", None, "the same by its first to fourth move", ", ".join(map(str, by_move))
    yield "boxes_with_last_move", int(faced.sum()), "the same with those of the fifth move, which is forced"
    yield (
        "boxes_unmerged",
        int(((whole.results == OPEN) & (whole.seat == 0) & (whole.counts > 1)).sum()),
        "boxes if every position had one of its own",
    )
    lost = boxes & (merged.values == -1)
    by_move = [int((lost & (merged.plies == 2 * move)).sum()) for move in range(len(FIRST_BEADS))]
    yield "boxes_lost", int(lost.sum()), "boxes in which the second player wins with perfect play"
    yield "boxes_lost_by_move", None, "the same by move", ", ".join(map(str, by_move))
    hopeless = lost & (merged.plies == 2 * (len(FIRST_BEADS) - 1))
    yield "boxes_not_hopeless", int((boxes & ~hopeless).sum()), "boxes but those of the fourth move that are lost"
    beads = sum(int(choices[boxes & (merged.plies == 2 * move)].sum()) * each for move, each in enumerate(FIRST_BEADS))
    yield "beads", beads, "beads of all boxes before the first game, with symmetric moves as one"
