"""Looks at a learner of 3x3 as it learns: what it would play, asked for after numbers of games.

Boards are texts as in `tttcore.learner`, and the game is plain Python: nothing is imported that takes time.
"""

import math
import operator
import time
from collections import deque
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from tttcore.learner import EMPTY, after, free
from tttcore.processes.user_code import shown

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SECONDS = 0.5
"""Seconds between two messages about the number of games."""
Message = dict[str, Any]
Tell = Callable[[Message], object]
Policy = dict[str, dict[int, float]]
"""Chances of cells, which add up to 1, by board."""
Answers = Callable[[list[str]], Iterable[object]]
"""Function from boards to what a learner would play on each, as `Learner.cells` tells it."""


class MistakeError(Exception):
    """A mistake of the learner's, in one line."""


class Looks:
    """Games that are played, and the looks at the learner when some have been.

    Parameters
    ----------
    points : numbers of games, ascending, after which it is looked at; the last one is the end.
    whole : those of them at which it tells what it would play on every board, not only on those that it can meet.
    seats : in which it plays.
    tell : takes a message; what it raises is no fault of the learner's.
    """

    def __init__(self, points: Sequence[int], whole: Collection[int], seats: Sequence[int], tell: Tell):
        self.games, self.seats = 0, seats
        self.error: BaseException | None = None
        self._points, self._whole, self._tell, self._told = deque(points), whole, tell, time.monotonic()

    @property
    def over(self) -> bool:
        """Nothing is left to look at."""
        return not self._points

    def count(self) -> None:
        """Count a game."""
        self.games += 1
        if time.monotonic() - self._told > SECONDS:
            self.tell({"games": self.games})

    def look(self, answers: Answers) -> None:
        """Look at what it would play, by a function of boards, if that is due now."""
        if not self.over and self.games == self._points[0]:
            policy = ask(answers, self.seats, whole=self.games in self._whole)
            self.tell({"point": self.games, "policy": [[board, [*of], [*of.values()]] for board, of in policy.items()]})
            self._points.popleft()

    def tell(self, message: Message) -> None:
        """Pass a message on."""
        try:
            self._tell(message)
        except BaseException as error:
            self.error = error
            raise
        self._told = time.monotonic()


def ask(answers: Answers, seats: Collection[int], *, whole: bool = False) -> Policy:
    """Ask what a learner would play wherever its own moves lead, whatever others do; in order of plies.

    Parameters
    ----------
    answers : function from boards to what it would play on each, see `chances`.
    seats : in which it plays.
    whole : ask on all other boards of these seats, too; where it can't answer there, any free cell stands for it.
    """
    policy: Policy = {}
    for seat in seats:
        boards = [EMPTY]
        for ply in range(9):
            own = ply % 2 == seat
            if own:
                policy |= _policy(answers, boards)
            boards = _following({board: policy[board] if own else free(board) for board in boards})
    boards = [EMPTY] * whole
    for ply in range(9):
        if ply % 2 in seats and (missing := [board for board in boards if board not in policy]):
            policy |= _anywhere(answers, missing)
        boards = _following({board: free(board) for board in boards})
    return policy


def _policy(answers: Answers, boards: list[str]) -> Policy:
    return {board: chances(told, board) for board, told in zip(boards, answers(boards), strict=True)}


def _following(marks: Mapping[str, Iterable[int]]) -> list[str]:
    """Boards after a mark on one of some cells, by board, without those on which the game is over."""
    found = dict.fromkeys(after(board, cell) for board, cells in marks.items() for cell in cells)
    return [board for board in found if result(board) is None]


def _anywhere(answers: Answers, boards: list[str]) -> Policy:
    """Ask also where it can't come, and need not know what to do."""
    try:
        return _policy(answers, boards)
    except Exception:
        if len(boards) > 1:
            return {board: of for each in boards for board, of in _anywhere(answers, [each]).items()}
        return {board: chances(free(board), board) for board in boards}


@cache
def result(board: str) -> int | None:
    """Result of a game for X: 1 won, 0 drawn, -1 lost; None as long as it goes on."""
    for sign, won in (("X", 1), ("O", -1)):
        if any(all(board[cell] == sign for cell in line) for line in LINES):
            return won
    return None if "." in board else 0


def free_cell(told: object, board: str, method: str) -> int:
    """Free cell that a method returns; MistakeError for anything else."""
    cell = operator.index(told) if hasattr(told, "__index__") and not isinstance(told, bool) else -1
    if not 0 <= cell < len(board):
        given = told if isinstance(told, int) else shown(told)
        raise MistakeError(f"{method} returns {given} on {board}; allowed: a cell from 0 to 8")
    if board[cell] != ".":
        raise MistakeError(f"{method} marks cell {cell} of {board}, which is taken")
    return cell


def chances(told: Any, board: str) -> dict[int, float]:
    """Chances of cells, which add up to 1, from what `Learner.cells` returns; MistakeError for what it may not."""
    if isinstance(told, Mapping):
        weights = {free_cell(cell, board, "cells"): weight for cell, weight in told.items()}
    elif isinstance(told, Iterable) and not isinstance(told, str):
        listed = [*told]
        if wrong := [each for each in listed if not hasattr(each, "__index__")]:
            told_first = f"cells returns {shown(wrong[0])} in a list of cells on {board}"
            raise MistakeError(f"{told_first}; of weights: dict(enumerate(...))")
        weights = {}
        for each in listed:
            cell = free_cell(each, board, "cells")
            weights[cell] = weights.get(cell, 0) + 1
    else:
        weights = {free_cell(told, board, "cells"): 1}
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
