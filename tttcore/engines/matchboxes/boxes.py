"""Boxes of a machine as arrays, its opponents, and the machine as a player."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.matchboxes.recipe import POLICIES, Recipe
from tttcore.games.classic import enumerate_states
from tttcore.games.game_graph import GameGraph, classic_graph, hexapawn_graph, packed_left
from tttcore.games.position import OPEN, SEATS
from tttcore.players.exact_results import Chances, Floats
from tttcore.players.policy import game, uniform_policy

Game = Literal["3x3", "hexapawn"]


@dataclass(frozen=True, eq=False)
class Boxes:
    """Boxes of a machine on a graph of N nodes with at most M moves.

    Attributes
    ----------
    graph : the game.
    is_own : (N,) True where the machine is to move.
    moves : (N, M) nodes that its beads stand for, -1 beyond the last; without shared beads a node comes as often as
        moves lead to it.
    counts : (N,) number of these.
    has_box : (N,) True where the machine draws a bead.
    start : (N, M) beads before the first game, 0 where there is no box.
    """

    graph: GameGraph
    is_own: NDArray[np.bool_]
    moves: NDArray[np.int16]
    counts: NDArray[np.int8]
    has_box: NDArray[np.bool_]
    start: NDArray[np.int32]

    @property
    def nodes(self) -> NDArray[np.intp]:
        """Nodes that have a box, in order."""
        return np.flatnonzero(self.has_box)


def boxes_of(recipe: Recipe) -> Boxes:
    """Boxes of a recipe's machine before its first game.

    Examples
    --------
    >>> from tttcore.matchboxes import MENACE, boxes_of, build_recipe
    >>> boxes = boxes_of(build_recipe(MENACE, "mine"))
    >>> boxes.nodes.size, boxes.start[0, : boxes.counts[0]].tolist()
    (304, [4, 4, 4])
    """
    graph = graph_of(recipe.game, recipe.merges)
    is_own = (graph.results == OPEN) & (graph.seat == SEATS.index(recipe.seat))
    moves = graph.distinct if recipe.symmetry == "merged" else graph.successors
    counts = np.count_nonzero(moves >= 0, axis=1).astype(np.int8)
    stage = np.minimum(graph.plies // 2, len(recipe.start) - 1)
    has_box = is_own & (counts > (0 if recipe.forced == "boxed" else 1))
    start = np.where(has_box[:, None] & (moves >= 0), np.array(recipe.start)[stage][:, None], 0).astype(np.int32)
    return Boxes(graph, is_own, moves, counts, has_box, start)


def graph_of(name: Game, merged: bool) -> GameGraph:
    """Graph of a game, see `games.game_graph`."""
    return {"3x3": classic_graph, "hexapawn": hexapawn_graph}[name](merged=merged)


def as_player(
    recipe: Recipe, boxes: Boxes, beads: NDArray[np.int32]
) -> tuple[GameGraph, Chances, int, Mapping[str, Chances], Floats | None]:
    """Arguments of `players.exact_results.exact_results` for a machine with (N, M) `beads`.

    A machine that comes to an empty box resigns, or draws from its first beads if boxes are refilled.
    """
    empty, refilled = boxes.has_box & ~beads.any(axis=1), recipe.empty == "refilled"
    held = np.where(empty[:, None] & refilled, boxes.start, beads)
    weights = np.where(boxes.has_box[:, None], held, boxes.moves >= 0)
    chances = weights / np.maximum(weights.sum(axis=1, keepdims=True), 1)
    played = replace(boxes.graph, successors=np.where(boxes.is_own[:, None], boxes.moves, boxes.graph.successors))
    seat, others = SEATS.index(recipe.seat), opponents(recipe.game, recipe.merges)
    return played, chances, seat, others, None if refilled else empty.astype(float)


@cache
def opponents(name: Game, merged: bool) -> Mapping[str, Chances]:
    """(N, M) probability of each move of each of `POLICIES`, uniform among those that it makes.

    On 3x3 these are the policies of `players.policy.Game`, of a state those of its representative. In Hexapawn a
    careful player wins at once if it can, else makes any move after which the other can't, if there is one.
    """
    graph = graph_of(name, merged)
    legal = graph.successors >= 0
    if name == "3x3":
        tables = enumerate_states()
        rows = [tables.position_index[tuple(board)] for board in graph.boards.tolist()]
        free = tables.next_position[rows] >= 0
        marked = {policy: cells[rows] > 0 for policy, cells in game(dead=False).opponents.items()}
        kept = {policy: packed_left(cells.astype(np.int16), free) > 0 for policy, cells in marked.items()}
    else:
        wins = np.asarray(graph.winning.any(axis=1))
        kept_safe = legal & ~wins[graph.successors]
        safe = np.where(np.asarray(kept_safe.any(axis=1))[:, None], kept_safe, legal)
        careful = np.where(wins[:, None], graph.winning, safe)
        kept = {"random": legal, "careful": careful, "perfect": graph.keeping}
    return {policy: uniform_policy(kept[policy]) for policy in POLICIES}


@cache
def replies(name: Game, merged: bool) -> NDArray[np.int16]:
    """(K, N, M) nodes among which each of `POLICIES` draws uniformly, -1 beyond the last.

    A node that several moves lead to comes as often.
    """
    successors = graph_of(name, merged).successors
    return np.stack([packed_left(successors, chances > 0) for chances in opponents(name, merged).values()])
