"""Nine-board tic-tac-toe: nine boards of 3x3, on which the marked cell names the board of the next move.

The rules, in one place:

1. Boards and cells are numbered 0 to 8, row by row. X moves first, on any board.
2. A mark in cell c sends the opponent to board c, who marks a free cell of it.
3. Whoever completes a line of three on any one board wins the game.
4. A player sent to a board without a free cell may mark any board that has one (rule ``free``, the default), or the
   game ends as a draw (rule ``draw``).
5. A game in which all 81 cells are marked without a line is a draw.

Osipa (2017) gives the rules by describing its program (sections 2.1 and 2.2) and leaves rules 4 and 5 open.

A move is a whole number, nine times the board plus the cell. Marks are bits, nine per board, bit c for cell c:

    0 1 2
    3 4 5       X in the corners of the first row: 0b000000101
    6 7 8
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cache
from typing import Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray

from tttcore.games.geometry import lines
from tttcore.games.position import Outcome
from tttcore.pipeline.jit import inlined, kernel

BOARDS = CELLS = 9
MOVES = BOARDS * CELLS
ANY = 9
"""Target of a player who may mark any board with a free cell."""
FULL = (1 << CELLS) - 1
"""Bits of all cells of a board."""

Rule = Literal["free", "draw"]
RULES: tuple[Rule, ...] = get_args(Rule)
FREE, DRAWN = range(len(RULES))
"""Codes of the rules in kernels."""

LINES = tuple(sum(1 << int(cell) for cell in line) for line in lines(edge=3, dimensions=2))
"""Bits of each line of a board."""


@cache
def has_line(bits: int) -> bool:
    """True if the bits of a player's cells, or boards, hold a line."""
    return any(bits & line == line for line in LINES)


def _completing() -> NDArray[np.int64]:
    # X X +
    # X . .      marks on 0, 1 and 3: cells 2 and 6 are missing in one line each
    # + . .
    found = np.zeros(FULL + 1, np.int64)
    for marks in range(FULL + 1):
        for line in LINES:
            missing = line & ~marks
            if missing.bit_count() == 1:
                found[marks] |= missing
    return found


COMPLETING = _completing()
"""(512,) by bits of a player's marks on a board, the cells that complete a line, taken by the opponent or not."""


class KernelPosition(NamedTuple):
    """Position in the form that kernels take."""

    marks: NDArray[np.int64]
    """(2, 9) bits of X's and of O's marks on each board."""
    target: int
    """The board to mark, or `ANY`."""
    current_player: int
    """0 if X moves, 1 if O does."""


class PositionOnNineBoards(ABC):
    """Base class of the positions of both games on nine boards, see `games.position`."""

    crosses: tuple[int, ...]
    noughts: tuple[int, ...]
    target: int

    @property
    def ply(self) -> int:
        """Number of marks on the boards."""
        return sum(map(int.bit_count, self.crosses + self.noughts))

    @property
    def current_player(self) -> int:
        """0 if X moves, 1 if O does."""
        return self.ply % 2

    @property
    @abstractmethod
    def winner(self) -> Outcome | None:
        """Result of the game, see `games.position`; None while it is open."""

    @abstractmethod
    def free(self, board: int) -> int:
        """Bits of the cells of a board that a player sent there may mark."""

    def legal_moves(self) -> list[int]:
        """Legal moves in rising order; none where the game is over."""
        if self.winner is not None:
            return []
        return [
            board * CELLS + cell
            for board in self.playable_boards()
            for cell in range(CELLS)
            if self.free(board) >> cell & 1
        ]

    def allows(self, move: int) -> bool:
        """True if a move is legal; faster than to look for it in `legal_moves`."""
        if move not in range(MOVES) or self.winner is not None:
            return False
        board, cell = divmod(move, CELLS)
        return self.target in (ANY, board) and self.free(board) >> cell & 1 == 1

    def playable_boards(self) -> list[int]:
        """Boards of the next move that have a free cell; none if nothing can be marked."""
        named = range(BOARDS) if self.target == ANY else [self.target]
        return [board for board in named if self.free(board)]

    def marks_after(self, move: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """X's and O's marks after a legal move; ValueError for any other."""
        if not self.allows(move):
            raise ValueError(f"{move!r} is no legal move")
        board, cell = divmod(move, CELLS)
        sides = [list(self.crosses), list(self.noughts)]
        sides[self.current_player][board] |= 1 << cell
        return tuple(sides[0]), tuple(sides[1])


@dataclass(frozen=True)
class NineBoard(PositionOnNineBoards):
    """Position of nine-board tic-tac-toe, see `games.position`; without arguments the empty boards.

    Attributes
    ----------
    crosses, noughts : (9,) bits of a player's marks on each board.
    target : the board to mark, or `ANY`.
    rule : consequence of a full target.

    Examples
    --------
    >>> from tttcore.games import NineBoard
    >>> position = NineBoard().apply(40).apply(36)
    >>> position.target, position.legal_moves()
    (0, [0, 1, 2, 3, 4, 5, 6, 7, 8])
    """

    crosses: tuple[int, ...] = (0,) * BOARDS
    noughts: tuple[int, ...] = (0,) * BOARDS
    target: int = ANY
    rule: Rule = "free"

    @property
    def winner(self) -> Outcome | None:
        """Result of the game, see `games.position`; None while it is open."""
        for marks, won in ((self.crosses, Outcome.CROSS_WON), (self.noughts, Outcome.NOUGHT_WON)):
            if any(map(has_line, marks)):
                return won
        return None if self.playable_boards() else Outcome.DRAWN

    def free(self, board: int) -> int:
        """Bits of the cells of a board that a player sent there may mark."""
        return FULL & ~(self.crosses[board] | self.noughts[board])

    def winning_moves(self) -> list[int]:
        """Legal moves that win at once."""
        own = (self.crosses, self.noughts)[self.current_player]
        return [move for move in self.legal_moves() if COMPLETING[own[move // CELLS]] >> move % CELLS & 1]

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        crosses, noughts = self.marks_after(move)
        cell = move % CELLS
        full = crosses[cell] | noughts[cell] == FULL
        return type(self)(crosses, noughts, ANY if full and self.rule == "free" else cell, self.rule)

    def arrays(self) -> KernelPosition:
        """Position in the form that kernels take."""
        return KernelPosition(np.array([self.crosses, self.noughts], np.int64), self.target, self.current_player)


def perft(position: NineBoard, depth: int) -> int:
    """Count the ways to play on for exactly `depth` plies; games that end before don't count."""
    marks, target, player = position.arrays()
    if position.winner is not None:
        return int(depth == 0)
    return _perft(marks, target, player, RULES.index(position.rule), depth)


@inlined
def target_after(marks, cell, rule):
    """Target after a mark in `cell`, already made; -1 if the game is drawn."""
    # | binds tighter than a comparison in Python, other than in C: both players' marks together are compared.
    if marks[0, cell] | marks[1, cell] != FULL:
        return cell
    if rule == FREE:
        for board in range(BOARDS):
            if marks[0, board] | marks[1, board] != FULL:
                return ANY
    return -1


@kernel
def _perft(marks, target, player, rule, depth):
    """Count depth first; each mark is made in place and taken back by flipping its bit again."""
    if depth == 0:
        return 1
    found = 0
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = FULL & ~(marks[0, board] | marks[1, board])
        wins = COMPLETING[marks[player, board]]
        for cell in range(CELLS):
            bit = 1 << cell
            if not free & bit:
                continue
            if wins & bit:
                found += depth == 1  # the game ends here
                continue
            marks[player, board] |= bit
            next_target = target_after(marks, cell, rule)
            if next_target >= 0:
                found += _perft(marks, next_target, 1 - player, rule, depth - 1)
            else:
                found += depth == 1
            marks[player, board] ^= bit
    return found
