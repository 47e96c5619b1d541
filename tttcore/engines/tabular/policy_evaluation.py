"""What the policies of two learners are worth without exploration: exactly on 3x3, elsewhere from games.

Exact results follow all games at once, by the chances that they come to each position. A policy whose ties are random
draws from its best moves. As nothing is left out by an opponent that marks any cell, whatever can happen to a policy
happens against it with some chance: its worst result is what the best reply gets.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.tabular.boards import Finite
from tttcore.engines.tabular.keys import key_of
from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import Initial, Key, Recipe
from tttcore.engines.tabular.schemas import MEETINGS, QUALITY, RESULTS
from tttcore.games.classic import CELLS, CROSS, NOUGHT, enumerate_states
from tttcore.games.seats import SEATS
from tttcore.games.tables import to_digits
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words
from tttcore.players.policy import DRAWN, FIRST_WON, GOES_ON, SECOND_WON, Cells, Game, Policy, game, worst_result

LEARNED = "learned"
UNKNOWN = float("nan")


def appraise(learner: Learner, games: int, state: Words) -> dict[str, float]:
    """What two policies are worth, by the names in `schemas.RESULTS` and `schemas.QUALITY`: measured or sampled.

    Parameters
    ----------
    games : of each meeting, and `state` their word, where results can't be exact.
    """
    return measure(learner) if is_exact(learner.recipe) else sampled(learner, games, state)


def is_exact(recipe: Recipe) -> bool:
    """Whether it is the game whose every position is known: 3x3, three in a row."""
    return isinstance(recipe.board, Finite) and recipe.board.size == recipe.need == 3


def measure(learner: Learner) -> dict[str, float]:
    """Exact worth of two policies of 3x3. Takes a fraction of a millisecond once keys and opponents are known."""
    played = _game(learner)
    policy = _policy(learner, played)
    players = {LEARNED: policy, **played.opponents}
    found = dict.fromkeys((*RESULTS, *QUALITY), UNKNOWN)
    for meeting in MEETINGS:
        reached, ends = played.propagate(*(players[name] for name in _seated(meeting)))
        found |= _shares(meeting, ends.tolist())
        seat, _, opponent = meeting.partition("_")
        if opponent == "random":
            found[f"{seat}_worst"] = worst_result(found[f"{meeting}_lost"], found[f"{meeting}_drawn"])
            mistakes, decisions = _mistakes(played, policy, (reached > 0) & (played.seat == SEATS.index(seat)))
            found |= {f"{seat}_mistakes": mistakes, f"{seat}_decisions": decisions}
    return found


def sampled(learner: Learner, games: int, state: Words) -> dict[str, float]:
    """Worth of two policies by `games` games of each meeting but those with perfect players, who aren't known."""
    found = dict.fromkeys((*RESULTS, *QUALITY), UNKNOWN)
    for meeting in MEETINGS:
        if not meeting.endswith("_perfect"):
            tally = learner.meet(*_seated(meeting), games, state)
            found |= _shares(meeting, [count / games for count in (tally.first, tally.drawn, tally.second)])
    return found


def estimates(learner: Learner) -> NDArray[np.float64]:
    """(5478,) what a player thinks of each position of 3x3 that it moves into, learnt or not.

    Nobody moves into the first one, the empty board.
    """
    recipe = learner.recipe
    found = _initial(recipe.initial, _game(learner))
    found[1:] = learner.look_up(_keys(recipe.key, learner.salt), found[1:])
    return found


def policy_cells(learner: Learner) -> Cells:
    """Cells that lead to the best estimates on 3x3, of which policies mark one: the first alone where ties go to it."""
    return _policy(learner, _game(learner)) > 0


def champion(learner: Learner) -> str:
    """A digit per position of 3x3: the first cell that the policy of who is to move may mark; 9 if the game is over."""
    played = _game(learner)
    chosen = np.where(played.results == GOES_ON, _policy(learner, played).argmax(axis=1), CELLS)
    return to_digits(chosen[None].astype(np.uint8))[0]


def _seated(meeting: str) -> tuple[str, str]:
    """Who plays first and second."""
    seat, _, opponent = meeting.partition("_")
    if not opponent:
        return LEARNED, LEARNED
    return (LEARNED, opponent) if seat == "first" else (opponent, LEARNED)


def _shares(meeting: str, ends: Sequence[float]) -> dict[str, float]:
    """Shares of games that the first player won, that were drawn and that the second won, as the policy sees them."""
    seen = ends[::-1] if meeting.startswith("second") else ends
    return {f"{meeting}_{result}": share for result, share in zip(("won", "drawn", "lost"), seen, strict=True)}


def _mistakes(played: Game, policy: Policy, met: NDArray[np.bool_]) -> tuple[float, float]:
    """Of (5478,) positions `met`, how many have a mark that gives value away and may be made, and how many a choice."""
    return float(np.count_nonzero(met & played.mistakes(policy))), float(np.count_nonzero(met & played.has_choice))


def _game(learner: Learner) -> Game:
    board = learner.recipe.board
    assert isinstance(board, Finite)
    assert is_exact(learner.recipe)
    return game(dead=board.tie == "dead")


def _policy(learner: Learner, played: Game) -> Policy:
    """What both policies mark: what leads to the best estimate, the first such cell or any, by the recipe's ties."""
    chances = np.zeros(played.following.shape)
    _choose(played.following, estimates(learner), learner.recipe.ties == "random", chances)
    return chances


def _initial(initial: Initial, played: Game) -> NDArray[np.float64]:
    """(5478,) what an estimate begins with."""
    begun = np.empty(4)
    begun[[FIRST_WON, SECOND_WON, DRAWN, GOES_ON]] = initial.win, initial.win, initial.draw, initial.open
    return begun[played.results]


@cache
def _keys(kind: Key, salt: int) -> NDArray[np.uint64]:
    """(5477,) keys of all positions but the empty board, to which no mark leads. Takes a second."""
    boards = enumerate_states().positions[1:]
    return np.array([key_of(kind, _marks(board), finite=True, salt=salt) for board in boards], np.uint64)


def _marks(board: NDArray[np.uint8]) -> list[tuple[int, int]]:
    """Marks of the players in turn that lead to a board."""
    cells = np.empty(np.count_nonzero(board), np.intp)
    cells[::2], cells[1::2] = np.flatnonzero(board == CROSS), np.flatnonzero(board == NOUGHT)
    return [(cell // 3 - 1, cell % 3 - 1) for cell in cells.tolist()]


@kernel
def _choose(following, estimates, random_ties, chances):
    for position in range(following.shape[0]):
        best, number = -np.inf, 0
        for cell in range(CELLS):
            if following[position, cell] >= 0:
                estimate = estimates[following[position, cell]]
                if estimate > best:
                    best, number = estimate, 1
                elif estimate == best and random_ties:
                    number += 1
        left = number
        for cell in range(CELLS):
            if left > 0 and following[position, cell] >= 0 and estimates[following[position, cell]] == best:
                chances[position, cell] = 1.0 / number
                left -= 1
