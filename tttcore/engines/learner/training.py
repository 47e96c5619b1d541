"""Train a user's learner of 3x3 and tell what it would play at some points: a script for a process of its own.

    python training.py

The first line of its input is a job, a JSON object, see `train`. Each line of its output is a message, see there, too.
Boards are texts as in `tttcore.learner`, and the game is plain Python; whoever reads the messages evaluates them.
"""

import json
import math
import operator
import random
import sys
import time
from bisect import bisect_right
from collections.abc import Callable, Collection, Generator, Iterable, Mapping
from functools import cache
from typing import Any, NoReturn

from tttcore.learner import EMPTY, Learner, after, free
from tttcore.processes.user_code import Channel, described, load, seed_all, shown

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SECONDS = 0.5
"""Seconds between two messages about the number of games."""
Opponent = Callable[[str], int]
Message = dict[str, Any]
Policy = dict[str, dict[int, float]]
"""Chances of cells, which add up to 1, by board."""


class MistakeError(Exception):
    """A mistake of the learner's, in one line."""


def main() -> None:
    """Read a job, and write its messages."""
    channel = Channel()
    for message in train(json.loads(channel.input.readline())):
        channel.tell(json.dumps(message))


def train(job: Mapping[str, Any], *, alone: bool = True) -> Generator[Message]:
    """Train a learner, and yield messages.

    Parameters
    ----------
    job : ``file`` and ``name`` of the learner's class, its ``parameters``; ``seats`` in which it plays in turn, 0 the
        first; ``opponent``, None for itself, else by board the cells that it may mark and the cumulative weights of
        these; ``points``, numbers of games, ascending, after which it is looked at, the last of them the end;
        ``whole``, those of them at which it tells what it would play on every board, not only on those that it can
        meet; and seeds: ``seed`` of whatever the file draws, ``learner`` of its ``rng``, ``draws`` of the opponent.
    alone : False in a process that has other things to do, in which not all that the file draws repeats.

    Yields
    ------
    ``{"refused": reason}`` if the file can't be used; ``{"games": number}`` now and then; ``{"point": number, "policy":
    [[board, cells, chances], ...]}``; and ``{"fault": reason, "game": number}`` in place of all that would follow.
    """
    number = 0
    try:
        learner = _made(job, alone=alone)
    except MistakeError as error:
        yield {"refused": str(error)}
        return
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's file does, it ends in one line
        yield {"refused": described(error)}
        return
    opponent = None if job["opponent"] is None else _opponent(job["opponent"], random.Random(job["draws"]))
    seats, whole, told = job["seats"], {*job["whole"]}, time.monotonic()
    try:
        learner.start()
        for point in job["points"]:
            while number < point:
                number += 1
                _play(learner, opponent, seats[(number - 1) % len(seats)])
                if (now := time.monotonic()) - told > SECONDS:
                    told = now
                    yield {"games": number}
            policy = ask(learner, seats, whole=point in whole)
            told = time.monotonic()
            yield {"point": point, "policy": [[board, [*of], [*of.values()]] for board, of in policy.items()]}
    except MistakeError as error:
        yield {"fault": str(error), "game": number}
    except (GeneratorExit, KeyboardInterrupt):  # of whoever reads the messages
        raise
    except BaseException as error:
        yield {"fault": described(error), "game": number}


def _made(job: Mapping[str, Any], *, alone: bool) -> Learner:
    """Learner of a job, with its parameters and its chance."""
    (seed_all if alone else random.seed)(job["seed"])
    kind = getattr(load(job["file"], alone=alone), job["name"], None)
    if not (isinstance(kind, type) and issubclass(kind, Learner)):
        raise MistakeError(f"{job['name']} is no subclass of tttcore.learner.Learner")
    for method in ("cells", "end"):
        if getattr(kind, method) is getattr(Learner, method):
            raise MistakeError(f"{job['name']} has no method {method!r}")
    if "torch" in sys.modules:  # which begins with the same numbers in every process
        sys.modules["torch"].manual_seed(job["seed"])
    learner = kind()
    vars(learner).update(job["parameters"], rng=random.Random(job["learner"]))
    return learner


def _opponent(table: Mapping[str, tuple[list[int], list[float]]], rng: random.Random) -> Opponent:
    """Player that draws by cumulative weights."""

    def move(board: str) -> int:
        cells, ends = table[board]
        return cells[min(bisect_right(ends, rng.random() * ends[-1]), len(cells) - 1)] if len(cells) > 1 else cells[0]

    return move


def _play(learner: Learner, opponent: Opponent | None, seat: int) -> None:
    """Play a game in which the learner has a seat, or both without an opponent, and have it learn."""
    board, side = EMPTY, 0
    made: tuple[list[tuple[str, int]], list[tuple[str, int]]] = ([], [])
    while (over := result(board)) is None:
        if opponent is None or side == seat:
            cell = _cell(learner.move(board), board, "move")
            made[side].append((board, cell))
        else:
            cell = opponent(board)
        board, side = after(board, cell), 1 - side
    for own in (0, 1) if opponent is None else (seat,):
        learner.end(made[own], board, over if own == 0 else -over)


@cache
def result(board: str) -> int | None:
    """Result of a game for X: 1 won, 0 drawn, -1 lost; None as long as it goes on."""
    for sign, won in (("X", 1), ("O", -1)):
        if any(all(board[cell] == sign for cell in line) for line in LINES):
            return won
    return None if "." in board else 0


def _cell(told: object, board: str, method: str) -> int:
    """Free cell that a method returns; MistakeError for anything else."""
    cell = operator.index(told) if hasattr(told, "__index__") and not isinstance(told, bool) else -1
    if not 0 <= cell < len(board):
        given = told if isinstance(told, int) else shown(told)
        raise MistakeError(f"{method} returns {given} on {board}; allowed: a cell from 0 to 8")
    if board[cell] != ".":
        raise MistakeError(f"{method} marks cell {cell} of {board}, which is taken")
    return cell


class _NoChance:
    """Stands for a learner's chance while it is asked what it would play."""

    def __getattr__(self, name: str) -> NoReturn:
        raise MistakeError(f"cells(board) draws (rng.{name}); return all cells among which it draws, or weights")


def ask(learner: Learner, seats: Collection[int], *, whole: bool = False) -> Policy:
    """Ask a learner what it would play wherever its own moves lead, whatever others do; in order of plies.

    Parameters
    ----------
    seats : in which it plays.
    whole : ask on all other boards of these seats, too; where it can't answer there, any free cell stands for it.
    """
    policy: Policy = {}
    rng, learner.rng = learner.rng, _NoChance()  # type: ignore[assignment]
    try:
        for seat in seats:
            boards = [EMPTY]
            for ply in range(9):
                own = ply % 2 == seat
                if own:
                    policy |= {board: chances(learner.cells(board), board) for board in boards}
                boards = _following({board: policy[board] if own else free(board) for board in boards})
        boards = [EMPTY] * whole
        for ply in range(9):
            if ply % 2 in seats:
                policy |= {board: _answer(learner, board) for board in boards if board not in policy}
            boards = _following({board: free(board) for board in boards})
    finally:
        learner.rng = rng
    return policy


def _following(marks: Mapping[str, Iterable[int]]) -> list[str]:
    """Boards after a mark on one of some cells, by board, without those on which the game is over."""
    found = dict.fromkeys(after(board, cell) for board, cells in marks.items() for cell in cells)
    return [board for board in found if result(board) is None]


def _answer(learner: Learner, board: str) -> dict[int, float]:
    try:
        return chances(learner.cells(board), board)
    except Exception:  # it can't come there, so it need not know
        return chances(free(board), board)


def chances(told: Any, board: str) -> dict[int, float]:
    """Chances of cells, which add up to 1, from what `Learner.cells` returns; MistakeError for what it may not."""
    if isinstance(told, Mapping):
        weights = {_cell(cell, board, "cells"): weight for cell, weight in told.items()}
    elif isinstance(told, Iterable) and not isinstance(told, str):
        listed = [*told]
        if wrong := [each for each in listed if not hasattr(each, "__index__")]:
            told_first = f"cells returns {shown(wrong[0])} in a list of cells on {board}"
            raise MistakeError(f"{told_first}; of weights: dict(enumerate(...))")
        weights = {}
        for each in listed:
            cell = _cell(each, board, "cells")
            weights[cell] = weights.get(cell, 0) + 1
    else:
        weights = {_cell(told, board, "cells"): 1}
    try:
        numbers = {cell: float(weight) for cell, weight in weights.items()}
    except (TypeError, ValueError):
        numbers = {0: math.nan}
    total = sum(numbers.values())
    if not (math.isfinite(total) and total > 0 and min(numbers.values()) >= 0):
        raise MistakeError(f"cells weighs {_listed(told)} on {board}; allowed: numbers from 0, not all 0")
    return {cell: weight / total for cell, weight in numbers.items() if weight}


def _listed(told: Any) -> str:
    if not isinstance(told, Mapping):
        return "no cell"
    return "{" + ", ".join(f"{cell}: {shown(weight)}" for cell, weight in told.items()) + "}"


if __name__ == "__main__":
    main()
