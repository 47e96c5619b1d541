"""Games of Genies and of MinMax, move by move against the reference; the naive evaluator; times of games."""

import math
from contextlib import contextmanager
from functools import partial
from itertools import count

import numpy as np
import pytest
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice
from reference.minimax import count_nodes

from tttcore.engines.genies import benchmarks, reference
from tttcore.engines.genies.benchmarks import game_times
from tttcore.engines.genies.engine import Timing
from tttcore.engines.genies.players import linear, minmax, naive_evaluator, workspace
from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, RANDOM, WIN_OR_BLOCK, Player, play
from tttcore.engines.genies.players.minmax import MinMax, largest_gene, play_match
from tttcore.engines.genies.reference import Position, choose_by_search
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream

SIZES = [(2, 2), (2, 3), (3, 1), (4, 1), (3, 2), (4, 2), (5, 2), (7, 2), (3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (3, 5)]
BOARDS = [Hypercube(*size) for size in SIZES]
SQUARE, WIDE, _ = SEARCHED = [Hypercube(3, 2), Hypercube(4, 2), Hypercube(3, 3)]
MOST_FREE = {1: 27, 2: 16, 3: 11, 4: 9, 5: 8}
"""Most free cells, by depth, of positions that full search takes in good time."""
WITHOUT_CHANCE = (FIRST_FREE, WIN_OR_BLOCK, EVALUATE, EVALUATE, EVALUATE)
ALL = (RANDOM, *WITHOUT_CHANCE)
GAMES, FEWER, POSITIONS = settings(max_examples=80), settings(max_examples=40), settings(max_examples=150)
SEEDS = st.integers(0, 2**32 - 1)


@st.composite
def genes(draw, board, limit=9):
    """Genes with many ties, as evolution starts with, or as large as they may be."""
    weight = draw(st.sampled_from([st.just(0), st.integers(-1, 1), st.integers(-9, 9), st.integers(-limit, limit)]))
    return draw(st.lists(weight, min_size=2 * board.edge, max_size=2 * board.edge))


@st.composite
def players(draw, board, limit=9, strategies=ALL):
    strategy = draw(st.sampled_from(strategies))
    return Player(strategy, draw(genes(board, limit)) if strategy == EVALUATE else ())


def as_pair(game):
    return game.winner, game.moves.tolist()


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


@pytest.mark.parametrize("large", [False, True], ids=["scan", "bounds"])
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


@GAMES
@given(games(strategies=(WIN_OR_BLOCK, EVALUATE)))
def test_strategy_3_is_an_evaluator(drawn):
    """Each WIN_OR_BLOCK replaced by EVALUATE with its weights."""
    board, *pair, _ = drawn
    own = linear.strategy_3_genes(board).tolist()
    weighed = [player if player.strategy == EVALUATE else Player(EVALUATE, own) for player in pair]
    assert as_pair(play(board, *pair)) == as_pair(play(board, *weighed))
    most = max(map(len, lattice.lines_through(board.edge, board.dimensions)))
    assert own == [0] * (board.edge - 1) + [most + 1] + [0] * (board.edge - 1) + [1]


def test_random_games_on_a_large_board():
    """Beyond 4,096 cells a cell takes more than one pick."""
    board = Hypercube(5, 6)
    moves = play(board, Player(RANDOM), Player(RANDOM), np.random.default_rng(1)).moves
    assert len(set(moves.tolist())) == len(moves)
    assert moves.min() >= 0
    assert moves.max() < board.cells
    places = np.array([board.coordinates(cell) for cell in moves[:4000].tolist()])
    assert abs(np.array([(places == place).mean(axis=0) for place in range(5)]) - 1 / 5).max() < 0.04


@GAMES
@given(games(strategies=WITHOUT_CHANCE), st.integers(0, 30))
def test_the_naive_evaluator_plays_the_games_of_the_incremental_player(drawn, most):
    """Also a game that is left early."""
    *drawn, _ = drawn
    whole, part = play(*drawn), naive_evaluator.play(*drawn, most_moves=most)
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
TIMED = [(4, 2), (3, 3), (4, 3)]


def pair_of(size):
    return linear.random_players(Hypercube(*size), STREAMS(*size))


def work_of(size, moves=None):
    board = Hypercube(*size)
    return naive_evaluator.count_work(board, play(board, *pair_of(size)).moves[:moves])


def test_times_of_games_by_a_clock_on_which_everything_takes_a_second(monkeypatch):
    """What fits is measured; the rest is extrapolated by what there is to look at."""
    ticks = count()
    monkeypatch.setattr(benchmarks, "perf_counter", lambda: float(next(ticks)))
    table, work = game_times(TIMED, STREAMS, limit=math.inf), [*map(work_of, TIMED)]
    assert table.columns.tolist() == ["edge", "dimensions", "player", "seconds", "extrapolated", "looks"]
    assert table[["edge", "dimensions"]].to_numpy().tolist() == [list(size) for size in TIMED for _ in "ab"]
    assert table["player"].tolist() == ["incremental", "recount"] * 3
    assert table["seconds"].tolist() == pytest.approx([1] * 6)
    assert not table["extrapolated"].any()
    assert table["looks"].tolist() == [looks for own in work for looks in (own.touched, own.looked)]

    def naive(table):
        return table.loc[table["player"] == "recount", ["seconds", "extrapolated"]].to_numpy().T.tolist()

    # the first board takes a second, and so do as many moves on the next as the limit has room for at that pace
    some = game_times(TIMED[:2], STREAMS, limit=3.5 * work_of(TIMED[1], 1).looked / work[0].looked)
    expected = [1, work[1].looked / work_of(TIMED[1], 3).looked]
    assert naive(some) == [pytest.approx(expected), [False, True]]
    # where no move fits the pace is that before
    none = game_times(TIMED, STREAMS, limit=1e-9)
    assert naive(none) == [pytest.approx([own.looked / work[0].looked for own in work]), [False, True, True]]
    assert not none[none["player"] == "incremental"]["extrapolated"].any()


def test_repeated_games_are_the_same_game():
    """Each starts from an empty board."""
    board, pair = Hypercube(4, 3), pair_of((4, 3))
    expected, weights = play(board, *pair).moves.tolist(), np.stack([player.weights(board) for player in pair])
    once, often = (workspace.empty_workspace(board, 9) for _ in "ab")
    naive = naive_evaluator.empty_workspace(board)
    benchmarks._replay(weights, once, 1)
    benchmarks._replay(weights, often, 3)
    benchmarks._replay_naive(naive_evaluator.line_values(board, *pair), board.cells, naive, 3)
    assert (often.lines == once.lines).all()
    assert [each.moves[: len(expected)].tolist() for each in (once, often, naive)] == [expected] * 3
    assert np.flatnonzero(naive.taken).tolist() == sorted(expected)


@st.composite
def positions(draw):
    """A board, moves after which nobody has won and a cell is free, and a MinMax player."""
    board, depth = draw(st.sampled_from(SEARCHED)), draw(st.sampled_from(list(MOST_FREE)))
    most = draw(st.integers(max(0, board.cells - MOST_FREE[depth]), board.cells - 1))
    moves = []
    for cell in draw(st.permutations(range(board.cells)))[:most]:
        if not position(board, moves).completes(cell, current_player(moves)):
            moves.append(cell)
    return board, moves, MinMax(draw(genes(board, largest_gene(board, depth))), depth)


def current_player(moves):
    return len(moves) % 2 + 1


def position(board, moves):
    found = Position(board)
    for turn, cell in enumerate(moves):
        found.marks[cell] = turn % 2 + 1
    return found


def choose(board, moves, player):
    """Cell that MinMax marks after some moves, and number of positions that it evaluates."""
    taken = np.zeros(board.cells, np.bool_)
    taken[list(moves)] = True
    contents = np.array(position(board, moves).marks)
    marks = np.zeros(board.line_count, np.int8)
    for line in range(board.line_count):
        one, other = (np.count_nonzero(contents[board.line(line)] == player) for player in (1, 2))
        marks[line] = workspace.DEAD if one and other else one - other
    return minmax.best_cell(minmax.incidence(board), minmax.line_evaluator(player, board), marks, taken, len(moves) % 2)


@POSITIONS
@given(positions())
def test_the_cell_is_that_of_full_search_and_nodes_are_those_of_alpha_beta(drawn):
    board, moves, player = drawn
    asked = position(board, moves), current_player(moves), player.genes, player.depth
    assert choose(board, moves, player) == (choose_by_search(*asked), count_nodes(*asked))


@FEWER
@given(st.data(), st.sampled_from([*SEARCHED, Hypercube(2, 3), Hypercube(4, 3), Hypercube(5, 1)]), SEEDS)
def test_genies_play_their_own_games(data, board, seed):
    """Games of the search kernel without search are those of the incremental kernel, with the same random words."""
    pair = [data.draw(players(board, largest_gene(board, 1))) for _ in "ab"]
    game = play_match(board, *pair, generator(seed))
    expected = play(board, *pair, generator(seed))
    assert as_pair(game) == as_pair(expected)
    made = len(game.moves)
    moves = ((made + 1) // 2, made // 2)
    assert game.nodes == tuple(0 if pair[seat].strategy == RANDOM else moves[seat] for seat in range(2))


@FEWER
@given(st.data(), st.integers(1, 3), st.booleans(), SEEDS)
def test_every_move_of_a_game_is_that_of_full_search(data, depth, second, seed):
    """Against any Genie, in either seat: the cells and the number of positions of every single move."""
    player = MinMax(data.draw(genes(SQUARE, largest_gene(SQUARE, depth))), depth)
    genie = data.draw(players(SQUARE, largest_gene(SQUARE, 1)))
    pair = (genie, player) if second else (player, genie)
    game = play_match(SQUARE, *pair, np.random.default_rng(seed))
    moves, nodes = game.moves.tolist(), 0
    for turn in range(second, len(moves), 2):
        asked = position(SQUARE, moves[:turn]), turn % 2 + 1, player.genes, depth
        nodes += count_nodes(*asked)
        assert moves[turn] == choose_by_search(*asked)
    assert game.nodes[second] == nodes
    end = position(SQUARE, moves)
    assert game.winner == next((one for one in (1, 2) if end.has_line(one)), 0)
    if game.winner == 0:
        assert lattice.hopeless_after(3, 2, moves) == len(moves)


def test_mistakes(snapshot):
    unplayable = [
        Player(5), Player(RANDOM), Player(EVALUATE, [0] * 7), Player(EVALUATE, [0.5] * 8),
        Player(EVALUATE, [0, 2**62] * 4), MinMax([0] * 8, 0), MinMax([0] * 7, 2), MinMax([0] * 7 + [2**50], 3),
    ]  # fmt: skip
    told = [message(play, WIDE, Player(FIRST_FREE), player) for player in unplayable[:5]]
    told += [message(play_match, WIDE, Player(FIRST_FREE), player) for player in unplayable]
    told.append(message(play_match, Hypercube(17, 3), Player(FIRST_FREE), MinMax([0] * 34, 1)))
    told.append(message(naive_evaluator.play, WIDE, Player(FIRST_FREE), Player(RANDOM)))
    told.append(message(Timing, what="one game", seconds=1, machine="any", edge=100, dimensions=5))
    assert "\n".join(told) == snapshot
    with pytest.raises(ValueError, match=r"^a board of 20 dimensions and edge 4 needs up to \S+ GiB of memory; free:"):
        play(Hypercube(4, 20), Player(FIRST_FREE), Player(FIRST_FREE))
