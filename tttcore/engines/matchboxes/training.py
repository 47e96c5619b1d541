"""A training session as one kernel: games against a mixed opponent, and beads moved after each."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.matchboxes.boxes import Boxes, replies
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.games.position import CROSS_WON, DRAWN, OPEN
from tttcore.pipeline.jit import copy_row, inlined, kernel
from tttcore.pipeline.rng import Words, randint, uniform

WON, DREW, LOST, RESIGNED = range(4)
"""Results of a game as the machine sees them."""


class Session(NamedTuple):
    """Record of a training session.

    Attributes
    ----------
    results : (games,) WON, DREW, LOST or RESIGNED.
    openings : (games,) place of the bead that was drawn first among those of its box, -1 if none was.
    beads : (kept, N, M) beads after the games that were asked for.
    """

    results: NDArray[np.int8]
    openings: NDArray[np.int8]
    beads: NDArray[np.int32]


def train(recipe: Recipe, boxes: Boxes, state: Words, *, kept: Sequence[int] = ()) -> Session:
    """Train a machine from its first beads.

    Parameters
    ----------
    state : (1,) random state; it is advanced.
    kept : rising numbers of games, from 0, after which the beads are kept; by default the recipe's points.

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.matchboxes import MENACE, boxes_of, build_recipe, train
    >>> recipe = build_recipe(MENACE, "mine")
    >>> session = train(recipe, boxes_of(recipe), np.array([1], np.uint64))
    >>> np.bincount(session.results).tolist(), session.beads[-1, 0, :3].tolist()
    ([144, 25, 51], [137, 165, 116])
    """
    points = np.array(kept or recipe.points)
    session = Session(
        np.empty(recipe.games, np.int8),
        np.empty(recipe.games, np.int8),
        np.empty((points.size, *boxes.start.shape), np.int32),
    )
    _train(
        (boxes.graph.results, boxes.is_own, boxes.has_box, boxes.moves, boxes.start),
        replies(recipe.game, recipe.merges),
        np.cumsum(recipe.opponent.shares),
        np.array([_by_move(recipe.win), _by_move(recipe.draw), _by_move(recipe.loss)], np.int32),
        recipe.seat == "first",
        recipe.learns == "last",
        recipe.empty == "refilled",
        recipe.opponent.drawn_by == "move",
        points,
        state,
        session,
    )
    return session


MOVES = 5
"""Most moves of a machine in a game of either kind."""


def _by_move(change: list[int]) -> list[int]:
    """Change of beads for each move, the last one for all later ones."""
    return [change[min(move, len(change) - 1)] for move in range(MOVES)]


@kernel
def _train(boxes, replies, shares, changes, is_first, last_alone, refilled, by_move, kept, state, session):
    """Fast form of `reference.Machine`: play all games and fill the session."""
    start = boxes[-1]
    results, openings, at_points = session
    beads = start.copy()
    opened, drawn = np.empty(MOVES, np.int64), np.empty(MOVES, np.int64)
    point = 0
    if kept[0] == 0:
        _copy(beads, at_points[0])
        point = 1
    for game in range(results.size):
        results[game], made = _play(
            boxes, beads, replies, shares, (is_first, refilled, by_move), (opened, drawn), state
        )
        openings[game] = drawn[0] if made else -1
        for move in range(made - 1 if last_alone and made else 0, made):
            box, bead = opened[move], drawn[move]
            beads[box, bead] = max(0, beads[box, bead] + changes[min(results[game], LOST), move])
        if point < kept.size and game + 1 == kept[point]:
            _copy(beads, at_points[point])
            point += 1


@inlined
def _copy(beads, kept):
    """Copy the beads of all boxes."""
    for node in range(beads.shape[0]):
        copy_row(beads[node], kept[node])


@kernel
def _play(boxes, beads, replies, shares, rules, made_moves, state):
    """Fast form of `reference.Machine.play`: play a game.

    Its boxes and beads are left in `made_moves`; returned are its result and the number of beads drawn.
    """
    node_results, is_own, has_box, moves, start = boxes
    is_first, refilled, by_move = rules
    opened, drawn = made_moves
    node, made = 0, 0
    policy = _policy(shares, state)
    while node_results[node] == OPEN:
        if not is_own[node]:
            if by_move:
                policy = _policy(shares, state)
            node = _reply(replies[policy, node], state)
        elif not has_box[node]:
            node = moves[node, 0]
        else:
            if beads[node].sum() == 0:
                if not refilled:
                    return RESIGNED, made
                copy_row(start[node], beads[node])
            opened[made], drawn[made] = node, _draw(beads[node], state)
            node = moves[node, drawn[made]]
            made += 1
    if node_results[node] == DRAWN:
        return DREW, made
    return (WON if (node_results[node] == CROSS_WON) == is_first else LOST), made


@kernel
def _policy(shares, state):
    """Draw a policy by cumulative probabilities; consumes a word."""
    drawn = uniform(state)
    for policy in range(shares.size):
        if drawn < shares[policy]:
            return policy
    return shares.size - 1


@kernel
def _reply(nodes, state):
    """Draw one of the nodes before the first -1; consumes a word."""
    number = nodes.size
    while nodes[number - 1] < 0:
        number -= 1
    return nodes[randint(state, number)]


@kernel
def _draw(beads, state):
    """Draw a bead; consumes a word."""
    left = np.int64(uniform(state) * beads.sum())
    for bead in range(beads.size):
        left -= beads[bead]
        if left < 0:
            return bead
    return beads.size - 1
