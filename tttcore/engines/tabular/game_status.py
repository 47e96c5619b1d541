"""Status of a game of marks in a row, in plain Python, for single questions outside of training."""

from collections.abc import Sequence
from typing import Literal

import numpy as np

from tttcore.engines.tabular.boards import Board, Finite
from tttcore.games.mnk import Cell, longest_row
from tttcore.games.mnk_solver import rows_of


def game_status(marks: Sequence[Cell], board: Board, need: int) -> Literal["win", "draw", "open"]:
    """Status of a game after the last of the players' `marks` in turn; it was open before."""
    if longest_row(marks) >= need:
        return "win"
    if not isinstance(board, Finite):
        return "open"
    drawn = len(marks) == board.size**2 or (board.tie == "dead" and _dead(marks, board, need))
    return "draw" if drawn else "open"


def _dead(marks: Sequence[Cell], board: Finite, need: int) -> bool:
    """True if every line holds marks of both players, so that nobody can complete one."""
    numbers = [(x + board.reach) * board.size + y + board.reach for x, y in marks]
    lines = rows_of(board.size, need)
    return all(np.isin(lines, numbers[seat::2]).any(axis=1).all() for seat in range(2))
