"""Games as learners see them: an action for each cell, and two planes of marks."""

from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from typing import Generic, TypeVar

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.hypercube import FIRST, SECOND, Hypercube
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.games.nine_board import BOARDS, CELLS, RULES, NineBoard, Rule
from tttcore.games.position import Position
from tttcore.pipeline.messages import choices
from tttcore.play.notation import CellNotation, Notation
from tttcore.play.notation_hypercube import HypercubeNotation
from tttcore.play.notation_nine import NineBoardNotation
from tttcore.players.agent_import import MOST_LINES

P = TypeVar("P", bound=Position)


@dataclass(frozen=True)
class Board(Generic[P]):
    """A game, and how its positions become arrays. A move's number is an action, and counts the cells of `shape`.

    Attributes
    ----------
    name : name of the environment.
    start : first position.
    shape : shape of a plane of marks; in C order its cells are the actions.
    marks : function from a position to the (actions,) contents of its cells: 0 empty, 1 X, 2 O.
    notation : draws positions.
    """

    name: str
    start: P
    shape: tuple[int, ...]
    marks: Callable[[P], NDArray[np.int8]]
    notation: Notation[P]

    @property
    def actions(self) -> int:
        """Number of actions."""
        return prod(self.shape)

    def planes(self, position: P, seat: int) -> NDArray[np.int8]:
        """(*shape, 2) 1 where the player in `seat` (0 for X, 1 for O) has a mark, and where the opponent has."""
        own, theirs = (FIRST, SECOND) if seat == 0 else (SECOND, FIRST)
        marks = self.marks(position).reshape(self.shape)
        return np.stack([marks == own, marks == theirs], axis=-1).astype(np.int8)

    def action_mask(self, position: P) -> NDArray[np.int8]:
        """(actions,) 1 for legal moves; all 0 if the game is over."""
        mask = np.zeros(self.actions, np.int8)
        mask[position.moves()] = 1
        return mask


def classic_board() -> Board[ClassicPosition]:
    """3x3; a plane is (row, column)."""
    return Board("tttcore_classic_v0", ClassicPosition(), (3, 3), _classic_marks, CellNotation(count_from=0))


def lattice_board(edge: int, dimensions: int) -> Board[HypercubePosition]:
    """Board of edge^dimensions cells; the first coordinate of a cell is the last axis of a plane: (layer, row, column).

    Raises
    ------
    ValueError
        If edge or dimensions are out of range, or the board has more than 100,000 lines.
    """
    board = Hypercube(edge, dimensions)
    if board.line_count > MOST_LINES:
        raise ValueError(f"edge, dimensions: a board of {board.line_count:,} lines; allowed: up to {MOST_LINES:,}")
    name = f"tttcore_lattice_{'x'.join([str(edge)] * dimensions)}_v0"
    notation = HypercubeNotation(board, count_from=0)
    return Board(name, HypercubePosition(board), (edge,) * dimensions, HypercubePosition.marks, notation)


def nine_boards(rule: Rule = "free") -> Board[NineBoard]:
    """Nine-board tic-tac-toe under a rule of `games.nine_board`; a plane is (board, row, column).

    Raises
    ------
    ValueError
        If there is no such rule.
    """
    if rule not in RULES:
        raise ValueError(f"rule: unknown rule {rule!r}{choices(rule, RULES)}")
    notation = NineBoardNotation(count_from=0)
    return Board("tttcore_nine_board_v0", NineBoard(rule=rule), (BOARDS, 3, 3), _nine_board_marks, notation)


def _classic_marks(position: ClassicPosition) -> NDArray[np.int8]:
    return np.array(position.board, np.int8)


def _nine_board_marks(position: NineBoard) -> NDArray[np.int8]:
    crosses, noughts = (
        np.array(marks)[:, None] >> np.arange(CELLS) & 1 for marks in (position.crosses, position.noughts)
    )
    return (FIRST * crosses + SECOND * noughts).astype(np.int8).ravel()
