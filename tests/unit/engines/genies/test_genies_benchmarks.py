"""Times of games by a fake clock: what fits is measured, the rest extrapolated; repeated games are the same game."""

import math
from functools import partial
from itertools import count

import numpy as np
import pytest

from tttcore.engines.genies import benchmarks
from tttcore.engines.genies.benchmarks import game_times
from tttcore.engines.genies.engine import Timing
from tttcore.engines.genies.players import linear, naive_evaluator
from tttcore.engines.genies.players.linear import random_players
from tttcore.engines.genies.players.workspace import empty_workspace
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

STREAMS = partial(stream, 0, "tests", "scaling")
SIZES = [(4, 2), (3, 3), (4, 3)]


def pair(edge, dimensions):
    return random_players(Hypercube(edge, dimensions), STREAMS(edge, dimensions))


@pytest.fixture
def _clock(monkeypatch):
    """A clock on which everything takes a second, so that nothing is repeated."""
    ticks = count()
    monkeypatch.setattr(benchmarks, "perf_counter", lambda: float(next(ticks)))


def counts_of(size, moves=None):
    board = Hypercube(*size)
    return naive_evaluator.count_work(board, linear.play(board, *pair(*size)).moves[:moves])


@pytest.mark.usefixtures("_clock")
def test_what_fits_is_measured():
    table = game_times(SIZES, STREAMS, limit=math.inf)
    assert table.columns.tolist() == ["edge", "dimensions", "player", "seconds", "extrapolated", "looks"]
    assert table[["edge", "dimensions"]].to_numpy().tolist() == [list(size) for size in SIZES for _ in "ab"]
    assert table["player"].tolist() == ["incremental", "recount"] * 3
    assert table["seconds"].tolist() == pytest.approx([1] * 6)
    assert not table["extrapolated"].any()
    counts = [counts_of(size) for size in SIZES]
    assert table["looks"].tolist() == [looks for own in counts for looks in (own.touched, own.looked)]


@pytest.mark.usefixtures("_clock")
def test_what_does_not_fit_is_extrapolated_by_its_count():
    """The first board takes a second, and so do as many moves on the next as the limit has room for at that pace."""
    first, second, _ = map(counts_of, SIZES)
    all_cells = counts_of(SIZES[1], 1).looked
    table = game_times(SIZES[:2], STREAMS, limit=3.5 * all_cells / first.looked)
    naive = table[table["player"] == "recount"]
    expected = [1, second.looked / counts_of(SIZES[1], 3).looked]
    assert naive["seconds"].tolist() == pytest.approx(expected)
    assert naive["extrapolated"].tolist() == [False, True]


@pytest.mark.usefixtures("_clock")
def test_where_no_move_fits_the_pace_is_that_before():
    table = game_times(SIZES, STREAMS, limit=1e-9)
    naive = table[table["player"] == "recount"]
    looked = [counts_of(size).looked for size in SIZES]
    assert naive["seconds"].tolist() == pytest.approx([own / looked[0] for own in looked])
    assert naive["extrapolated"].tolist() == [False, True, True]
    assert not table[table["player"] == "incremental"]["extrapolated"].any()


@pytest.mark.parametrize("size", [(4, 3), (17, 3)], ids=["small board", "large board"])
def test_repeated_games_are_the_same_game(size):
    """Each starts from an empty board."""
    board, players = Hypercube(*size), pair(*size)
    expected, weights = linear.play(board, *players), np.stack([player.weights(board) for player in players])
    once, often = (empty_workspace(board, 9) for _ in "ab")
    benchmarks._replay(weights, once, 1)
    benchmarks._replay(weights, often, 3)
    made = len(expected.moves)
    assert often.moves[:made].tolist() == once.moves[:made].tolist() == expected.moves.tolist()
    assert (often.lines == once.lines).all()


def test_repeated_naive_games_are_the_same_game():
    board, players = Hypercube(4, 3), pair(4, 3)
    expected, workspace = linear.play(board, *players).moves, naive_evaluator.empty_workspace(board)
    benchmarks._replay_naive(naive_evaluator.line_values(board, *players), board.cells, workspace, 3)
    assert workspace.moves[: len(expected)].tolist() == expected.tolist()
    assert np.flatnonzero(workspace.taken).tolist() == sorted(expected.tolist())


@pytest.mark.needs_jit
def test_real_times():
    table = game_times([(4, 2), (4, 4), (17, 3)], STREAMS).set_index(["edge", "dimensions", "player"])["seconds"]
    assert (table > 0).all()
    assert table[4, 4, "recount"] > 10 * table[4, 4, "incremental"]
    assert table[17, 3, "recount"] > 100 * table[17, 3, "incremental"]


def test_no_game_is_timed_on_a_board_beyond_memory():
    with pytest.raises(
        ValueError, match=r"^edge, dimensions: 100 and 5 make too many cells for memory; allowed: up to "
    ):
        Timing(what="one game", seconds=1, machine="any", edge=100, dimensions=5)
