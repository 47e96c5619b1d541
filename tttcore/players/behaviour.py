"""First marks of a player of 3x3, and its mistake on the line of play that makes it lose most."""

from functools import cache

import numpy as np

from tttcore.games.classic import CENTRE, CORNERS, SIDES, Solution, enumerate_states, solve
from tttcore.games.position import SIGNS
from tttcore.players.exact_results import REPLIES, Chances, FiniteGame, Floats, reply_values

OPENINGS = {"centre": (CENTRE,), "corner": CORNERS, "side": SIDES}
"""Kinds of first marks, and their cells."""


def openings(game: FiniteGame, player: Chances) -> dict[str, float]:
    """Probability of each of `OPENINGS` as the first mark of a player that moves first.

    They add up to less than 1 if it may give up at once.
    """
    marked = game.boards[game.successors[0]].astype(bool) & (game.successors[0] >= 0)[:, None]
    return {kind: sum(player[0][marked[:, cells].any(axis=1)].tolist()) for kind, cells in OPENINGS.items()}


def worst_mistake(game: FiniteGame, player: Chances, seat: int, forfeits: Floats | None = None) -> str:
    """Mistake of a player of 3x3 on the line of play that makes it lose most.

    The line follows the reply that makes the player lose most, and of the player's own moves the one that adds most to
    its chance to lose; the first of equals. The mistake is the first of its moves there after which the opponent can
    force a win.

    Parameters
    ----------
    player, seat, forfeits : see `exact_results.exact_results`.

    Returns
    -------
    The state's nine cells, "-" being free, with the mistaken mark in lower case, such as "X---o----"; without a mark in
    lower case if it gives up there; empty if it never loses. Of symmetric cells the first.

    Examples
    --------
    A player that marks the first free cell doesn't block; as O it answers a corner on a side:

    >>> from tttcore.players.behaviour import worst_mistake
    >>> from tttcore.players.policy import game, uniform_policy
    >>> played = game(dead=False)
    >>> free = played.successors >= 0
    >>> first = uniform_policy(free & (free.cumsum(axis=1) == 1))
    >>> worst_mistake(played, first, 0), worst_mistake(played, first, 1)
    ('XOXxO----', 'Xo-------')
    """
    tables, solution = enumerate_states(), _solution()
    lost = reply_values(game, player, seat, forfeits, worth=REPLIES["reply_lost"])
    position = 0
    while lost[0] > 0:
        own, after = game.seat[position] == seat, game.successors[position]
        chances = player[position] if own else (after >= 0).astype(float)
        adds = np.where(chances > 0, chances * lost[after], -1.0)
        move = int(adds.argmax())
        state = _state(game, position)
        text = "".join(f"-{SIGNS}"[mark] for mark in tables.states[state].tolist())
        if own and forfeits is not None and forfeits[position] >= adds[move]:
            return text
        position = int(after[move])
        following = _state(game, position)
        if own and solution.values[following] == (-1 if seat == 0 else 1):
            cell = int(np.argmax(tables.next_state[state] == following))
            return text[:cell] + SIGNS[seat].lower() + text[cell + 1 :]
    return ""


def _state(game: FiniteGame, position: int) -> int:
    tables = enumerate_states()
    return int(tables.state_of[tables.position_index[tuple(game.boards[position].tolist())]])


@cache
def _solution() -> Solution:
    return solve(enumerate_states())
