"""Naive evaluator: the games of the incremental one, and its work counted line by line."""

import numpy as np
import pytest
from drawn_players import BOARDS, WITHOUT_CHANCE, as_pair, players
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice as twin

from tttcore.engines.genies.players import linear, naive_evaluator
from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, RANDOM, Player
from tttcore.games.hypercube import Hypercube

GAMES = settings(max_examples=150)


@st.composite
def pairs(draw):
    board = draw(st.sampled_from(BOARDS))
    return board, *(draw(players(board, strategies=WITHOUT_CHANCE)) for _ in "ab")


@GAMES
@given(pairs())
def test_the_games_of_the_incremental_player(drawn):
    assert as_pair(naive_evaluator.play(*drawn)) == as_pair(linear.play(*drawn))


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("edge", "dimensions"),
    [(17, 3), (4, 6), (2, 12), *(pytest.param(*board, marks=pytest.mark.slow) for board in [(4, 7), (90, 2)])],
)
@pytest.mark.parametrize(("low", "high"), [(0, 9), (-5, 5)])
def test_the_games_on_larger_boards(edge, dimensions, low, high):
    board, rng = Hypercube(edge, dimensions), np.random.default_rng(edge)
    pair = [Player(EVALUATE, rng.integers(low, high + 1, 2 * edge).tolist()) for _ in "ab"]
    assert as_pair(naive_evaluator.play(board, *pair)) == as_pair(linear.play(board, *pair))


@GAMES
@given(pairs(), st.integers(0, 30))
def test_a_game_left_early(drawn, most):
    board, first, second = drawn
    whole, part = linear.play(board, first, second), naive_evaluator.play(board, first, second, most_moves=most)
    assert part.moves.tolist() == whole.moves[:most].tolist()
    assert part.winner == (whole.winner if len(whole.moves) <= most else 0)


@GAMES
@given(st.sampled_from(BOARDS), st.data())
def test_work_counted_line_by_line(board, data):
    cells = data.draw(st.permutations(range(board.cells)))
    moves = cells[: data.draw(st.integers(0, board.cells))]
    through = twin.lines_through(board.edge, board.dimensions)
    touched = looked = 0
    free = set(range(board.cells))
    for cell in moves:
        looked += sum(len(through[other]) for other in free)
        touched += len(through[cell])
        free.remove(cell)
    assert naive_evaluator.count_work(board, moves) == naive_evaluator.Work(len(moves), touched, looked)


def test_work_by_hand():
    """A corner of a cube of edge 4 is in 7 of its 76 lines; before any move each line is looked at from its 4 cells."""
    assert naive_evaluator.count_work(Hypercube(4, 3), [0]) == (1, 7, 304)
    assert naive_evaluator.count_work(Hypercube(4, 3), [0, 63]) == (2, 14, 304 + 297)
    assert naive_evaluator.count_work(Hypercube(4, 12), []) == (0, 0, 0)


def test_chance_is_refused():
    with pytest.raises(ValueError, match=r"^strategy: 1; allowed: those without chance$"):
        naive_evaluator.play(Hypercube(4, 2), Player(FIRST_FREE), Player(RANDOM))
