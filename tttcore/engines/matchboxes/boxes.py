"""Boxes of a machine as arrays: positions with a box, moves of the beads, initial beads, and opponents' replies."""

from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.matchboxes.recipe import POLICIES, Recipe
from tttcore.games.classic import enumerate_states
from tttcore.games.game_graph import GameGraph, classic_graph, hexapawn_graph, packed_left
from tttcore.games.position import OPEN
from tttcore.players.policy import game

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
    is_own = (graph.results == OPEN) & (graph.seat == ("first", "second").index(recipe.seat))
    moves = graph.distinct if recipe.symmetry == "merged" else graph.successors
    counts = np.count_nonzero(moves >= 0, axis=1).astype(np.int8)
    stage = np.minimum(graph.plies // 2, len(recipe.start) - 1)
    has_box = is_own & (counts > (0 if recipe.forced == "boxed" else 1))
    start = np.where(has_box[:, None] & (moves >= 0), np.array(recipe.start)[stage][:, None], 0).astype(np.int32)
    return Boxes(graph, is_own, moves, counts, has_box, start)


def graph_of(name: Game, merged: bool) -> GameGraph:
    """Graph of a game, see `games.game_graph`."""
    return {"3x3": classic_graph, "hexapawn": hexapawn_graph}[name](merged=merged)


@cache
def replies(name: Game, merged: bool) -> NDArray[np.int16]:
    """(K, N, M) nodes among which each of `POLICIES` draws uniformly, -1 beyond the last.

    A node that several moves lead to comes as often. On 3x3 these are the policies of `players.policy.Game`. In
    Hexapawn a careful player wins at once if it can, else makes any move after which the other can't, if there is one.
    """
    graph = graph_of(name, merged)
    legal = graph.successors >= 0
    if name == "3x3":
        return np.stack([_on_3x3(graph, policy, merged) for policy in POLICIES])
    wins = np.asarray(graph.winning.any(axis=1))
    kept_safe = legal & ~wins[graph.successors]
    safe = np.where(np.asarray(kept_safe.any(axis=1))[:, None], kept_safe, legal)
    careful = np.where(wins[:, None], graph.winning, safe)
    kept = {"random": legal, "careful": careful, "perfect": graph.keeping}
    return np.stack([packed_left(graph.successors, kept[policy]) for policy in POLICIES])


def _on_3x3(graph: GameGraph, policy: str, merged: bool) -> NDArray[np.int16]:
    """Nodes among which a policy of 3x3 draws; those of a state are those of its representative."""
    tables = enumerate_states()
    marked = game(dead=False).opponents[policy] > 0
    if not merged:
        return packed_left(tables.next_position, marked)
    representatives = [tables.position_index[tuple(board)] for board in graph.boards.tolist()]
    return packed_left(tables.next_state, marked[representatives])
