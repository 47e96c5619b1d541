"""Nine-board tic-tac-toe: nine boards of 3x3, and the cell that is marked names the board that comes next.

The rules, in one place:

1. Boards and cells are numbered 0 to 8, row by row. X moves first, on any board.
2. A mark in cell c sends the opponent to board c, who marks a free cell of it.
3. Whoever completes a line of three on any one board wins the game.
4. Who is sent to a board without a free cell may mark any board that has one (rule ``free``, the default), or the game
   ends as a draw (rule ``draw``).
5. A game in which all 81 cells are marked without a line is a draw.

Osipa (2017) gives the rules by what its program does (sections 2.1 and 2.2) and leaves rules 4 and 5 open.

A move is a whole number, nine times the board plus the cell. Marks are kept as bits, bit c for cell c, nine per board.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray

from tttcore.games.geometry import lines
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS
from tttcore.pipeline.jit import inlined, kernel

BOARDS = CELLS = 9
MOVES = BOARDS * CELLS
ANY = 9
"""Target of who may mark any board with a free cell."""
FULL = (1 << CELLS) - 1

Rule = Literal["free", "draw"]
RULES: tuple[Rule, ...] = get_args(Rule)
FREE, DRAWN = range(len(RULES))
"""The rules as kernels know them."""

LINES = tuple(sum(1 << int(cell) for cell in line) for line in lines(edge=3, dimensions=2))
"""Each line of a board as bits."""


@cache
def has_line(bits: int) -> bool:
    """Whether a player's marks on a board, or boards, hold a line."""
    return any(bits & line == line for line in LINES)


def _completing() -> NDArray[np.int64]:
    """(512,) by marks of one player on a board, the cells that complete a line of them."""
    found = np.zeros(FULL + 1, np.int64)
    for marks in range(FULL + 1):
        for line in LINES:
            missing = line & ~marks
            if missing.bit_count() == 1:
                found[marks] |= missing
    return found


COMPLETING = _completing()
"""(512,) by marks of one player on a board, the cells that complete a line of them, taken by the opponent or not."""


class Start(NamedTuple):
    """A position as kernels take it."""

    marks: NDArray[np.int64]
    """(2, 9) bits of X's and of O's marks on each board."""
    target: int
    """The board to mark, or `ANY`."""
    mover: int
    """0 if X moves, 1 if O does."""


class OnNineBoards(ABC):
    """What positions of all games on nine boards have in common, see `games.position`."""

    crosses: tuple[int, ...]
    noughts: tuple[int, ...]
    target: int

    @property
    def ply(self) -> int:
        """How many marks there are."""
        return sum(map(int.bit_count, self.crosses + self.noughts))

    @property
    def mover(self) -> int:
        """0 if X moves, 1 if O does."""
        return self.ply % 2

    @property
    @abstractmethod
    def winner(self) -> int | None:
        """How the game ended; None while it is open."""

    @abstractmethod
    def free(self, board: int) -> int:
        """Bits of the cells of a board that may be marked by who is sent there."""

    def moves(self) -> list[int]:
        """Legal moves in rising order; none where the game is over."""
        if self.winner is not None:
            return []
        return [
            board * CELLS + cell for board in self.boards() for cell in range(CELLS) if self.free(board) >> cell & 1
        ]

    def allows(self, move: int) -> bool:
        """Whether `moves` has a move; programs that look ahead can't wait for the whole list."""
        if move not in range(MOVES) or self.winner is not None:
            return False
        board, cell = divmod(move, CELLS)
        return self.target in (ANY, board) and self.free(board) >> cell & 1 == 1

    def boards(self) -> list[int]:
        """Boards that may be marked as far as their cells go; none if nothing can be marked."""
        asked = range(BOARDS) if self.target == ANY else [self.target]
        return [board for board in asked if self.free(board)]

    def marked(self, move: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """X's and O's marks after a legal move; ValueError for any other."""
        if not self.allows(move):
            raise ValueError(f"{move!r} is no legal move")
        board, cell = divmod(move, CELLS)
        sides = [list(self.crosses), list(self.noughts)]
        sides[self.mover][board] |= 1 << cell
        return tuple(sides[0]), tuple(sides[1])


@dataclass(frozen=True)
class NineBoard(OnNineBoards):
    """A position of nine-board tic-tac-toe, see `games.position`; without arguments the first one.

    Attributes
    ----------
    crosses, noughts : (9,) bits of a player's marks on each board.
    target : the board to mark, or `ANY`.
    rule : what happens when the target is full.
    """

    crosses: tuple[int, ...] = (0,) * BOARDS
    noughts: tuple[int, ...] = (0,) * BOARDS
    target: int = ANY
    rule: Rule = "free"

    @property
    def winner(self) -> int | None:
        """How the game ended; None while it is open."""
        for marks, won in ((self.crosses, CROSS_WINS), (self.noughts, NOUGHT_WINS)):
            if any(map(has_line, marks)):
                return won
        return None if self.boards() else DRAW

    def free(self, board: int) -> int:
        """Bits of the cells of a board that may be marked by who is sent there."""
        return FULL & ~(self.crosses[board] | self.noughts[board])

    def wins(self) -> list[int]:
        """Those of the legal moves that win at once."""
        own = (self.crosses, self.noughts)[self.mover]
        return [move for move in self.moves() if COMPLETING[own[move // CELLS]] >> move % CELLS & 1]

    def after(self, move: int) -> Self:
        """The position after a legal move; ValueError for any other."""
        crosses, noughts = self.marked(move)
        cell = move % CELLS
        full = crosses[cell] | noughts[cell] == FULL
        return type(self)(crosses, noughts, ANY if full and self.rule == "free" else cell, self.rule)

    def start(self) -> Start:
        """The position as kernels take it."""
        return Start(np.array([self.crosses, self.noughts], np.int64), self.target, self.mover)


def perft(position: NineBoard, depth: int) -> int:
    """How many ways there are to play on for `depth` plies; games that end before are not counted."""
    marks, target, mover = position.start()
    if position.winner is not None:
        return int(depth == 0)
    return _perft(marks, target, mover, RULES.index(position.rule), depth)


@inlined
def target_after(marks, cell, rule):
    """The board that comes after a mark in `cell`, already made; -1 if there is none and the game is drawn."""
    if marks[0, cell] | marks[1, cell] != FULL:
        return cell
    if rule == FREE:
        for board in range(BOARDS):
            if marks[0, board] | marks[1, board] != FULL:
                return ANY
    return -1


@kernel
def _perft(marks, target, mover, rule, depth):
    if depth == 0:
        return 1
    found = 0
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        won = COMPLETING[marks[mover, board]]
        for cell in range(CELLS):
            bit = 1 << cell
            if not free & bit:
                continue
            if won & bit:
                found += depth == 1
                continue
            marks[mover, board] |= bit
            following = target_after(marks, cell, rule)
            if following >= 0:
                found += _perft(marks, following, 1 - mover, rule, depth - 1)
            else:
                found += depth == 1
            marks[mover, board] ^= bit
    return found
