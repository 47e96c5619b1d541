"""The exact solver against plain recursion over boards."""

from functools import cache

import numpy as np
import oracles

from tttcore.players.minimax import solve


@cache
def length(board):
    """Number of marks until the end if winners win early, losers lose late and drawn games fill the board."""
    if oracles.winner(board):
        return 0
    value, sign = oracles.best_result(board), 1 if board.count(0) % 2 else -1
    keeping = [
        after for cell in oracles.free_cells(board)
        if oracles.best_result(after := oracles.put(board, cell)) == value
    ]  # fmt: skip
    lengths = [1 + length(after) for after in keeping]
    return min(lengths) if value == sign else max(lengths)


def test_values_best_cells_and_lengths(tables):
    solved = solve(tables)
    for state, board in enumerate(oracles.game_base()):
        value = oracles.best_result(board)
        assert solved.values[state] == value
        best = [] if oracles.winner(board) else [
            cell for cell in oracles.free_cells(board) if oracles.best_result(oracles.put(board, cell)) == value
        ]  # fmt: skip
        assert np.flatnonzero(solved.best[state]).tolist() == best
        assert solved.plies_left[state] == length(board)
