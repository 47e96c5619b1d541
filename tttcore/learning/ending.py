"""How a game of marks in a row stands, in plain Python: for what is asked once, outside of training."""

from collections.abc import Sequence
from typing import Literal

from tttcore.learning.boards import Board, Finite

WAYS = ((0, 1), (1, 0), (1, 1), (1, -1))


def standing(marks: Sequence[tuple[int, int]], board: Board, need: int) -> Literal["win", "draw", "open"]:
    """Whether the last of the players' `marks` in turn wins or draws a game that was open before it."""
    own = set(marks[(len(marks) - 1) % 2 :: 2])
    if any(_row(own, marks[-1], way) >= need for way in WAYS):
        return "win"
    if not isinstance(board, Finite):
        return "open"
    drawn = len(marks) == board.size**2 or (board.tie == "dead" and _dead(marks, board, need))
    return "draw" if drawn else "open"


def _row(own: set[tuple[int, int]], cell: tuple[int, int], way: tuple[int, int]) -> int:
    """Marks in the row through `cell`."""
    length = 1
    for sign in (1, -1):
        x, y = cell[0] + sign * way[0], cell[1] + sign * way[1]
        while (x, y) in own:
            length += 1
            x, y = x + sign * way[0], y + sign * way[1]
    return length


def _dead(marks: Sequence[tuple[int, int]], board: Finite, need: int) -> bool:
    """Whether every line holds marks of both players."""
    seats = set(marks[::2]), set(marks[1::2])
    return all(not own.isdisjoint(line) for line in lines(board, need) for own in seats)


def lines(board: Finite, need: int) -> list[list[tuple[int, int]]]:
    """All lines of `need` cells on a finite board."""
    span = range(-board.reach, board.reach + 1)
    starts = [(x, y, dx, dy) for x in span for y in span for dx, dy in WAYS]
    found = [[(x + i * dx, y + i * dy) for i in range(need)] for x, y, dx, dy in starts]
    return [line for line in found if all(coordinate in span for coordinate in line[-1])]
