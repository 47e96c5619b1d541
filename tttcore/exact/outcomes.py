"""Exact results of games of 3x3 between players that draw uniformly from known cells."""

from collections.abc import Callable, Sequence
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
    NOUGHT_WON,
    OPEN,
    Board,
    StateTables,
    free_cells,
    marked,
    outcome,
    to_move,
)
from tttcore.players.umg_rules import CentreRule, barrat_choices, turn_of

Player = Callable[[Board], Sequence[int]]
"""Function from a board to the cells among which the player draws, all equally likely."""


class Outcome(NamedTuple):
    """Probabilities of the three results of a game."""

    cross_wins: float
    draw: float
    nought_wins: float


_CERTAIN = {CROSS_WON: Outcome(1.0, 0.0, 0.0), DRAWN: Outcome(0.0, 1.0, 0.0), NOUGHT_WON: Outcome(0.0, 0.0, 1.0)}


def outcome_chances(first: Player, second: Player) -> Outcome:
    """Probabilities of the results when `first` plays X against `second`, over all games that they can play."""
    known: dict[Board, Outcome] = {}

    def value(board: Board) -> Outcome:
        if board not in known:
            ended = outcome(board)
            known[board] = _CERTAIN[ended] if ended != OPEN else _mean([value(after) for after in onward(board)])
        return known[board]

    def onward(board: Board) -> list[Board]:
        cells = (first if to_move(board) == CROSS else second)(board)
        return [marked(board, cell) for cell in cells]

    return value((EMPTY,) * CELLS)


def best_response_chance(second: Player) -> float:
    """Highest probability of beating `second` that a first player can achieve."""
    known: dict[Board, float] = {}

    def value(board: Board) -> float:
        if board not in known:
            ended = outcome(board)
            if ended != OPEN:
                known[board] = float(ended == CROSS_WON)
            elif to_move(board) == CROSS:
                known[board] = max(value(marked(board, cell)) for cell in free_cells(board))
            else:
                chances = [value(marked(board, cell)) for cell in second(board)]
                known[board] = sum(chances) / len(chances)
        return known[board]

    return value((EMPTY,) * CELLS)


def random_cells(board: Board) -> Sequence[int]:
    """Cells of the Random Move Generator: all free ones."""
    return free_cells(board)


def umg_player(*, centre: CentreRule = "opponent", late_turn: int | None = None) -> Player:
    """Player of the Unbeatable Move Generator; `late_turn` is a turn number that it always assumes, None to count."""
    return lambda board: barrat_choices(board, turn=late_turn or turn_of(board), centre=centre)


def genome_player(genes: NDArray[np.uint8], tables: StateTables) -> Player:
    """Player that is encoded by a genome of (765,) genes."""

    def cells(board: Board) -> Sequence[int]:
        position = tables.position_index[tuple(board)]
        return [int(INVERSES[tables.symmetry_of[position]][genes[tables.state_of[position]]])]

    return cells


def _mean(outcomes: list[Outcome]) -> Outcome:
    return Outcome(*(sum(chances) / len(outcomes) for chances in zip(*outcomes, strict=True)))
