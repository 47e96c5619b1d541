"""Quality of the moves of trained bots on the infinite board: how often they extend pairs, and prevent rows.

The document says that moves of its bots made little sense, and that two symbols stood close together without being
followed by more (Mrugała et al. 2020, 3.3). Here trained bots play a player that completes a row if it can, else
prevents one, else marks any cell.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import build_recipe
from tttcore.games.mnk import Cell, longest_row
from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import median_interval

SESSIONS, GAMES = 10, 10
"""Sessions of training, and games of both bots of each afterwards."""
LEFT, OPEN = "close marks left alone", "rows not prevented"
CAPTION = (
    f"Moves of {SESSIONS} pairs of bots after training on the infinite board, in {GAMES} games of each bot against a "
    "player that wins or blocks at once: two adjacent marks of a bot that could become a row and that its next mark "
    "does not extend, where nothing was to be prevented; and rows about to be completed that it does not prevent "
    "(proportions of the cases of a session, medians of the sessions with 95% intervals)"
)
_DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def sensible_moves(recipe: Mapping[str, Any], *, seed: int) -> pd.DataFrame:
    """Train pairs of bots, let both play, and count moves that follow through, and that prevent a row.

    Parameters
    ----------
    recipe : parameters of the test on the infinite board, with the first best move.
    seed : the project's seed.

    Returns
    -------
    what : `LEFT` or `OPEN`.
    sessions, cases : number of sessions that have such cases, and of cases in all of them.
    share, share_low, share_high, share_fixed : proportion of a session's cases, median of the sessions, since cases of
        the same bots aren't independent, see `median_interval`.
    """
    built = build_recipe(recipe, "sensible moves")
    cases: list[tuple[str, int, bool]] = []
    for session in range(SESSIONS):
        rng = stream(seed, "sensible moves", session)
        learner = Learner(built, rng.bit_generator.random_raw(1))
        learner.train(built.games)
        for number in range(2 * GAMES):
            seat = number % 2
            moves = judged_moves(play(learner, seat, rng), seat, built.need, learner.candidates)
            cases += [(what, session, failed) for what, failed in moves]
    table = pd.DataFrame(cases, columns=["what", "session", "failed"])
    rows = []
    for what in (LEFT, OPEN):
        shares = table[table["what"] == what].groupby("session")["failed"].mean()
        about = {"what": what, "sessions": len(shares), "cases": int((table["what"] == what).sum())}
        rows.append(about | median_interval("share", shares, tells_fixed=True))
    return pd.DataFrame(rows)


def play(learner: Learner, seat: int, rng: np.random.Generator) -> list[Cell]:
    """Marks in turn of a game of the bot in a seat, which plays without exploration."""
    marks: list[Cell] = []
    need = learner.recipe.need
    while not marks or longest_row(marks) < need:
        cells = learner.candidates(marks)
        if len(marks) % 2 == seat:
            marks.append(cells[int(np.argmax(learner.candidate_values(marks)))])
            continue
        own, other = marks[len(marks) % 2 :: 2], marks[1 - len(marks) % 2 :: 2]
        choice = completing(own, cells, need) or completing(other, cells, need) or cells
        marks.append(choice[int(rng.integers(len(choice)))])
    return marks


def judged_moves(
    marks: Sequence[Cell], seat: int, need: int, candidates: Callable[[Sequence[Cell]], list[Cell]]
) -> Iterator[tuple[str, bool]]:
    """Yield each case of `LEFT` and `OPEN` in a game, and whether the bot in a seat fails.

    Two of its marks are close if they touch, the later one just made. They can become a row if, after the reply, some
    `need` cells in line hold both and no mark of the opponent's; the next mark on one of these cells follows through.
    It isn't a case if the bot has to prevent a row, or can complete one. `candidates` are the cells that players think
    of after some marks.
    """
    for turn in range(seat, len(marks), 2):
        own, other, chosen = list(marks[seat:turn:2]), list(marks[1 - seat : turn : 2]), marks[turn]
        cells = candidates(marks[:turn])
        if completing(own, cells, need):
            continue
        threatened = completing(other, cells, need)
        if threatened:
            yield OPEN, chosen not in threatened
        elif own:
            near = [mark for mark in own[:-1] if max(abs(mark[0] - own[-1][0]), abs(mark[1] - own[-1][1])) == 1]
            extending = {cell for mark in near for row in rows_through(mark, need) if own[-1] in row
                     if not {*row} & {*other} for cell in row}  # fmt: skip
            if extending:
                yield LEFT, chosen not in extending


def completing(own: Sequence[Cell], cells: Sequence[Cell], need: int) -> list[Cell]:
    """Free cells on which a player with the marks `own` completes a row, in ascending order."""
    held = {*own}
    missing = {
        cell
        for mark in (own if len(own) >= need - 1 else ())
        for row in rows_through(mark, need)
        if len(held & {*row}) == need - 1
        for cell in row
    }
    return sorted(missing & {*cells})


def rows_through(cell: Cell, need: int) -> Iterator[list[Cell]]:
    """Yield all rows of `need` cells through a cell."""
    x, y = cell
    for right, up in _DIRECTIONS:
        for start in range(1 - need, 1):
            yield [(x + (start + step) * right, y + (start + step) * up) for step in range(need)]
