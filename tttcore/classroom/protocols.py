"""Protocols by which programs play; the first word of a command may name one, as in ``contest: ./bot``."""

from dataclasses import dataclass
from typing import Any, Generic

from tttcore.classroom.dialogue import P, read_move
from tttcore.games.classic import ClassicPosition
from tttcore.games.notation import Notation
from tttcore.games.position import SIGNS
from tttcore.processes.process import Process

BOARDS, CONTEST = PROTOCOLS = "boards:", "contest:"
"""A program that answers boards of 3x3, and one that speaks the protocol of programming contests."""


@dataclass(frozen=True)
class Protocol(Generic[P]):
    """Rules of what a program reads before its moves, and of how these are written.

    Attributes
    ----------
    name : `BOARDS`: it reads the board and its sign, such as ``X...O.... X``. `CONTEST`: it reads row and column of its
        opponent's move, or ``-1 -1`` if there is none, then the number of legal moves, then these. Else empty: it reads
        its opponent's move, if there is one.
    notation : of all moves.
    """

    name: str
    notation: Notation[P]

    def tell(self, process: Process, position: P, move: int | None = None) -> None:
        """Tell a program that is to move in a position to which its opponent's move has led, or with which it begins.

        The game may be over.
        """
        lines = [] if move is None else [self.notation.write(move)]
        if self.name == BOARDS:
            lines = [board_line(position)]
        elif self.name == CONTEST:
            moves = position.legal_moves()
            lines = [*(lines or ["-1 -1"]), str(len(moves)), *map(self.notation.write, moves)]
        if lines:
            process.tell("\n".join(lines))

    def move(self, process: Process, position: P, seconds: float) -> int:
        """Read a program's move; ValueError if it makes no legal one in time."""
        return read_move(self.notation, process.line(seconds), position)


def board_line(position: Any) -> str:
    """Position of 3x3 as a program reads it that answers boards."""
    return f"{''.join(('.' + SIGNS)[mark] for mark in position.board)} {SIGNS[position.current_player]}"


def protocol_of(command: str, start: P, notation: Notation[P]) -> Protocol[P]:
    """Protocol that a command names.

    Parameters
    ----------
    start : first position of the games.
    notation : of moves, where the protocol leaves it open.

    Raises
    ------
    ValueError
        If the protocol is none of this game.
    """
    name = next((name for name in PROTOCOLS if command.split()[:1] == [name]), "")
    boards = "3x3"
    if name == CONTEST:
        from tttcore.games.nine_board import NineBoard  # noqa: PLC0415 - slow, as are the others
        from tttcore.games.notation_boards import GridNotation  # noqa: PLC0415
        from tttcore.games.super_board import SuperBoard  # noqa: PLC0415

        grid: Any = GridNotation(0)
        notation, boards = grid, "3x3, nine-board and super"
        fits = isinstance(start, (ClassicPosition, NineBoard, SuperBoard))
    else:
        fits = not name or isinstance(start, ClassicPosition)
    if not fits:
        raise ValueError(f"{name} before a command is for {boards}")
    return Protocol(name, notation)
