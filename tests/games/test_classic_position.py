"""3x3 under the interface of positions: every reachable position against the twin."""

import oracles
import pytest

from tttcore.games.classic_position import ClassicPosition
from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS

WINNERS = {0: None, oracles.X_WINS: CROSS_WINS, oracles.O_WINS: NOUGHT_WINS, oracles.DRAW: DRAW}


def test_every_reachable_position_equals_the_twins():
    frontier, met = {ClassicPosition()}, set()
    while frontier:
        met |= frontier
        for position in frontier:
            assert position.winner == WINNERS[oracles.winner(position.board)]
            assert position.mover == position.board.count(1) - position.board.count(2)
            assert position.moves() == ([] if oracles.winner(position.board) else oracles.free_cells(position.board))
        followed = {(position, move) for position in frontier for move in position.moves()}
        assert all(position.after(move).board == oracles.put(position.board, move) for position, move in followed)
        frontier = {position.after(move) for position, move in followed}
    assert len(met) == 5478


@pytest.mark.parametrize("move", [0, 9, -1])
def test_illegal_moves_are_refused(move):
    with pytest.raises(ValueError, match=f"^{move} is no legal move$"):
        ClassicPosition((1, 0, 0, 0, 0, 0, 0, 0, 0)).after(move)


def test_a_finished_game_has_no_moves():
    won = ClassicPosition((1, 1, 1, 2, 2, 0, 0, 0, 0))
    assert won.moves() == []
    with pytest.raises(ValueError, match="no legal move"):
        won.after(5)
