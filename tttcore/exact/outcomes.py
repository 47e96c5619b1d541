"""Exact results of games of 3x3 between players that draw uniformly from known cells."""

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import (
    CROSS,
    CROSS_WON,
    DRAWN,
    INVERSES,
    NOUGHT_WON,
    OPEN,
    START,
    Board,
    CellRule,
    StateTables,
    free_cells,
    marked,
    outcome,
    to_move,
)


class Outcome(NamedTuple):
    """Exact probabilities of the three results of a game."""

    cross_wins: Fraction
    draw: Fraction
    nought_wins: Fraction


_NEVER, _SURELY = Fraction(0), Fraction(1)
_CERTAIN = {
    CROSS_WON: Outcome(_SURELY, _NEVER, _NEVER),
    DRAWN: Outcome(_NEVER, _SURELY, _NEVER),
    NOUGHT_WON: Outcome(_NEVER, _NEVER, _SURELY),
}


def outcome_chances(first: CellRule, second: CellRule) -> Outcome:
    """Exact probabilities of the results when `first` plays X against `second`, over all games that they can play."""

    @cache
    def value(board: Board) -> Outcome:
        ended = outcome(board)
        if ended != OPEN:
            return _CERTAIN[ended]
        cells = (first if to_move(board) == CROSS else second)(board)
        chances = zip(*(value(marked(board, cell)) for cell in cells), strict=True)
        return Outcome(*(sum(each, _NEVER) / len(cells) for each in chances))

    return value(START)


def may_win(first: CellRule, second: CellRule) -> bool:
    """Whether `first`, who plays X, wins any of the games that it and `second` can play."""

    @cache
    def value(board: Board) -> bool:
        ended = outcome(board)
        if ended != OPEN:
            return ended == CROSS_WON
        cells = (first if to_move(board) == CROSS else second)(board)
        return any(value(marked(board, cell)) for cell in cells)

    return value(START)


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
