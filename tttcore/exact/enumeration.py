"""Enumeration of all games of 3x3: their number, and exact results of games between players."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import (
    CELLS,
    CROSS,
    CROSS_WON,
    DRAWN,
    EMPTY,
    INVERSES,
    NOUGHT,
    NOUGHT_WON,
    OPEN,
    START,
    SYMMETRIES,
    Board,
    CellRule,
    StateTables,
    free_cells,
    marked,
    outcome,
    representative,
    to_move,
)

End = tuple[int, bool]
"""Marks on the board when a game ends, and whether it is drawn."""


def games() -> Counter[End]:
    """Number of games by their end; a game is a sequence of cells from the empty board to a finished one."""
    return _games_within(set(range(CELLS)))


def state_paths(tables: StateTables) -> Counter[End]:
    """Number of paths of states by their end; marks that lead to the same state are one step."""
    ways = Counter({0: 1})
    ends: Counter[End] = Counter()
    plies, outcomes = tables.plies.tolist(), tables.outcomes.tolist()
    for state, successors in enumerate(tables.next_state.tolist()):  # in order of plies, so that one pass is enough
        if outcomes[state] != OPEN:
            ends[plies[state], outcomes[state] == DRAWN] += ways[state]
        for after in {after for after in successors if after >= 0}:
            ways[after] += ways[state]
    return ends


def symmetric_games() -> Counter[End]:
    """Number of games by their end, counting games once that a rotation or reflection maps to each other.

    By Burnside's lemma the number of classes is the mean, over the eight symmetries, of the number of games that a
    symmetry leaves unchanged: those on its fixed cells alone.
    """
    unchanged: Counter[End] = Counter()
    for symmetry in SYMMETRIES:
        fixed = {cell for cell in range(CELLS) if symmetry[cell] == cell}
        unchanged.update(_games_within(fixed))
    assert all(count % len(SYMMETRIES) == 0 for count in unchanged.values())
    return Counter({end: count // len(SYMMETRIES) for end, count in unchanged.items()})


def balanced_boards() -> set[Board]:
    """Representatives of all boards with as many X as O or one more, reachable or not."""
    boards = product((EMPTY, CROSS, NOUGHT), repeat=CELLS)
    return {representative(board) for board in boards if board.count(CROSS) - board.count(NOUGHT) in (0, 1)}


def _games_within(cells: set[int]) -> Counter[End]:
    """Number of games by their end that use these cells alone."""
    boards: Counter[Board] = Counter({START: 1})
    ends: Counter[End] = Counter()
    while boards:
        onward: Counter[Board] = Counter()
        for board, ways in boards.items():
            ended = outcome(board)
            if ended != OPEN:
                ends[CELLS - board.count(EMPTY), ended == DRAWN] += ways
                continue
            for cell in cells.intersection(free_cells(board)):
                onward[marked(board, cell)] += ways
        boards = onward
    return ends


class Chances(NamedTuple):
    """Exact probabilities of the three results of a game."""

    cross_wins: Fraction
    draw: Fraction
    nought_wins: Fraction


_NEVER, _SURELY = Fraction(0), Fraction(1)
_CERTAIN = {
    CROSS_WON: Chances(_SURELY, _NEVER, _NEVER),
    DRAWN: Chances(_NEVER, _SURELY, _NEVER),
    NOUGHT_WON: Chances(_NEVER, _NEVER, _SURELY),
}


def outcome_chances(first: CellRule, second: CellRule) -> Chances:
    """Exact probabilities of the results when `first` plays X against `second`, over all games that they can play."""

    @cache
    def value(board: Board) -> Chances:
        ended = outcome(board)
        if ended != OPEN:
            return _CERTAIN[ended]
        cells = (first if to_move(board) == CROSS else second)(board)
        chances = zip(*(value(marked(board, cell)) for cell in cells), strict=True)
        return Chances(*(sum(each, _NEVER) / len(cells) for each in chances))

    return value(START)


def may_win(genes: NDArray[np.uint8], second: CellRule, tables: StateTables) -> NDArray[np.bool_]:
    """(n,) whether each of (n, 765) genomes, who plays X, wins any of the games that it and `second` can play."""
    reached = np.zeros((len(tables.positions), len(genes)), bool)
    reached[0] = True
    wins = np.zeros(len(genes), bool)
    for position, board in enumerate(tables.positions.tolist()):  # in order of marks, so that one pass is enough
        here, state, after = reached[position], tables.state_of[position], tables.next_position[position]
        if not here.any():
            continue
        if tables.outcomes[state] != OPEN:
            wins |= here & (tables.outcomes[state] == CROSS_WON)
        elif to_move(board) == NOUGHT:
            reached[after[list(second(tuple(board)))]] |= here
        else:
            cells = INVERSES[tables.symmetry_of[position]][genes[:, state]]
            for cell in free_cells(board):
                reached[after[cell]] |= here & (cells == cell)
    return wins


def best_response_chance(second: CellRule) -> Fraction:
    """Exact highest probability of beating `second` that a first player can achieve."""

    @cache
    def value(board: Board) -> Fraction:
        ended = outcome(board)
        if ended != OPEN:
            return _CERTAIN[ended].cross_wins
        if to_move(board) == CROSS:
            return max(value(marked(board, cell)) for cell in free_cells(board))
        chances = [value(marked(board, cell)) for cell in second(board)]
        return sum(chances, _NEVER) / len(chances)

    return value(START)


def genome_player(genes: NDArray[np.uint8], tables: StateTables) -> CellRule:
    """Player that is encoded by a genome of (765,) genes."""

    def cells(board: Board) -> Sequence[int]:
        position = tables.position_index[tuple(board)]
        return [int(INVERSES[tables.symmetry_of[position]][genes[tables.state_of[position]]])]

    return cells
