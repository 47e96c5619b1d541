"""Policies of 3x3 as tables over positions, and those that don't learn.

Positions are in the order of `games.classic.StateTables`. Any player of 3x3 can be given in this form: a genome, which
treats symmetric positions alike, or a value table or rules that scan lines in an order, which don't.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, LINES, CellRule, ClassicPosition, enumerate_states, solve
from tttcore.games.position import CROSS, DRAWN, NOUGHT, OPEN, SEAT_INDICES, Seat
from tttcore.players.exact_results import Chances, propagate

Cells = NDArray[np.bool_]
"""(5478, 9) mask of some cells of each position."""
Policy = Chances
"""(5478, 9) probability that the side to move marks a cell; 0 if the game is over."""
CellSets = NDArray[np.uint16]
"""(5478,) cells among which a player draws uniformly, as bits: bit c is cell c; 0 if the game is over."""
Beads = NDArray[np.uint16]
"""(5478, 9) whole numbers in proportion to which a player draws cells, 0 where it never does, up to `MOST_BEADS`."""
MOST_BEADS = 36**3 - 1
"""Largest number of beads of a cell."""


OPPONENTS = ("random", "careful", "perfect")
"""Names of policies that don't learn."""


@dataclass(frozen=True, eq=False)
class Game:
    """The game tree of 3x3 as tables, and policies that don't learn.

    Attributes
    ----------
    boards : (5478, 9) marks on each board.
    results : (5478,) how the game stands, see `games.position.Outcome`.
    seat : (5478,) seat to move, 0 or 1.
    successors : (5478, 9) position after a mark on a cell, -1 for illegal marks.
    best : cells that keep the value of the position.
    opponents : policies by name, see `OPPONENTS`. ``random`` marks any free cell; ``careful`` wins at once if it can,
        else blocks an immediate win, else marks any free cell; ``perfect`` keeps the value. All draw uniformly among
        their cells.
    """

    boards: NDArray[np.uint8]
    results: NDArray[np.int8]
    seat: NDArray[np.int8]
    successors: NDArray[np.int16]
    best: Cells
    opponents: Mapping[str, Policy]

    @property
    def has_choice(self) -> NDArray[np.bool_]:
        """(5478,) True for positions with more than one legal mark."""
        return np.count_nonzero(self.successors >= 0, axis=1) > 1

    def reached(self, policy: Policy, seat: int) -> NDArray[np.bool_]:
        """(5478,) True for positions in which a policy in a seat has to move against some opponent."""
        pair = (policy, self.opponents["random"])  # who reaches all that any opponent can
        chances, _ = propagate(self, *(pair if seat == 0 else pair[::-1]))
        return (chances > 0) & (self.seat == seat)

    def mistakes(self, policy: Policy) -> NDArray[np.bool_]:
        """(5478,) True for positions in which a policy may make a mark that worsens the result."""
        return np.asarray(((policy > 0) & ~self.best).any(axis=1))


@cache
def game(*, dead: bool) -> Game:
    """Tables of 3x3; if `dead`, a game is drawn as soon as each line holds marks of both players."""
    tables = enumerate_states()
    boards = tables.positions
    results = tables.outcomes[tables.state_of]
    if dead:
        results[(results == OPEN) & _blocked(boards)] = DRAWN
    seat = (np.count_nonzero(boards, axis=1) % 2).astype(np.int8)
    successors = np.where((results == OPEN)[:, None], tables.next_position, np.int16(-1))
    free = successors >= 0
    values = solve(tables).values[tables.state_of]
    best = free & (values[successors] == values[:, None])
    wins, blocks = (free & _completing(boards, np.array(marks)[seat]) for marks in ((CROSS, NOUGHT), (NOUGHT, CROSS)))
    careful = np.where(_any(wins), wins, np.where(_any(blocks), blocks, free))
    opponents = {"random": uniform_policy(free), "careful": uniform_policy(careful), "perfect": uniform_policy(best)}
    return Game(boards, results, seat, successors, best, opponents)


def packed(cells: Cells) -> CellSets:
    """Sets of bits from masks of cells."""
    return (cells << np.arange(CELLS)).sum(axis=1).astype(np.uint16)


def unpacked(sets: CellSets) -> Cells:
    """Masks of cells from sets of bits."""
    return (sets[:, None] >> np.arange(CELLS)) & 1 == 1


def cells_of_rule(rule: CellRule, seat: Seat = "both") -> Cells:
    """Cells among which a rule draws, for all positions in which its `seat` is to move; none elsewhere."""
    tables = enumerate_states()
    cells = np.zeros(tables.next_position.shape, np.bool_)
    for position in np.flatnonzero(tables.open[tables.state_of]):
        board = tuple(tables.positions[position].tolist())
        if np.count_nonzero(board) % 2 in SEAT_INDICES[seat]:
            cells[position, list(rule(board))] = True
    return cells


def uniform_policy(cells: Cells) -> Policy:
    """Policy that draws uniformly among `cells`."""
    return cells / np.maximum(cells.sum(axis=1, keepdims=True), 1)


def drawn_policy(sets: CellSets, beads: Sequence[int] | Beads) -> Policy:
    """Policy of a stored player: in proportion to its `beads`, of (5478 * 9,) or (5478, 9), or uniform without any."""
    if len(beads) == 0:
        return uniform_policy(unpacked(sets))
    numbers = np.asarray(beads, np.float64).reshape(-1, CELLS)
    return np.asarray(numbers / np.maximum(numbers.sum(axis=1, keepdims=True), 1))


def policy_player(policy: Policy, rng: np.random.Generator) -> Callable[[ClassicPosition], int]:
    """Player that draws a cell by the policy's probabilities; for positions in which these add up to 1."""
    positions = enumerate_states().position_index
    return lambda position: int(rng.choice(CELLS, p=policy[positions[position.board]]))


def uniform_player(sets: CellSets, rng: np.random.Generator) -> Callable[[ClassicPosition], int]:
    """Player that draws a cell uniformly from the set of the position; for positions of the agent's seat."""
    positions, cells = enumerate_states().position_index, unpacked(sets)
    return lambda position: int(rng.choice(np.flatnonzero(cells[positions[position.board]])))


def worst_result(lost: float, drawn: float) -> int:
    """Worst result with a positive probability: 1 won, 0 drawn, -1 lost."""
    return -1 if lost > 0 else 0 if drawn > 0 else 1


def _any(cells: Cells) -> Cells:
    return np.asarray(cells.any(axis=1))[:, None]


def _blocked(boards: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """(n,) True for boards all of whose lines hold marks of both players."""
    crossed, noughted = (np.any(boards[:, LINES] == mark, axis=2) for mark in (CROSS, NOUGHT))
    return np.asarray((crossed & noughted).all(axis=1))


def _completing(boards: NDArray[np.uint8], marks: NDArray[np.int_]) -> Cells:
    """Cells, free or not, that complete a line with two of (n,) `marks`."""
    own = boards == marks[:, None]
    found = np.zeros_like(own)
    for line in LINES.tolist():
        for cell, one, other in permutations(line):
            found[:, cell] |= own[:, one] & own[:, other]
    return found
