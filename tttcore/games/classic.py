"""Classic 3x3 tic-tac-toe: rules, positions, tables of all positions and states, and perfect play.

A *position* is a board; a *state* is a class of positions that are equal up to
rotation and reflection, represented by one of them.

    cells  0 1 2
           3 4 5
           6 7 8
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tttcore.games.geometry import lines, symmetries
from tttcore.games.position import CROSS, CROSS_WON, DRAWN, EMPTY, NOUGHT, NOUGHT_WON, OPEN, Outcome

CELLS = 9
CENTRE = 4
CORNERS = (0, 2, 6, 8)
SIDES = (1, 3, 5, 7)
LINES = lines(edge=3, dimensions=2)
SYMMETRIES = symmetries(edge=3)
RANKS = (2, 0, 1)
"""Rank of an empty cell, X and O in the order of boards: X < O < empty."""
INVERSES = np.argsort(SYMMETRIES, axis=1)

Board = tuple[int, ...]
START: Board = (EMPTY,) * CELLS
"""The empty board."""
CellRule = Callable[[Board], Sequence[int]]
"""Function from a board to the cells among which a player draws, all equally likely."""
_LATEST = CELLS + 1
"""Ply from which scores are counted, so that a win at the last ply scores 1."""


def outcome(board: Sequence[int]) -> int:
    """State of the game on a board of nine cells, see `Outcome`."""
    for a, b, c in LINES.tolist():
        if board[a] != EMPTY and board[a] == board[b] == board[c]:
            return CROSS_WON if board[a] == CROSS else NOUGHT_WON
    return OPEN if EMPTY in board else DRAWN


def to_move(board: Sequence[int]) -> int:
    """Side to move, CROSS or NOUGHT; X moves first."""
    return CROSS if (CELLS - list(board).count(EMPTY)) % 2 == 0 else NOUGHT


def marked(board: Board, cell: int) -> Board:
    """Board after the side to move has marked a free `cell`."""
    return (*board[:cell], to_move(board), *board[cell + 1 :])


def free_cells(board: Sequence[int]) -> list[int]:
    """Cells without a mark, in order."""
    return [cell for cell, mark in enumerate(board) if mark == EMPTY]


def image(board: Sequence[int], symmetry: int) -> Board:
    """Board transformed by one of the eight symmetries."""
    return tuple(board[cell] for cell in SYMMETRIES[symmetry].tolist())


def representative(board: Sequence[int]) -> Board:
    """Canonical image of a board under symmetry: the lexicographically least, with X < O < empty."""
    images = [image(board, k) for k in range(len(SYMMETRIES))]
    return min(images, key=lambda cells: [RANKS[mark] for mark in cells])


@dataclass(frozen=True)
class StateTables:
    """All reachable positions and states of the game as arrays.

    Positions are ordered by marks on the board, then as digit strings; states likewise, by their representatives.

    Attributes
    ----------
    positions : (5478, 9) uint8, 0 empty, 1 X, 2 O.
    state_of : (5478,) state of each position.
    symmetry_of : (5478,) first symmetry k with ``position[i] == representative[SYMMETRIES[k][i]]``.
    next_position : (5478, 9) position after the side to move marks a cell, -1 for illegal marks.
    states : (765, 9) uint8 representatives.
    outcomes : (765,) how the game stands, see `Outcome`.
    next_state : (765, 9) state after the side to move marks a cell, -1 for illegal marks.

    Examples
    --------
    >>> from tttcore.games import enumerate_states
    >>> tables = enumerate_states()
    >>> position = tables.position_index[0, 0, 0, 0, 1, 0, 0, 0, 2]
    >>> tables.states[tables.state_of[position]].tolist()
    [2, 0, 0, 0, 1, 0, 0, 0, 0]
    """

    positions: NDArray[np.uint8]
    state_of: NDArray[np.int16]
    symmetry_of: NDArray[np.int8]
    next_position: NDArray[np.int16]
    states: NDArray[np.uint8]
    outcomes: NDArray[np.int8]
    next_state: NDArray[np.int16]

    @cached_property
    def position_index(self) -> dict[Board, int]:
        """Index of each position by its board."""
        return {tuple(board): index for index, board in enumerate(self.positions.tolist())}

    @property
    def plies(self) -> NDArray[np.intp]:
        """(765,) number of marks on the board of each state."""
        return np.count_nonzero(self.states, axis=1)

    @property
    def open(self) -> NDArray[np.bool_]:
        """(765,) True for states in which the game goes on."""
        return self.outcomes == OPEN

    @property
    def orbits(self) -> NDArray[np.intp]:
        """(765,) number of positions of each state."""
        return np.bincount(self.state_of, minlength=len(self.states))


@cache
def enumerate_states() -> StateTables:
    """Enumerate all positions and states breadth first. Takes a fraction of a second.

    Examples
    --------
    >>> from tttcore.games import enumerate_states
    >>> tables = enumerate_states()
    >>> len(tables.positions), len(tables.states)
    (5478, 765)
    """
    moves: dict[Board, list[Board | None]] = {}
    frontier = [START]
    while frontier:
        reached: set[Board] = set()
        for board in frontier:
            moves[board] = _successors(board)
            reached.update(after for after in moves[board] if after is not None)
        frontier = sorted(reached)
    positions = list(moves)
    index_of = {board: index for index, board in enumerate(positions)}
    next_position = np.array([[-1 if b is None else index_of[b] for b in moves[p]] for p in positions], np.int16)
    boards = np.array(positions, np.uint8)
    images = _reading_ranks(boards)
    own, least = images[:, 0], images.min(axis=1)
    representatives = np.flatnonzero(own == least)
    state_of = np.argsort(own[representatives])[np.searchsorted(np.sort(own[representatives]), least)].astype(np.int16)
    of_states = next_position[representatives]
    return StateTables(
        positions=boards,
        state_of=state_of,
        symmetry_of=np.argmax(images[representatives[state_of]] == own[:, None], axis=1).astype(np.int8),
        next_position=next_position,
        states=boards[representatives],
        outcomes=np.array([outcome(positions[index]) for index in representatives], np.int8),
        next_state=np.where(of_states < 0, -1, state_of[of_states]).astype(np.int16),
    )


def _reading_ranks(boards: NDArray[np.uint8]) -> NDArray[np.int64]:
    """(n, 8) rank of each image of each board in the order of `representative`, the board's own first."""
    return np.array(RANKS)[boards][:, SYMMETRIES] @ 3 ** np.arange(CELLS)[::-1]


def _successors(board: Board) -> list[Board | None]:
    if outcome(board) != OPEN:
        return [None] * CELLS
    return [marked(board, cell) if board[cell] == EMPTY else None for cell in range(CELLS)]


@dataclass(frozen=True, eq=False)
class Solution:
    """Perfect play, in which a winner wins early and a loser loses late.

    Attributes
    ----------
    values : (765,) game-theoretic value: 1 if X wins, 0 for a draw, -1 if O wins.
    best : (765, 9) True for every cell that keeps the value, fast or slow; none if the game is over.
    plies_left : (765,) number of marks until the end; drawn games fill the board.

    Examples
    --------
    >>> from tttcore.games import enumerate_states, solve
    >>> tables = enumerate_states()
    >>> corner = tables.next_state[0, 0]
    >>> solve(tables).best[corner].nonzero()[0].tolist()
    [4]
    """

    values: NDArray[np.int8]
    best: NDArray[np.bool_]
    plies_left: NDArray[np.int8]


def solve(tables: StateTables) -> Solution:
    """Solve the game by retrograde analysis. Takes milliseconds.

    The score of a state is its value times (10 - ply at which the game ends), so that
    higher is better for X and an earlier win is better than a later one.

    Examples
    --------
    >>> from tttcore.games import enumerate_states, solve
    >>> solution = solve(enumerate_states())
    >>> solution.values[0].item(), solution.plies_left[0].item()
    (0, 9)
    """
    plies, next_state = tables.plies, tables.next_state
    scores = np.select(
        [tables.outcomes == CROSS_WON, tables.outcomes == NOUGHT_WON], [_LATEST - plies, plies - _LATEST]
    )
    for ply in range(CELLS - 1, -1, -1):
        (rows,) = np.nonzero(tables.open & (plies == ply))
        after = np.ma.masked_array(scores[next_state[rows]], mask=next_state[rows] < 0)
        scores[rows] = after.max(axis=1) if ply % 2 == 0 else after.min(axis=1)
    values = np.sign(scores).astype(np.int8)
    last_ply = np.where(values == 0, CELLS, _LATEST - abs(scores))
    return Solution(
        values=values,
        best=(next_state >= 0) & (values[next_state] == values[:, None]),
        plies_left=(last_ply - plies).astype(np.int8),
    )


@dataclass(frozen=True)
class ClassicPosition:
    """Position of 3x3, see `games.position`; by default the empty board.

    Examples
    --------
    >>> from tttcore.games import ClassicPosition
    >>> position = ClassicPosition().apply(4).apply(0)
    >>> position.board
    (2, 0, 0, 0, 1, 0, 0, 0, 0)
    >>> position.current_player, position.legal_moves()
    (0, [1, 2, 3, 5, 6, 7, 8])
    """

    board: Board = START

    @property
    def current_player(self) -> int:
        """0 if X moves, 1 if O does."""
        return int(to_move(self.board) == NOUGHT)

    @property
    def winner(self) -> Outcome | None:
        """Result of the game; None while it goes on."""
        found = outcome(self.board)
        return None if found == OPEN else Outcome(found)

    def legal_moves(self) -> list[int]:
        """Free cells in ascending order; none if the game is over."""
        return free_cells(self.board) if outcome(self.board) == OPEN else []

    def apply(self, move: int) -> Self:
        """Position after a legal move; ValueError for any other."""
        if move not in self.legal_moves():
            raise ValueError(f"{move!r} is no legal move")
        return type(self)(marked(self.board, move))
