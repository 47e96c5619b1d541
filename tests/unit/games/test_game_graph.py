"""Games as graphs: 3x3 from its tables against the same game enumerated from its positions, and perfect play."""

import numpy as np
import pytest

from tttcore.games.classic import SYMMETRIES, ClassicPosition, solve
from tttcore.games.game_graph import classic_graph, enumerate_graph, hexapawn_graph
from tttcore.games.position import OPEN
from tttcore.players.policy import game


def images(position):
    return [ClassicPosition(tuple(position.board[cell] for cell in symmetry)) for symmetry in SYMMETRIES.tolist()]


@pytest.mark.parametrize("merged", [False, True])
def test_both_ways_to_enumerate_3x3_agree(merged):
    """Up to the order of nodes, which differs with the representatives of states."""
    made, known = (
        enumerate_graph(ClassicPosition(), images if merged else lambda position: [position]),
        classic_graph(merged=merged),
    )
    for graph in (made, known):
        assert all(after > node for node, row in enumerate(graph.successors) for after in row[row >= 0])
    for name in ("plies", "results", "counts", "values"):
        assert sorted(getattr(made, name).tolist()) == sorted(getattr(known, name).tolist())
    np.testing.assert_array_equal(np.sort((made.distinct >= 0).sum(axis=1)), np.sort((known.distinct >= 0).sum(axis=1)))


def test_values_and_moves_are_those_of_minimax(tables):
    np.testing.assert_array_equal(classic_graph(merged=True).values, solve(tables).values)
    whole, played = classic_graph(merged=False), game(dead=False)
    open_ = played.results == OPEN
    np.testing.assert_array_equal(whole.keeping.sum(axis=1)[open_], played.best.sum(axis=1)[open_])
    np.testing.assert_array_equal(whole.results, played.results)


@pytest.mark.parametrize("graph", [hexapawn_graph(merged=True), classic_graph(merged=True)], ids=["hexapawn", "3x3"])
def test_some_move_keeps_the_value(graph):
    np.testing.assert_array_equal(graph.keeping.any(axis=1), graph.results == OPEN)
    assert (graph.winning <= graph.keeping).all()
