"""A game of 3x3 between a player and a person who types cells."""

from collections.abc import Callable, Sequence

from tttcore.games.classic import (
    CELLS,
    CROSS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    NOUGHT,
    NOUGHT_WON,
    OPEN,
    Board,
    marked,
    outcome,
    to_move,
)

Player = Callable[[Board], int]
"""From a board to the cell to mark."""
Ask = Callable[[str], str]
Tell = Callable[[str], None]

SIGNS = {CROSS: "X", NOUGHT: "O"}
STOP = ("q", "quit")


def play(player: Player, mark: int, *, ask: Ask, tell: Tell) -> int | None:
    """Play one game and return how it ended; None if the person stopped it.

    Parameters
    ----------
    player : marks as X or O, whichever `mark` says.
    ask : shows a prompt and returns what was typed; asked again until it is a free cell or ``q``.
    tell : shows a line.
    """
    board: Board = (EMPTY,) * CELLS
    while outcome(board) == OPEN:
        if to_move(board) == mark:
            cell = player(board)
            tell(f"{SIGNS[mark]} marks {cell}.")
        else:
            tell(drawing(board))
            asked = _asked_for(board, ask, tell)
            if asked is None:
                return None
            cell = asked
        board = marked(board, cell)
    tell(drawing(board))
    ended = outcome(board)
    tell({CROSS_WON: "X wins.", NOUGHT_WON: "O wins.", DRAWN: "A draw."}[ended])
    return ended


def drawing(board: Sequence[int]) -> str:
    """The board in three lines; free cells show their numbers."""
    signs = [SIGNS.get(mark, str(cell)) for cell, mark in enumerate(board)]
    return "\n---+---+---\n".join(" " + " | ".join(signs[row : row + 3]) for row in (0, 3, 6))


def _asked_for(board: Board, ask: Ask, tell: Tell) -> int | None:
    free = [cell for cell in range(CELLS) if board[cell] == EMPTY]
    while True:
        typed = ask(f"{SIGNS[to_move(board)]}, your cell").strip().lower()
        if typed in STOP:
            return None
        if typed.isdecimal() and int(typed) in free:
            return int(typed)
        tell(f"{typed!r} is no free cell; free are {', '.join(map(str, free))} (q stops)")
