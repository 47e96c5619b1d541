"""Super (ultimate) tic-tac-toe: nine boards of 3x3 that are themselves the cells of a large board.

The rules, in one place:

1. Boards and cells are numbered 0 to 8, row by row. X moves first, on any board.
2. A mark in cell c sends the opponent to board c.
3. A board belongs to the player who first completes a line of three on it, whatever is marked there later. A board
   that fills up without a line belongs to nobody.
4. Three boards in a line win the game.
5. Under the rule ``open`` (the default) a board that belongs to somebody may be marked until it is full, and must be by
   a player sent there. Under the rules ``closed`` and ``majority`` it may not be marked any more.
6. A player sent to a board that can't be marked may mark any board that can.
7. When nothing can be marked and nobody has three boards in a line, the game is a draw, whoever owns more boards. Under
   the rule ``majority``, that of programming contests, whoever owns more wins.

Osipa (2017, section 3.1) says that X has a winning strategy, but not under which rules; common ones differ in 5 and 7.

A move is a whole number, nine times the board plus the cell. Marks are bits, nine per board, bit c for cell c, and so
are the boards of a player, bit b for board b.
"""

from dataclasses import dataclass, replace
from typing import Literal, NamedTuple, Self, get_args

import numpy as np
from numpy.typing import NDArray

from tttcore.games.nine_board import ANY, BOARDS, CELLS, COMPLETING, FULL, PositionOnNineBoards, has_line
from tttcore.games.position import Outcome
from tttcore.pipeline.jit import inlined, kernel

Rule = Literal["open", "closed", "majority"]
RULES: tuple[Rule, ...] = get_args(Rule)
OPEN, CLOSED, MAJORITY = range(len(RULES))
"""Codes of the rules in kernels."""


class KernelPosition(NamedTuple):
    """Position as kernels take it."""

    marks: NDArray[np.int64]
    """(2, 9) bits of X's and of O's marks on each board."""
    won: NDArray[np.int64]
    """(2,) bits of the boards that belong to X and to O."""
    target: int
    """The board to mark, or `ANY`."""
    current_player: int
    """0 if X moves, 1 if O does."""


@dataclass(frozen=True)
class SuperBoard(PositionOnNineBoards):
    """Position of super tic-tac-toe, see `games.position`; without arguments the empty boards.

    Attributes
    ----------
    crosses, noughts : (9,) bits of a player's marks on each board.
    won : bits of the boards that belong to X and to O; marks alone don't tell where both have lines on a board.
    target : the board to mark, or `ANY`.
    rule : whether a board that belongs to somebody may still be marked, and whether owning more boards wins.

    Examples
    --------
    >>> from tttcore.games import SuperBoard
    >>> position = SuperBoard(rule="majority").apply(40)
    >>> position.target, position.legal_moves()
    (4, [36, 37, 38, 39, 41, 42, 43, 44])
    """

    crosses: tuple[int, ...] = (0,) * BOARDS
    noughts: tuple[int, ...] = (0,) * BOARDS
    won: tuple[int, int] = (0, 0)
    target: int = ANY
    rule: Rule = "open"

    @property
    def winner(self) -> Outcome | None:
        """Result of the game, see `games.position`; None while it is open."""
        for own, won in zip(self.won, (Outcome.CROSS_WON, Outcome.NOUGHT_WON), strict=True):
            if has_line(own):
                return won
        if self.playable_boards():
            return None
        crosses, noughts = map(int.bit_count, self.won)
        if self.rule != "majority" or crosses == noughts:
            return Outcome.DRAWN
        return Outcome.CROSS_WON if crosses > noughts else Outcome.NOUGHT_WON

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        sides, won, player = self.marks_after(move), list(self.won), self.current_player
        board, cell = divmod(move, CELLS)
        if has_line(sides[player][board]) and not self.decided >> board & 1:
            won[player] |= 1 << board
        sent = type(self)(*sides, (won[0], won[1]), cell, self.rule)
        return sent if sent.free(cell) else replace(sent, target=ANY)

    def arrays(self) -> KernelPosition:
        """Position as kernels take it."""
        marks = np.array([self.crosses, self.noughts], np.int64)
        return KernelPosition(marks, np.array(self.won, np.int64), self.target, self.current_player)

    @property
    def decided(self) -> int:
        """Bits of the boards that belong to somebody."""
        return self.won[0] | self.won[1]

    def free(self, board: int) -> int:
        """Bits of the cells of a board that a player sent there may mark."""
        if self.rule != "open" and self.decided >> board & 1:
            return 0
        return FULL & ~(self.crosses[board] | self.noughts[board])


def perft(position: SuperBoard, depth: int) -> int:
    """Count the ways to play on for exactly `depth` plies; games that end before don't count."""
    marks, won, target, player = position.arrays()
    if position.winner is not None:
        return int(depth == 0)
    return _perft(marks, won, target, player, RULES.index(position.rule), depth)


@inlined
def super_mark(marks, won, player, board, cell):
    """Mark a cell and record the owner of its board; return whether that wins the game."""
    # Checked before the mark is made: `COMPLETING` has the cells that are missing, and afterwards none is.
    completed = COMPLETING[marks[player, board]] >> cell & 1
    marks[player, board] |= 1 << cell
    # The first line on a board decides it; later ones change nothing, whoever has them:
    # X X X
    # O O O      X was first, so that the board stays X's
    # . . .
    if not completed or (won[0] | won[1]) >> board & 1:
        return False
    wins = COMPLETING[won[player]] >> board & 1  # boards are the cells of the large board
    won[player] |= 1 << board
    return wins == 1


@inlined
def super_free(marks, won, board, rule):
    """Bits of the cells of a board that a player sent there may mark."""
    if rule != OPEN and (won[0] | won[1]) >> board & 1:
        return 0
    return FULL & ~(marks[0, board] | marks[1, board])


@inlined
def super_target_after(marks, won, cell, rule):
    """Target after a mark in `cell`, already made; -1 if nothing can be marked any more."""
    if super_free(marks, won, cell, rule):
        return cell
    for board in range(BOARDS):
        if super_free(marks, won, board, rule):
            return ANY
    return -1


@kernel
def _perft(marks, won, target, player, rule, depth):
    """Count depth first; each mark is made in place and taken back, with the board that it may have won."""
    if depth == 0:
        return 1
    found = 0
    for board in range(BOARDS) if target == ANY else range(target, target + 1):
        free = super_free(marks, won, board, rule)
        for cell in range(CELLS):
            if not free >> cell & 1:
                continue
            # The mark may win its board: unlike the mark's bit, that bit can't be flipped back blindly, so it is kept.
            owned = won[player]
            over = super_mark(marks, won, player, board, cell)
            next_target = -1 if over else super_target_after(marks, won, cell, rule)
            if next_target >= 0:
                found += _perft(marks, won, next_target, 1 - player, rule, depth - 1)
            else:
                found += depth == 1
            marks[player, board] ^= 1 << cell
            won[player] = owned
    return found
