"""Rules of the Unbeatable Move Generator: Barrat's rules for the second player.

Source: ancheta2020, Procedures, which cites Barrat (2019) for the rules. On each turn the first rule that applies gives
some cells, and one of them is drawn uniformly.
"""

from collections.abc import Sequence
from typing import Literal

from tttcore.games.classic import CENTRE, CORNERS, CROSS, EMPTY, LINES, NOUGHT, SIDES, Board, CellRule

CentreRule = Literal["opponent", "anyone"]

LATE_TURN = 99
"""Value of a turn counter that is never reset: beyond all rules for early turns."""

_ROWS_DIAGONALS_COLUMNS = sorted(LINES.tolist(), key=lambda line: (1, 4, 2, 3).index(line[1] - line[0]))
"""Lines in scan order, which isn't symmetric: symmetric boards may be answered differently."""


def barrat_choices(board: Sequence[int], *, turn: int, centre: CentreRule = "opponent") -> tuple[int, ...]:
    """Cells among which the rules let O draw uniformly.

    Parameters
    ----------
    board : nine cells with O to move.
    turn : number of O's turn that the rules assume, from 1.
    centre : side that must hold the centre for the second-turn rule: the ``opponent``, or ``anyone``
        as in the listed port of the rules.
    """
    free_corners = _free(board, CORNERS)
    if turn == 1:
        return (CENTRE,) if board[CENTRE] == EMPTY else free_corners
    for mark in (NOUGHT, CROSS):
        completing = completing_cell(board, mark)
        if completing is not None:
            return (completing,)
    centre_held = board[CENTRE] == CROSS if centre == "opponent" else board[CENTRE] != EMPTY
    if turn == 2 and centre_held:
        return free_corners
    if free_corners and any(board[cell] == CROSS for cell in SIDES):
        return free_corners
    return _free(board, SIDES) or free_corners


def umg_player(*, centre: CentreRule = "opponent", late_turn: int | None = None) -> CellRule:
    """Player of the Unbeatable Move Generator; `late_turn` is a turn number that it always assumes, None to count."""
    return lambda board: barrat_choices(board, turn=late_turn or turn_of(board), centre=centre)


def completing_cell(board: Sequence[int], mark: int) -> int | None:
    """Free cell that completes a line of `mark`, the first in scan order; None if there is none."""
    for line in _ROWS_DIAGONALS_COLUMNS:
        held = [board[cell] for cell in line]
        if held.count(mark) == 2 and held.count(EMPTY) == 1:
            return line[held.index(EMPTY)]
    return None


def turn_of(board: Board) -> int:
    """Number of O's turn, from 1, counted from the marks on the board."""
    return board.count(NOUGHT) + 1


def _free(board: Sequence[int], cells: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(cell for cell in cells if board[cell] == EMPTY)
