"""Games move by move against the reference, in both ways to find the best cell; the naive evaluator; times of games."""

import math
from contextlib import contextmanager
from functools import partial
from itertools import count

import numpy as np
import pytest
from drawn_players import ALL, BOARDS, WITHOUT_CHANCE, as_pair, players
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice

from tttcore.engines.genies import benchmarks, reference
from tttcore.engines.genies.benchmarks import game_times
from tttcore.engines.genies.engine import Timing
from tttcore.engines.genies.players import linear, naive_evaluator, workspace
from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, RANDOM, Player, play, strategy_3_genes
from tttcore.engines.genies.reference import Position, cell_value
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

GAMES = settings(max_examples=80)
SEEDS = st.integers(0, 2**32 - 1)
in_both_ways = pytest.mark.parametrize("large", [False, True], ids=["scan", "bounds"])
"""How the best cell is found."""


@contextmanager
def searched_for(*, large):
    """The best cell looked for as on a large board, or as on a small one, whatever the board's size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(workspace, "SMALL_BOARD_CELLS", 0 if large else 2**20)
        yield


@st.composite
def games(draw, strategies=ALL):
    board = draw(st.sampled_from(BOARDS))
    pair = [draw(players(board, linear.largest_gene(board), strategies)) for _ in "ab"]
    return board, *pair, draw(SEEDS)


def generator(seed):
    return np.random.Generator(np.random.SFC64(seed))


@in_both_ways
@GAMES
@given(drawn=games())
def test_games_are_those_of_the_reference(large, drawn):
    board, first, second, seed = drawn
    with searched_for(large=large):
        game = play(board, first, second, generator(seed), to_the_end=True)
    (word,) = np.random.SFC64(seed).random_raw(1).tolist()
    assert as_pair(game) == reference.play(board, first, second, lattice.Words(word))


@GAMES
@given(games())
def test_early_stop_is_the_same_game(drawn):
    board, first, second, seed = drawn
    stopped = play(board, first, second, generator(seed))
    whole = play(board, first, second, generator(seed), to_the_end=True)
    made = len(stopped.moves)
    assert stopped.winner == whole.winner
    assert stopped.moves.tolist() == whole.moves.tolist()[:made]
    hopeless = lattice.hopeless_after(board.edge, board.dimensions, whole.moves.tolist())
    assert made == (len(whole.moves) if hopeless is None else hopeless)


@in_both_ways
@pytest.mark.parametrize(("edge", "dimensions"), [(4, 4), (6, 3), (5, 4), (17, 2)])
def test_larger_boards(edge, dimensions, large):
    """Boards of several blocks; genes that rise with the marks make its slow oracle short."""
    board, rng = Hypercube(edge, dimensions), np.random.default_rng(edge)
    first, second = (Player(EVALUATE, np.sort(rng.integers(0, 30, (2, edge)), axis=1).ravel().tolist()) for _ in "ab")
    with searched_for(large=large):
        game = play(board, first, second, to_the_end=True)
    assert as_pair(game) == reference.play(board, first, second)


@pytest.mark.needs_jit
@pytest.mark.parametrize(("edge", "dimensions"), [(4, 7), (17, 3), (3, 8), (65, 2)])
@pytest.mark.parametrize(("low", "high"), [(0, 9), (-5, 5), (-1, 1)])
def test_bounds_do_not_change_games_on_large_boards(edge, dimensions, low, high):
    """Boards with several blocks of blocks: the same game as if all keys are looked at."""
    board, rng = Hypercube(edge, dimensions), np.random.default_rng(edge)
    assert board.cells > workspace.SMALL_BOARD_CELLS
    pair = [Player(EVALUATE, rng.integers(low, high + 1, 2 * edge).tolist()) for _ in "ab"]
    with searched_for(large=False):
        expected = play(board, *pair)
    assert as_pair(play(board, *pair)) == as_pair(expected)


@in_both_ways
@GAMES
@given(board=st.sampled_from(BOARDS), seed=SEEDS)
def test_values_of_cells_are_those_of_the_reference(large, board, seed):
    """Random games end anywhere; the mark that wins changes nothing for cells that share no line with it."""
    weights = np.random.default_rng(seed).integers(-9, 10, (2, 2 * board.edge))
    with searched_for(large=large):
        arrays = workspace.empty_workspace(board, 9)
    words = generator(seed).bit_generator.random_raw(1)
    winner, made = linear.play_game(arrays, weights, np.ones(2, np.bool_), words, False)
    before, position = made - 1 if winner else made, Position(board)
    for turn, cell in enumerate(arrays.moves[:before].tolist()):
        position.marks[cell] = turn % 2 + 1
    through = lattice.lines_through(board.edge, board.dimensions)
    changing = set().union(*through[int(arrays.moves[before])]) if winner else set()
    free = [cell for cell in position.free() if cell not in changing]
    unit = 2 ** (board.cells - 1).bit_length()
    for player, genes in enumerate(weights.tolist(), start=1):
        values = [int(key) // unit for key in arrays.keys[player - 1, free]]
        assert values == [cell_value(position, cell, player, genes) for cell in free]


@GAMES
@given(games(strategies=(linear.WIN_OR_BLOCK, EVALUATE)))
def test_strategy_3_is_an_evaluator(drawn):
    """Each linear.WIN_OR_BLOCK replaced by EVALUATE with its weights."""
    board, *pair, _ = drawn
    own = strategy_3_genes(board).tolist()
    weighed = [player if player.strategy == EVALUATE else Player(EVALUATE, own) for player in pair]
    assert as_pair(play(board, *pair)) == as_pair(play(board, *weighed))
    most = max(map(len, lattice.lines_through(board.edge, board.dimensions)))
    assert own == [0] * (board.edge - 1) + [most + 1] + [0] * (board.edge - 1) + [1]


def test_random_players_mark_all_cells_alike(several):
    board, rounds, rng = Hypercube(3, 2), several(3000, without_jit=900), np.random.default_rng(3)
    games = [play(board, Player(RANDOM), Player(RANDOM), rng).moves[:2] for _ in range(rounds)]
    for marks in np.transpose(games):
        counts = np.bincount(marks, minlength=9)
        assert ((counts - rounds / 9) ** 2 / (rounds / 9)).sum() < 26.1  # chi-squared with 8, p = 0.001


def test_random_games_on_a_large_board():
    """Beyond 4,096 cells a cell takes more than one pick."""
    board = Hypercube(5, 6)
    moves = play(board, Player(RANDOM), Player(RANDOM), np.random.default_rng(1)).moves
    assert len(set(moves.tolist())) == len(moves)
    assert moves.min() >= 0
    assert moves.max() < board.cells
    places = np.array([board.coordinates(cell) for cell in moves[:4000].tolist()])
    assert abs(np.array([(places == place).mean(axis=0) for place in range(5)]) - 1 / 5).max() < 0.04


def test_mistakes(snapshot):
    found = [
        Player(5), Player(EVALUATE, [0] * 7), Player(EVALUATE, [0.5] * 8), Player(EVALUATE, [0, 2**62] * 4),
        Player(RANDOM),
    ]  # fmt: skip
    told = [message(play, Hypercube(4, 2), Player(FIRST_FREE), player) for player in found]
    told.append(message(naive_evaluator.play, Hypercube(4, 2), Player(FIRST_FREE), Player(RANDOM)))
    told.append(message(Timing, what="one game", seconds=1, machine="any", edge=100, dimensions=5))
    assert "\n".join(told) == snapshot
    with pytest.raises(ValueError, match=r"^a board of 20 dimensions and edge 4 needs up to \S+ GiB of memory; free:"):
        play(Hypercube(4, 20), Player(FIRST_FREE), Player(FIRST_FREE))


@GAMES
@given(games(strategies=WITHOUT_CHANCE), st.integers(0, 30))
def test_the_naive_evaluator_plays_the_games_of_the_incremental_player(drawn, most):
    """Also a game that is left early."""
    *drawn, _ = drawn
    whole, part = linear.play(*drawn), naive_evaluator.play(*drawn, most_moves=most)
    assert as_pair(naive_evaluator.play(*drawn)) == as_pair(whole)
    assert part.moves.tolist() == whole.moves[:most].tolist()
    assert part.winner == (whole.winner if len(whole.moves) <= most else 0)


@GAMES
@given(st.sampled_from(BOARDS), st.data())
def test_work_counted_line_by_line(board, data):
    moves = data.draw(st.permutations(range(board.cells)))[: data.draw(st.integers(0, board.cells))]
    through, free = lattice.lines_through(board.edge, board.dimensions), set(range(board.cells))
    touched = looked = 0
    for cell in moves:
        looked += sum(len(through[other]) for other in free)
        touched += len(through[cell])
        free.remove(cell)
    assert naive_evaluator.count_work(board, moves) == naive_evaluator.Work(len(moves), touched, looked)


STREAMS = partial(stream, 0, "tests", "scaling")
SIZES = [(4, 2), (3, 3), (4, 3)]


def pair_of(size):
    return linear.random_players(Hypercube(*size), STREAMS(*size))


def work_of(size, moves=None):
    board = Hypercube(*size)
    return naive_evaluator.count_work(board, play(board, *pair_of(size)).moves[:moves])


def test_times_of_games_by_a_clock_on_which_everything_takes_a_second(monkeypatch):
    """What fits is measured; the rest is extrapolated by what there is to look at."""
    ticks = count()
    monkeypatch.setattr(benchmarks, "perf_counter", lambda: float(next(ticks)))
    table, work = game_times(SIZES, STREAMS, limit=math.inf), [*map(work_of, SIZES)]
    assert table.columns.tolist() == ["edge", "dimensions", "player", "seconds", "extrapolated", "looks"]
    assert table[["edge", "dimensions"]].to_numpy().tolist() == [list(size) for size in SIZES for _ in "ab"]
    assert table["player"].tolist() == ["incremental", "recount"] * 3
    assert table["seconds"].tolist() == pytest.approx([1] * 6)
    assert not table["extrapolated"].any()
    assert table["looks"].tolist() == [looks for own in work for looks in (own.touched, own.looked)]

    def naive(table):
        return table.loc[table["player"] == "recount", ["seconds", "extrapolated"]].to_numpy().T.tolist()

    # the first board takes a second, and so do as many moves on the next as the limit has room for at that pace
    some = game_times(SIZES[:2], STREAMS, limit=3.5 * work_of(SIZES[1], 1).looked / work[0].looked)
    expected = [1, work[1].looked / work_of(SIZES[1], 3).looked]
    assert naive(some) == [pytest.approx(expected), [False, True]]
    # where no move fits the pace is that before
    none = game_times(SIZES, STREAMS, limit=1e-9)
    assert naive(none) == [pytest.approx([own.looked / work[0].looked for own in work]), [False, True, True]]
    assert not none[none["player"] == "incremental"]["extrapolated"].any()


@pytest.mark.parametrize("size", [(4, 3), pytest.param((17, 3), marks=pytest.mark.slow)])
def test_repeated_games_are_the_same_game(size):
    """Each starts from an empty board."""
    board, pair = Hypercube(*size), pair_of(size)
    expected, weights = play(board, *pair).moves.tolist(), np.stack([player.weights(board) for player in pair])
    once, often = (workspace.empty_workspace(board, 9) for _ in "ab")
    benchmarks._replay(weights, once, 1)
    benchmarks._replay(weights, often, 3)
    made = len(expected)
    assert often.moves[:made].tolist() == once.moves[:made].tolist() == expected
    assert (often.lines == once.lines).all()
    if board.cells == 64:
        naive = naive_evaluator.empty_workspace(board)
        benchmarks._replay_naive(naive_evaluator.line_values(board, *pair), board.cells, naive, 3)
        assert naive.moves[:made].tolist() == expected
        assert np.flatnonzero(naive.taken).tolist() == sorted(expected)
