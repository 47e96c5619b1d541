"""3x3 position by position: who plays it, as chances of cells, and where their games lead, exactly.

Positions are in the order of `games.classic.StateTables`. Whatever plays 3x3 can be put in this form: a genome, which
treats symmetric positions alike, a table of estimates or rules that scan lines in an order, which don't.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tttcore.games import classic
from tttcore.games.classic import (
    CELLS,
    CROSS,
    CROSS_WON,
    LINES,
    NOUGHT,
    NOUGHT_WON,
    OPEN,
    Board,
    enumerate_states,
)
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.pipeline.jit import kernel
from tttcore.players.minimax import solve

GOES_ON, FIRST_WON, DRAWN, SECOND_WON = -1, 0, 1, 2

Cells = NDArray[np.bool_]
"""(5478, 9) some cells of each position."""
Policy = NDArray[np.float64]
"""(5478, 9) chance that who is to move marks a cell; none where the game is over."""
CellSets = NDArray[np.uint16]
"""(5478,) the cells that a player draws from, all as likely: bit c stands for cell c; 0 where the game is over."""


@dataclass(frozen=True, eq=False)
class Game:
    """The game and those who play it without learning.

    Attributes
    ----------
    results : (5478,) GOES_ON, FIRST_WON, DRAWN or SECOND_WON.
    seat : (5478,) whose turn it is, 0 or 1.
    following : (5478, 9) position after a mark on a cell, -1 where there can be none.
    best : cells that keep the value of the position.
    opponents : ``random`` marks any cell; ``careful`` wins at once if it can, else prevents that the other does, else
        marks any cell; ``perfect`` keeps the value. Where they have a choice, all is as likely.
    """

    results: NDArray[np.int8]
    seat: NDArray[np.int8]
    following: NDArray[np.int16]
    best: Cells
    opponents: Mapping[str, Policy]

    def propagate(self, first: Policy, second: Policy) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """(5478,) chance that a game between two players comes to each position, and (3,) of each result."""
        reached = np.zeros(self.results.size)
        ends = np.zeros(3)
        _follow(self.following, self.seat, self.results, first, second, reached, ends)
        return reached, ends

    @property
    def choices(self) -> NDArray[np.bool_]:
        """(5478,) whether there is more than one cell to mark."""
        return np.count_nonzero(self.following >= 0, axis=1) > 1

    def mistakes(self, player: Policy) -> NDArray[np.bool_]:
        """(5478,) whether a player may make a mark that gives value away."""
        return np.asarray(((player > 0) & ~self.best).any(axis=1))


@cache
def game(*, dead: bool) -> Game:
    """3x3; `dead` if a game is drawn as soon as each line holds marks of both players. Takes a fraction of a second."""
    tables = enumerate_states()
    boards = tables.positions
    ends = np.empty(4, np.int8)
    ends[[OPEN, CROSS_WON, classic.DRAWN, NOUGHT_WON]] = GOES_ON, FIRST_WON, DRAWN, SECOND_WON
    results = ends[tables.outcomes[tables.state_of]]
    if dead:
        results[(results == GOES_ON) & _blocked(boards)] = DRAWN
    seat = (np.count_nonzero(boards, axis=1) % 2).astype(np.int8)
    following = np.where((results == GOES_ON)[:, None], tables.next_position, np.int16(-1))
    free = following >= 0
    values = solve(tables).values[tables.state_of]
    best = free & (values[following] == values[:, None])
    wins, blocks = (free & _completing(boards, np.array(marks)[seat]) for marks in ((CROSS, NOUGHT), (NOUGHT, CROSS)))
    careful = np.where(_any(wins), wins, np.where(_any(blocks), blocks, free))
    opponents = {"random": uniform_policy(free), "careful": uniform_policy(careful), "perfect": uniform_policy(best)}
    return Game(results, seat, following, best, opponents)


def packed(cells: Cells) -> CellSets:
    """Some cells of each position as a set of bits."""
    return (cells << np.arange(CELLS)).sum(axis=1).astype(np.uint16)


def unpacked(sets: CellSets) -> Cells:
    """Cells of each position from sets of bits."""
    return (sets[:, None] >> np.arange(CELLS)) & 1 == 1


def cells_of_rule(rule: Callable[[Board], Sequence[int]], seat: Seat = "both") -> Cells:
    """Cells that a rule draws from, asked at every position where its `seat` is to move; none elsewhere."""
    tables = enumerate_states()
    cells = np.zeros(tables.next_position.shape, np.bool_)
    for position in np.flatnonzero(tables.open[tables.state_of]):
        board = tuple(tables.positions[position].tolist())
        if np.count_nonzero(board) % 2 in SEAT_INDICES[seat]:
            cells[position, list(rule(board))] = True
    return cells


def uniform_policy(cells: Cells) -> Policy:
    """Whoever marks one of `cells`, all as likely."""
    return cells / np.maximum(cells.sum(axis=1, keepdims=True), 1)


def worst_result(lost: float, drawn: float) -> int:
    """The least result that has a chance: 1 won, 0 drawn, -1 lost."""
    return -1 if lost > 0 else 0 if drawn > 0 else 1


def _any(cells: Cells) -> Cells:
    return np.asarray(cells.any(axis=1))[:, None]


def _blocked(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(n,) boards whose lines all hold marks of both players."""
    crossed, noughted = (np.any(boards[:, LINES] == mark, axis=2) for mark in (CROSS, NOUGHT))
    return np.asarray((crossed & noughted).all(axis=1))


def _completing(boards: NDArray[np.uint8], marks: NDArray[np.int_]) -> Cells:
    """Cells whose lines hold two of (n,) `marks` elsewhere, free or not."""
    own = boards == marks[:, None]
    found = np.zeros_like(own)
    for line in LINES.tolist():
        for cell, one, other in permutations(line):
            found[:, cell] |= own[:, one] & own[:, other]
    return found


@kernel
def _follow(following, seat, results, first, second, reached, ends):
    """Carry chances forward; positions are in order of plies."""
    reached[0] = 1.0
    for position in range(results.size):
        chance = reached[position]
        if chance == 0.0:
            continue
        if results[position] != GOES_ON:
            ends[results[position]] += chance
        chances = first if seat[position] == 0 else second
        for cell in range(CELLS):
            if chances[position, cell] > 0.0:
                reached[following[position, cell]] += chance * chances[position, cell]
