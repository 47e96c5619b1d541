"""Exact results of a player of a finite game: against policies that don't learn, and against the worst replies."""

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from tttcore.games.position import OPEN, RESULTS
from tttcore.pipeline.jit import kernel

PLACES = np.array([1, 0, 2])
"""Index of each final outcome among the probabilities of the results: first player wins, draw, second player wins."""
REPLIES = {"reply_value": (-1.0, 0.0, 1.0), "reply_lost": (0.0, 0.0, 1.0)}
"""Results against the worst replies, see `exact_results`, and what these aim at, see `reply_values`."""
Chances = NDArray[np.float64]
"""(N, M) probability that the side to move makes each move; 0 if the game is over."""
Floats = NDArray[np.float64]


class FiniteGame(Protocol):
    """A game of N positions with at most M moves as tables; positions are in the order of plies."""

    @property
    def boards(self) -> NDArray[np.uint8]:
        """(N, cells) board of each position, or of one of those that are equal up to symmetry."""

    @property
    def results(self) -> NDArray[np.int8]:
        """(N,) how the game stands, see `games.position.Outcome`."""

    @property
    def seat(self) -> NDArray[np.int8]:
        """(N,) seat to move, 0 or 1."""

    @property
    def successors(self) -> NDArray[np.int16]:
        """(N, M) position after each move, -1 for none; several moves may lead to one position."""


def exact_results(
    game: FiniteGame, player: Chances, seat: int, opponents: Mapping[str, Chances], forfeits: Floats | None = None
) -> dict[str, float]:
    """Exact results of a player in a seat.

    Parameters
    ----------
    player : only its positions in its own seat matter, here and of `forfeits`.
    seat : 0 if it moves first, 1 if second.
    opponents : policies that don't learn, by name.
    forfeits : (N,) probability that the player makes no move and loses; it and those of the moves add up to 1.

    Returns
    -------
    {opponent}_won, {opponent}_drawn, {opponent}_lost : probabilities, as the player sees them.
    reply_value : expected result of the reply that does best against the player: 1 if it always wins, 0 if it is even
        with the player, -1 if it always loses. Of 3x3 at least 0, since neither side can force a win.
    reply_lost : the chance to lose to the reply that makes the player lose most; 0 if it never loses.

    Examples
    --------
    >>> from tttcore.players.exact_results import exact_results
    >>> from tttcore.players.policy import game
    >>> played = game(dead=False)
    >>> careful = exact_results(played, played.opponents["careful"], 0, played.opponents)
    >>> {name: round(careful[name], 3) for name in ("random_won", "perfect_lost", "reply_value", "reply_lost")}
    {'random_won': 0.896, 'perfect_lost': 0.165, 'reply_value': 0.4, 'reply_lost': 0.467}
    """
    own_forfeits = None if forfeits is None else np.where(game.seat == seat, forfeits, 0.0)
    found: dict[str, float] = {}
    for name, opponent in opponents.items():
        pair = (player, opponent) if seat == 0 else (opponent, player)
        _, ends = propagate(game, *pair, own_forfeits)
        own = ends.tolist() if seat == 0 else ends[::-1].tolist()
        found |= {f"{name}_{result}": chance for result, chance in zip(RESULTS, own, strict=True)}
    return found | {
        name: float(reply_values(game, player, seat, forfeits, worth=worth)[0]) for name, worth in REPLIES.items()
    }


def propagate(
    game: FiniteGame, first: Chances, second: Chances, forfeits: Floats | None = None
) -> tuple[Floats, Floats]:
    """(N,) probabilities that a game of two players reaches each position; (3,) of first wins, a draw, second wins.

    Parameters
    ----------
    forfeits : (N,) probability that the side to move loses at once; it and those of the moves add up to 1. None by
        default.
    """
    reached, ends = np.zeros(game.results.size), np.zeros(3)
    _propagate(game.successors, game.seat, game.results, first, second, forfeits, reached, ends)
    return reached, ends


def reply_values(
    game: FiniteGame,
    player: Chances,
    seat: int,
    forfeits: Floats | None = None,
    *,
    worth: tuple[float, float, float] = REPLIES["reply_value"],
) -> Floats:
    """(N,) what the best reply to a player can expect from each position.

    By backward induction: the expectation where the player is to move, the maximum where the opponent is.

    Parameters
    ----------
    player, seat, forfeits : see `exact_results`.
    worth : what the reply aims at: the worth of a game that the player wins, draws and loses, rising.
    """
    values = np.empty(game.results.size)
    ends = np.array(worth if seat == 0 else worth[::-1])
    _reply(game.successors, game.seat, game.results, player, forfeits, seat, ends, values)
    return values


@kernel
def _propagate(successors, seat, results, first, second, forfeits, reached, ends):
    """Propagate probabilities forward; positions are in order of plies, so that one pass is enough."""
    reached[0] = 1.0
    for position in range(results.size):
        chance = reached[position]
        if chance == 0.0:
            continue
        if results[position] != OPEN:
            ends[PLACES[results[position]]] += chance
            continue
        chances = first if seat[position] == 0 else second
        if forfeits is not None:
            ends[2 if seat[position] == 0 else 0] += chance * forfeits[position]
        # Several moves may lead to one position. Positions and moves come in a fixed order, so that the probabilities
        # of all ways add up in the same order, to the same bits, everywhere.
        for move in range(successors.shape[1]):
            if chances[position, move] > 0.0:
                reached[successors[position, move]] += chance * chances[position, move]


@kernel
def _reply(successors, seats, results, player, forfeits, seat, ends, values):
    """Fill `values` from the last position to the first; positions are in order of plies, so successors are known."""
    lost = ends[2 if seat == 0 else 0]
    for position in range(results.size - 1, -1, -1):
        if results[position] != OPEN:
            values[position] = ends[PLACES[results[position]]]
        elif seats[position] == seat:
            values[position] = 0.0 if forfeits is None else lost * forfeits[position]
            for move in range(successors.shape[1]):
                if player[position, move] > 0.0:
                    values[position] += player[position, move] * values[successors[position, move]]
        else:
            values[position] = -np.inf
            for move in range(successors.shape[1]):
                if successors[position, move] >= 0:
                    values[position] = max(values[position], values[successors[position, move]])
