"""Agents of 3x3 for the registry: machines with their beads, at the end of their training and during it."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.agents import check_rerun
from tttcore.engines.matchboxes.boxes import Boxes, boxes_of
from tttcore.engines.matchboxes.engine import checksum
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.engines.matchboxes.training import train
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import CELLS, StateTables
from tttcore.players.agent_table import evenly_spaced
from tttcore.players.policy import MOST_BEADS, Beads

UNIT = "games"


def agents(
    recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate, snapshots: int
) -> Iterator[dict[str, Any]]:
    """See `Agents.agents`: machines of 3x3 whose beads fit, trained again; a followed one is recorded from the start.

    An agent doesn't resign: where its box is empty it draws from the first beads of the box.
    """
    if recipe.game != "3x3" or recipe.most_beads > MOST_BEADS:
        return
    boxes = boxes_of(recipe)
    points = evenly_spaced([0, *recipe.points], snapshots) if snapshots else [recipe.games]
    session = train(recipe, boxes, replicate.word(), kept=points)
    for games, beads in zip(points, session.beads, strict=True):
        yield {"step": games, "seat": recipe.seat, "beads": beads_of_positions(recipe, boxes, beads, tables)}
    check_rerun(replicate, checksum(session.beads[-1]), run["champion"])


def beads_of_positions(recipe: Recipe, boxes: Boxes, beads: NDArray[np.int32], tables: StateTables) -> Beads:
    """(5478, 9) beads of the cells of each position, from (N, M) beads of boxes.

    A bead of a box that stands for several symmetric positions marks the first of the cells that lead to its node, with
    the beads of all moves that do. A single move has a bead of its own; a position in which the machine isn't to move
    has none.
    """
    empty = beads.sum(axis=1, keepdims=True) == 0
    held = np.where(empty, np.maximum(boxes.start, (boxes.counts == 1)[:, None]), beads)
    nodes = tables.state_of if recipe.merges else np.arange(len(tables.positions))
    found = np.zeros((len(tables.positions), CELLS), np.uint16)
    for position in np.flatnonzero(boxes.is_own[nodes]):
        node, after = nodes[position], tables.next_position[position]
        led_to = np.where(after >= 0, tables.state_of[after] if recipe.merges else after, -1)
        for move in range(boxes.counts[node]):
            found[position, np.argmax(led_to == boxes.moves[node, move])] += held[node, move]
    return found
