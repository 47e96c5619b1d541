"""Train a user's learner of 3x3 and tell what it would play at some points: a script for a process of its own.

    python training.py

The first line of its input is a job, a JSON object, see `train`. Each line of its output is a message, see there, too.
Whoever reads the messages evaluates them.
"""

import json
import random
import sys
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import FunctionType
from typing import Any, NoReturn

from tttcore.engines.learner.looks import Looks, MistakeError, Tell, free_cell, result
from tttcore.learner import EMPTY, Learner, after
from tttcore.processes.user_code import Channel, described, load, seed_all

Opponent = Callable[[str], int]
Table = Mapping[str, tuple[list[int], list[float]]]
"""Cells that a player may mark, and cumulative weights of these, by board."""


def main() -> None:
    """Read a job, and write its messages."""
    channel = Channel()
    train(json.loads(channel.input.readline()), lambda message: channel.tell(json.dumps(message)))


def train(job: Mapping[str, Any], tell: Tell, *, alone: bool = True) -> None:
    """Train a learner, and tell messages.

    Parameters
    ----------
    job : ``file`` and ``name`` of the learner's class or function, its ``parameters``; ``seats`` in which it plays in
        turn, 0 the first; ``opponent``, None for itself, else by board the cells that it may mark and the cumulative
        weights of these; ``points`` and ``whole``, see `Looks`; and seeds: ``seed`` of whatever the file draws,
        ``learner`` of its ``rng``, ``draws`` of the opponent.
    tell : takes ``{"refused": reason}`` if the file can't be used; ``{"games": number}`` now and then; ``{"point":
        number, "policy": [[board, cells, chances], ...]}``; and ``{"fault": reason, "game": number}`` in place of all
        that would follow.
    alone : False in a process that has other things to do, in which not all that the file draws repeats.
    """
    looks = Looks(job["points"], job["whole"], job["seats"], tell)
    try:
        made = _made(job, alone=alone)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # whatever a stranger's file does, it ends in one line
        tell({"refused": _reason(error)})
        return
    opponent = None if job["opponent"] is None else table_player(job["opponent"], random.Random(job["draws"]).random)
    try:
        if isinstance(made, Learner):
            _games(made, opponent, looks)
        else:
            made(opponent, looks)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if looks.error is not None:
            raise looks.error from None
        tell({"fault": _reason(error), "game": looks.games})


def _reason(error: BaseException) -> str:
    return str(error) if isinstance(error, MistakeError) else described(error)


def _made(job: Mapping[str, Any], *, alone: bool) -> Learner | Callable[[Any, Looks], None]:
    """Learner of a job, or what trains one against an opponent, with its parameters and its chance."""
    (seed_all if alone else random.seed)(job["seed"])
    kind = getattr(load(job["file"], alone=alone), job["name"], None)
    if "torch" in sys.modules:  # which begins with the same numbers in every process
        sys.modules["torch"].manual_seed(job["seed"])
    rng = random.Random(job["learner"])
    if isinstance(kind, FunctionType):
        try:
            from tttcore.engines.learner.environment import drive  # noqa: PLC0415 - takes longer than a run
        except ModuleNotFoundError:
            told = f"{job['name']} needs Gymnasium"
            raise MistakeError(f"{told}; `pip install gymnasium` installs it") from None
        return partial(drive, partial(kind, rng=rng, **job["parameters"]))
    if not (isinstance(kind, type) and issubclass(kind, Learner)):
        raise MistakeError(f"{job['name']} is no subclass of tttcore.learner.Learner")
    for method in ("cells", "end"):
        if getattr(kind, method) is getattr(Learner, method):
            raise MistakeError(f"{job['name']} has no method {method!r}")
    learner = kind()
    vars(learner).update(job["parameters"], rng=rng)
    return learner


def table_player(table: Table, draw: Callable[[], float]) -> Opponent:
    """Player that draws by cumulative weights, from a source of numbers from 0 up to 1."""

    def move(board: str) -> int:
        cells, ends = table[board]
        return cells[min(bisect_right(ends, draw() * ends[-1]), len(cells) - 1)] if len(cells) > 1 else cells[0]

    return move


def _games(learner: Learner, opponent: Opponent | None, looks: Looks) -> None:
    """Have a learner play all games, and look at it."""
    learner.start()

    def answers(boards: list[str]) -> Iterator[object]:
        rng, learner.rng = learner.rng, _NoChance()  # type: ignore[assignment]
        try:
            yield from map(learner.cells, boards)
        finally:
            learner.rng = rng

    looks.look(answers)
    while not looks.over:
        looks.count()
        _play(learner, opponent, looks.seats[(looks.games - 1) % len(looks.seats)])
        looks.look(answers)


class _NoChance:
    """Stands for a learner's chance while it is asked what it would play."""

    def __getattr__(self, name: str) -> NoReturn:
        raise MistakeError(f"cells(board) draws (rng.{name}); return all cells among which it draws, or weights")


def _play(learner: Learner, opponent: Opponent | None, seat: int) -> None:
    """Play a game in which the learner has a seat, or both without an opponent, and have it learn."""
    board, side = EMPTY, 0
    made: tuple[list[tuple[str, int]], list[tuple[str, int]]] = ([], [])
    while (over := result(board)) is None:
        if opponent is None or side == seat:
            cell = free_cell(learner.move(board), board, "move")
            made[side].append((board, cell))
        else:
            cell = opponent(board)
        board, side = after(board, cell), 1 - side
    for own in (0, 1) if opponent is None else (seat,):
        learner.end(made[own], board, over if own == 0 else -over)


if __name__ == "__main__":
    main()
