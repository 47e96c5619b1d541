"""Evaluate the greedy policies of a trained pair: exactly on 3x3, elsewhere by matches.

Exact results follow all games at once, by the probability of each position. A policy with random ties draws from its
best moves. An opponent that marks any cell plays every reply with some probability, so that whatever can happen to a
policy happens against it: the worst result of positive probability is the value against a best response.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular.keys import position_key
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import Finite, Key, Recipe
from tttcore.engines.tabular.schemas import MATCHES, QUALITY, RESULTS
from tttcore.games.classic import CELLS, CROSS, NOUGHT, enumerate_states
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, OPEN, SEATS
from tttcore.games.tables import to_digits
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words
from tttcore.players.exact_results import propagate
from tttcore.players.policy import Cells, Game, Policy, game, worst_result

LEARNED = "learned"
UNKNOWN = float("nan")


def evaluate(learner: Learner, games: int, state: Words) -> dict[str, float]:
    """Columns `schemas.RESULTS` and `schemas.QUALITY` of both policies, exactly where possible.

    Elsewhere they are from matches of `games` games each, with random words from `state`.
    """
    return evaluate_exactly(learner) if is_exact(learner.recipe) else evaluate_by_games(learner, games, state)


def is_exact(recipe: Recipe) -> bool:
    """True if the game is 3x3 with three in a row, all of whose positions are enumerated."""
    return isinstance(recipe.board, Finite) and recipe.board.size == recipe.need == 3


def evaluate_exactly(learner: Learner) -> dict[str, float]:
    """Exact results of both policies on 3x3; a fraction of a millisecond once keys and opponents are cached."""
    played = _game(learner)
    policy = _policy(learner, played)
    players = {LEARNED: policy, **played.opponents}
    found = dict.fromkeys((*RESULTS, *QUALITY), UNKNOWN)
    for match in MATCHES:
        reached, ends = propagate(played, *(players[name] for name in _seated(match)))
        found |= _shares(match, ends.tolist())
        seat, _, opponent = match.partition("_")
        if opponent == "random":
            found[f"{seat}_worst"] = worst_result(found[f"{match}_lost"], found[f"{match}_drawn"])
            own = (reached > 0) & (played.seat == SEATS.index(seat))
            found[f"{seat}_mistakes"] = float(np.count_nonzero(own & played.mistakes(policy)))
            found[f"{seat}_decisions"] = float(np.count_nonzero(own & played.has_choice))
    return found


def evaluate_by_games(learner: Learner, games: int, state: Words) -> dict[str, float]:
    """Results of both policies in `games` games of each match; columns about perfect play are NaN."""
    found = dict.fromkeys((*RESULTS, *QUALITY), UNKNOWN)
    for match in MATCHES:
        if not match.endswith("_perfect"):
            tally = learner.play_match(*_seated(match), games, state)
            found |= _shares(match, [count / games for count in (tally.first, tally.drawn, tally.second)])
    return found


def afterstate_values(learner: Learner) -> NDArray[np.float64]:
    """(5478,) value of each position of 3x3 to the player who has just moved, stored or initial.

    That of the empty board, which no move leads to, means nothing.
    """
    initial, by_result = learner.recipe.initial, np.empty(4)
    by_result[[CROSS_WON, NOUGHT_WON, DRAWN, OPEN]] = initial.win, initial.win, initial.draw, initial.open
    found = by_result[_game(learner).results]
    found[1:] = learner.values_of(_keys(learner.recipe.key, learner.salt), found[1:])
    return found


def greedy_cells(learner: Learner) -> Cells:
    """Cells of each position of 3x3 with the highest value; the first of them alone unless ties are random."""
    return _policy(learner, _game(learner)) > 0


def champion(learner: Learner) -> str:
    """Greedy policies of both seats as a digit per position of 3x3: the first best cell, or 9 if the game is over."""
    played = _game(learner)
    chosen = np.where(played.results == OPEN, _policy(learner, played).argmax(axis=1), CELLS)
    return to_digits(chosen[None].astype(np.uint8))[0]


def _seated(match: str) -> tuple[str, str]:
    """Kinds of players that play first and second in a match."""
    seat, _, opponent = match.partition("_")
    if not opponent:
        return LEARNED, LEARNED
    return (LEARNED, opponent) if seat == "first" else (opponent, LEARNED)


def _shares(match: str, ends: Sequence[float]) -> dict[str, float]:
    """Columns of a match, seen by the policy, from proportions of games: first player won, drawn, second player won."""
    own = ends[::-1] if match.startswith("second") else ends
    return {f"{match}_{result}": share for result, share in zip(("won", "drawn", "lost"), own, strict=True)}


def _game(learner: Learner) -> Game:
    """Exact tables of 3x3 by the rule for drawn games of a pair."""
    board = learner.recipe.board
    assert isinstance(board, Finite)
    assert is_exact(learner.recipe)
    return game(dead=board.tie == "dead")


def _policy(learner: Learner, played: Game) -> Policy:
    """Probability of each cell under the greedy policies of both seats, ties broken as the recipe says."""
    chances = np.zeros(played.successors.shape)
    _choose(played.successors, afterstate_values(learner), learner.recipe.ties == "random", chances)
    return chances


@cache
def _keys(kind: Key, salt: int) -> NDArray[np.uint64]:
    """(5477,) keys of all positions but the empty board; takes a second."""
    boards = enumerate_states().positions[1:]
    return np.array([position_key(kind, _marks(board), finite=True, salt=salt) for board in boards], np.uint64)


def _marks(board: NDArray[np.uint8]) -> list[tuple[int, int]]:
    """Coordinates of the players' marks on a board, in turn."""
    cells = np.empty(np.count_nonzero(board), np.intp)
    cells[::2], cells[1::2] = np.flatnonzero(board == CROSS), np.flatnonzero(board == NOUGHT)
    return [(cell // 3 - 1, cell % 3 - 1) for cell in cells.tolist()]


@kernel
def _choose(successors, values, random_ties, chances):
    """Fill `chances` with 1 / n for the n best cells of each position, or with 1 for the first of them."""
    for position in range(successors.shape[0]):
        best, number = -np.inf, 0
        for cell in range(CELLS):
            if successors[position, cell] >= 0:
                value = values[successors[position, cell]]
                if value > best:
                    best, number = value, 1
                elif value == best and random_ties:
                    number += 1
        # The best value is one of those compared: == finds it again. Without random ties `number` stays 1.
        left = number  # best cells that have no probability yet
        for cell in range(CELLS):
            if left > 0 and successors[position, cell] >= 0 and values[successors[position, cell]] == best:
                chances[position, cell] = 1.0 / number
                left -= 1
