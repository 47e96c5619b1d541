"""Boards of any size as positions: whole games against the twin that looks at every line."""

import random

import oracles_lattice as twin
import pytest

from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.games.position import DRAW


@pytest.mark.parametrize(("edge", "dimensions"), [(2, 2), (3, 2), (4, 2), (3, 3), (5, 1)])
@pytest.mark.parametrize("seed", range(4))
def test_random_games_end_as_the_twin_says(edge, dimensions, seed):
    drawn, position, marks = random.Random(seed), HypercubePosition(Hypercube(edge, dimensions)), [0] * edge**dimensions

    def full(player):
        return any(all(marks[cell] == player for cell in line) for line in twin.lines(edge, dimensions))

    while position.winner is None:
        assert position.moves() == [cell for cell, mark in enumerate(marks) if not mark]
        assert not full(1)
        assert not full(2)
        assert twin.hopeless_after(edge, dimensions, position.marked) is None
        move = drawn.choice(position.moves())
        marks[move] = position.mover + 1
        position = position.after(move)
    assert position.moves() == []
    winners = [player for player in (1, 2) if full(player)]
    assert position.winner == (winners[0] if winners else DRAW)
    if not winners:
        assert twin.hopeless_after(edge, dimensions, position.marked) == len(position.marked)
    with pytest.raises(ValueError, match="is no legal move"):
        position.after(0)
