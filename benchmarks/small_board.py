"""The perfect player of 3x3 by look-up, in a kernel, against plain minimax."""

import sys
from pathlib import Path

import numpy as np
from timing import seconds

from tttcore.games.classic import OPEN, enumerate_states, outcome
from tttcore.pipeline.jit import kernel
from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017.best_moves import best_cells, best_cells_table, perfect_move, position_code

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
import oracles

MOVES = 1_000_000
BOARDS = 50


@kernel
def move_everywhere(table, codes, state, marked):
    """A perfect move on each position in turn, again and again, counted by cell."""
    for move in range(MOVES):
        marked[perfect_move(table, codes[move % codes.size], state)] += 1


def plain_value(board: tuple[int, ...]) -> int:
    """Minimax value, the tree followed to all ends and nothing remembered."""
    if oracles.winner(board):
        return {oracles.X_WINS: 1, oracles.O_WINS: -1, oracles.DRAW: 0}[oracles.winner(board)]
    values = [plain_value(oracles.put(board, cell)) for cell in oracles.free_cells(board)]
    return max(values) if board.count(0) % 2 else min(values)


def plain_cells(board: tuple[int, ...]) -> list[int]:
    """Best cells by the same."""
    values = {cell: plain_value(oracles.put(board, cell)) for cell in oracles.free_cells(board)}
    best = max(values.values()) if board.count(0) % 2 else min(values.values())
    return [cell for cell, value in values.items() if value == best]


def measure(rounds: int) -> dict[str, float]:
    """Time of a perfect move on open boards, and how much longer plain minimax takes for it."""
    tables = enumerate_states()
    table = best_cells_table(tables)
    boards = [board for board in map(tuple, tables.positions.tolist()) if outcome(board) == OPEN]
    rng = stream(0, "benchmarks", "3x3")
    rng.shuffle(boards)
    codes = np.array([position_code(board) for board in boards])
    state, marked = rng.bit_generator.random_raw(1), np.zeros(10, np.int64)
    few = boards[:BOARDS]
    assert [plain_cells(board) for board in few] == [best_cells(table, board) for board in few]

    looked_up, plain = seconds(
        lambda: move_everywhere(table, codes, state, marked),
        lambda: [plain_cells(board) for board in few],
        rounds=max(rounds // 3, 3),
    )
    assert marked[-1] == 0, "a move where there is none"
    return {
        "3x3: ns for a perfect move": looked_up / MOVES * 1e9,
        "3x3: plain minimax / look-up": plain / BOARDS / (looked_up / MOVES),
    }
