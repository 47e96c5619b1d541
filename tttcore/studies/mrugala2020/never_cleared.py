"""Training on 3x3 if the list of positions is never cleared, as the document's listing has it (section 2.1).

Then every game's reward goes back through all games before it, which takes time in proportion to their number. Values
are those of the engine, here in an array by the position's number in base 3, for fast updates of many.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, LINES
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import Words, stream, uniform
from tttcore.stats.intervals import median, median_interval

GAMES, SESSIONS = 5000, 10
"""Games of a session, whose time grows with their square, and sessions."""
CAPTION = (
    f"Training on 3x3 for {GAMES:,} games, by whether the list of positions is cleared after each game: proportion of "
    "games that the first player wins (95% intervals over sessions), the same minus that of paired sessions that clear "
    "the list, and values updated in a session"
)
POSITIONS = 3**CELLS
OUTCOMES = 3
"""Games won by the first player, drawn, and won by the second."""


def never_cleared(recipe: Mapping[str, Any], *, seed: int) -> pd.DataFrame:
    """Compare sessions that clear the list of positions after each game with sessions that don't.

    Parameters
    ----------
    recipe : parameters of the test on 3x3, with owned keys, the first best move and random moves that are kept.
    seed : the project's seed.

    Returns
    -------
    history : ``cleared`` or ``never cleared``.
    n, games : sessions, and games of each.
    share, share_low, share_high : proportion of all games that the first player wins, median of the sessions, see
        `median_interval`.
    drawn, drawn_low, drawn_high : proportion of drawn games, likewise.
    difference, difference_low, difference_high, difference_fixed : share less that of the session with the same first
        random word that clears the list, likewise.
    updates : median number of values updated in a session.
    """
    words = [stream(seed, "sessions never cleared", each).bit_generator.random_raw(1) for each in range(SESSIONS)]
    played = {
        history: [session(recipe, word, games=GAMES, cleared=history == "cleared") for word in words]
        for history in ("cleared", "never cleared")
    }
    shares = {history: np.array([tally[0] / GAMES for tally, _ in sessions]) for history, sessions in played.items()}
    rows = []
    for history, sessions in played.items():
        rows.append(
            {
                "history": history,
                "n": SESSIONS,
                "games": GAMES,
                **median_interval("share", shares[history]),
                **median_interval("drawn", [tally[1] / GAMES for tally, _ in sessions]),
                **median_interval("difference", shares[history] - shares["cleared"], tells_fixed=True),
                "updates": median([updates for _, updates in sessions]),
            }
        )
    return pd.DataFrame(rows)


def session(recipe: Mapping[str, Any], word: Words, *, games: int, cleared: bool) -> tuple[NDArray[np.int64], int]:
    """Games by outcome of a session, see `OUTCOMES`, and the number of values updated; `word` isn't changed."""
    rewards, initial = (
        np.array([recipe[key][each] for each in names], float)
        for key, names in (("rewards", ("win", "loss", "draw")), ("initial", ("win", "draw", "open")))
    )
    tally = np.zeros(OUTCOMES, np.int64)
    updates = _play(
        games, recipe["exploration"], recipe["step"], rewards, initial, recipe["target"] == "moving", cleared,
        LINES, word.copy(), tally,
    )  # fmt: skip
    return tally, int(updates)


@kernel
def _play(games, exploration, step, rewards, initial, moving, cleared, lines, state, tally):
    """Play games, and update values after each; return the number of updates.

    Parameters
    ----------
    rewards, initial : (3,) reward of a win, a loss and a draw; initial value of a win, a draw and an open position.
    lines : (8, 3) cells of each.
    state : random state; it is advanced.
    tally : (3,) games by outcome, which grow.
    """
    values = np.full((2, POSITIONS), np.nan)
    path = np.empty((2, games * 5), np.int64)
    steps = np.zeros(2, np.int64)
    powers = 3 ** np.arange(CELLS)
    board, free = np.empty(CELLS, np.int64), np.empty(CELLS, np.int64)
    updates = 0
    for _ in range(games):
        board[:] = 0
        position, winner = 0, -1
        for ply in range(CELLS):
            seat = ply & 1
            count = 0
            for cell in range(CELLS):
                if board[cell] == 0:
                    free[count] = cell
                    count += 1
            chosen = -1
            if uniform(state) < exploration:
                chosen = int(uniform(state) * count)
            # Every candidate position gets its initial value; the first best one is chosen.
            best, best_value = 0, -1.0
            for i in range(count):
                after = position + (seat + 1) * powers[free[i]]
                if np.isnan(values[seat, after]):
                    wins = _completes(board, lines, free[i], seat + 1)
                    values[seat, after] = initial[0] if wins else initial[1] if ply == CELLS - 1 else initial[2]
                if values[seat, after] > best_value:
                    best, best_value = i, values[seat, after]
            cell = free[chosen if chosen >= 0 else best]
            wins = _completes(board, lines, cell, seat + 1)
            board[cell] = seat + 1
            position += (seat + 1) * powers[cell]
            path[seat, steps[seat]] = position
            steps[seat] += 1
            if wins:
                winner = seat
                break
        tally[1 if winner < 0 else 2 * winner] += 1
        for seat in range(2):
            reward = rewards[2] if winner < 0 else rewards[0] if winner == seat else rewards[1]
            _back_up(values[seat], path[seat, : steps[seat]], reward, step, moving)
            updates += steps[seat]
            if cleared:
                steps[seat] = 0
    return updates


@kernel
def _back_up(values, path, reward, step, moving):
    """Update the values of a path's positions, from the last one back to the first."""
    target = reward
    for i in range(path.size - 1, -1, -1):
        values[path[i]] += step * (target - values[path[i]])
        if moving:
            target = values[path[i]]


@kernel
def _completes(board, lines, cell, mark):
    """Tell whether a mark on a free cell completes a line."""
    for line in range(lines.shape[0]):
        through, own = False, 0
        for i in range(lines.shape[1]):
            if lines[line, i] == cell:
                through = True
            elif board[lines[line, i]] == mark:
                own += 1
        if through and own == lines.shape[1] - 1:
            return True
    return False
