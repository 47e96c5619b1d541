"""Agents that play: the same games as the kernels, and cells as likely as they should be."""

from collections import Counter

import numpy as np
import pytest

from tttcore.engines.genies.agents import move_function, policy_of_weights
from tttcore.engines.genies.players.linear import EVALUATE, Player, play
from tttcore.engines.genies.reference import Position, choose_cell
from tttcore.games.classic import ClassicPosition
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.position import OPEN
from tttcore.pipeline.rng import stream
from tttcore.players.policy import game, packed, uniform_player

BOARDS = [(3, 2), (4, 3), (3, 3), (2, 4), (6, 2)]


def genes_of(lattice, name):
    return stream(0, "tests", "agent", name).integers(-5, 10, (2, 2 * lattice.edge)).tolist()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("name", ["a", "b"])
def test_genies_play_the_games_of_the_kernel(board, name):
    lattice = Hypercube(*board)
    genes = genes_of(lattice, name)
    players = [move_function(lattice, each) for each in genes]
    position = HypercubePosition(lattice)
    while position.winner is None:
        position = position.apply(players[position.current_player](position))
    known = play(lattice, *(Player(EVALUATE, each) for each in genes))
    assert position.marked == tuple(known.moves.tolist())
    assert position.winner == known.winner


@pytest.mark.parametrize("name", ["c", "d", "e"])
def test_weights_mark_what_the_text_says_on_3x3(tables, name):
    """From every ninth position, whether a game between Genies comes to it or not."""
    weights = genes_of(Hypercube(3, 2), name)[0]
    cells = policy_of_weights(np.array(weights))
    going = game(dead=False).results == OPEN
    assert (cells.sum(axis=1) == going).all()
    for place in np.flatnonzero(going)[::9].tolist():
        marks = tables.positions[place].tolist()
        player = 2 - marks.count(0) % 2
        genie = Player(EVALUATE, weights)
        assert cells[place].argmax() == choose_cell(Position(Hypercube(3, 2), marks), player, genie, None)


def test_cells_are_drawn_as_likely():
    """Four of nine cells, 2,000 times: a chi-square far beyond the 99.99th percentile would be 22."""
    cells = np.zeros((5478, 9), np.bool_)
    cells[0, [0, 2, 6, 8]] = True
    move = uniform_player(packed(cells), stream(0, "tests", "drawn"))
    counts = Counter(move(ClassicPosition()) for _ in range(2000))
    assert set(counts) == {0, 2, 6, 8}
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 22
