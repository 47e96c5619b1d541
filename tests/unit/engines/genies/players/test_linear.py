"""Games move by move against the reference; ties, early stops, and both searches for the best cell."""

from contextlib import contextmanager

import numpy as np
import pytest
from drawn_players import ALL, BOARDS, as_pair, players
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice as lattice

from tttcore.engines.genies import reference
from tttcore.engines.genies.players import linear, workspace
from tttcore.engines.genies.players.linear import (
    EVALUATE,
    FIRST_FREE,
    RANDOM,
    WIN_OR_BLOCK,
    Player,
    play,
    strategy_3_genes,
)
from tttcore.engines.genies.reference import Position, cell_value
from tttcore.games.hypercube import Hypercube

GAMES = settings(max_examples=150)
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
    return board, *pair, draw(st.integers(0, 2**32 - 1))


def rng_and_words(seed):
    """A generator for the game, and words for the reference, which start from the generator's first."""
    (word,) = np.random.SFC64(seed).random_raw(1).tolist()
    return np.random.Generator(np.random.SFC64(seed)), lattice.Words(word)


@in_both_ways
@GAMES
@given(drawn=games())
def test_games_are_those_of_the_reference(large, drawn):
    board, first, second, seed = drawn
    rng, words = rng_and_words(seed)
    with searched_for(large=large):
        game = play(board, first, second, rng, to_the_end=True)
    assert as_pair(game) == reference.play(board, first, second, words)


@GAMES
@given(games())
def test_early_stop_is_the_same_game(drawn):
    board, first, second, seed = drawn
    stopped = play(board, first, second, rng_and_words(seed)[0])
    whole = play(board, first, second, rng_and_words(seed)[0], to_the_end=True)
    made = len(stopped.moves)
    assert stopped.winner == whole.winner
    assert stopped.moves.tolist() == whole.moves.tolist()[:made]
    hopeless = lattice.hopeless_after(board.edge, board.dimensions, whole.moves.tolist())
    assert made == (len(whole.moves) if hopeless is None else hopeless)


def test_early_stops_happen():
    board = Hypercube(4, 2)
    genes = [0, 0, 0, 0, 0, 1, 2, 3]
    stopped, whole = (play(board, Player(4, genes), Player(4, genes), to_the_end=end) for end in (False, True))
    assert len(stopped.moves) < len(whole.moves) == board.cells


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
@given(board=st.sampled_from(BOARDS), seed=st.integers(0, 2**32 - 1))
def test_values_of_cells_are_those_of_the_reference(large, board, seed):
    """Random games end anywhere; the mark that wins changes nothing for cells that share no line with it."""
    rng, weights = rng_and_words(seed)[0], np.random.default_rng(seed).integers(-9, 10, (2, 2 * board.edge))
    with searched_for(large=large):
        arrays = workspace.empty_workspace(board, 9)
    random = np.ones(2, np.bool_)
    winner, made = linear.play_game(arrays, weights, random, rng.bit_generator.random_raw(1), False)
    before = made - 1 if winner else made
    position = Position(board)
    for turn, cell in enumerate(arrays.moves[:before].tolist()):
        position.marks[cell] = turn % 2 + 1
    changing = set() if winner == 0 else neighbours(board, int(arrays.moves[before]))
    free = [cell for cell in position.free() if cell not in changing]
    unit = 2 ** (board.cells - 1).bit_length()
    for player, genes in enumerate(weights.tolist(), start=1):
        values = [int(key) // unit for key in arrays.keys[player - 1, free]]
        assert values == [cell_value(position, cell, player, genes) for cell in free]


def neighbours(board, cell):
    """Cells that share a line with one, and itself."""
    return set().union(*lattice.lines_through(board.edge, board.dimensions)[cell])


@GAMES
@given(games(strategies=(WIN_OR_BLOCK, EVALUATE)))
def test_strategy_3_is_an_evaluator(drawn):
    """Each WIN_OR_BLOCK replaced by EVALUATE with its weights."""
    board, first, second, _ = drawn
    weighed = [
        player if player.strategy == EVALUATE else Player(EVALUATE, strategy_3_genes(board).tolist())
        for player in (first, second)
    ]
    assert as_pair(play(board, first, second)) == as_pair(play(board, *weighed))
    most = max(map(len, lattice.lines_through(board.edge, board.dimensions)))
    assert strategy_3_genes(board).tolist() == [0] * (board.edge - 1) + [most + 1] + [0] * (board.edge - 1) + [1]


@GAMES
@given(st.sampled_from(BOARDS), st.integers(0, 2**32 - 1))
def test_strategy_3_wins_or_else_blocks_most_or_else_goes_on(board, seed):
    moves = play(board, Player(WIN_OR_BLOCK), Player(RANDOM), np.random.default_rng(seed)).moves.tolist()
    through = lattice.lines_through(board.edge, board.dimensions)
    for turn in range(0, len(moves), 2):
        mine, theirs = set(moves[0:turn:2]), set(moves[1:turn:2])
        free = [cell for cell in range(board.cells) if cell not in mine | theirs]
        wins = [cell for cell in free if any(line <= mine | {cell} for line in through[cell])]
        blocks = {cell: sum(line <= theirs | {cell} for line in through[cell]) for cell in free}
        if wins:
            assert moves[turn] in wins
        else:  # the first free cell blocks most where nothing is to be blocked
            assert moves[turn] == max(free, key=blocks.get)


@in_both_ways
def test_ties_go_to_the_first_cell(large):
    """Without weights, or where all cells have the same value, the board fills from its first cell."""
    board, line = Hypercube(5, 3), Hypercube(4, 1)
    with searched_for(large=large):
        for first in (Player(FIRST_FREE), Player(EVALUATE, [0] * 10)):
            game = play(board, first, Player(EVALUATE, [0] * 10))
            assert game.moves.tolist() == list(range(len(game.moves)))
        game = play(line, Player(EVALUATE, [7] * 8), Player(EVALUATE, [-7] * 8), to_the_end=True)
    assert game.moves.tolist() == [0, 1, 2, 3]


def test_random_players_mark_all_cells_alike(several):
    board, rounds = Hypercube(3, 2), several(9000, without_jit=900)
    rng = np.random.default_rng(3)
    first, second = np.zeros(9), np.zeros(9)
    for _ in range(rounds):
        moves = play(board, Player(RANDOM), Player(RANDOM), rng).moves
        first[moves[0]] += 1
        second[moves[1]] += 1
    expected = rounds / 9
    for counts in (first, second):
        assert ((counts - expected) ** 2 / expected).sum() < 26.1  # chi-squared with 8, p = 0.001


def test_random_games_on_a_large_board():
    """Beyond 4,096 cells a cell takes more than one pick."""
    board = Hypercube(5, 6)
    moves = play(board, Player(RANDOM), Player(RANDOM), np.random.default_rng(1)).moves
    assert len(set(moves.tolist())) == len(moves)
    assert moves.min() >= 0
    assert moves.max() < board.cells
    places = np.array([board.coordinates(cell) for cell in moves[:4000].tolist()])
    shares = np.array([(places == place).mean(axis=0) for place in range(5)])
    assert abs(shares - 1 / 5).max() < 0.04


MISTAKES = [
    (Player(5), r"strategy: 5; allowed: 1, 2, 3, 4"),
    (Player(EVALUATE, [0] * 7), r"genes: 7 of them; allowed: 8, two for each cell of an edge of 4"),
    (Player(EVALUATE, [0.5] * 8), r"genes: 0\.5 at 1; allowed: whole numbers from -\d+ to \d+"),
    (Player(EVALUATE, [0, 2**62] * 4), r"genes: 4611686018427387904 at 2; allowed: whole numbers from -\d+ to \d+"),
    (Player(RANDOM), r"rng: a random player needs one"),
]


@pytest.mark.parametrize(("player", "message"), MISTAKES, ids=[message for _, message in MISTAKES])
def test_mistakes(player, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        play(Hypercube(4, 2), Player(FIRST_FREE), player)


def test_a_board_larger_than_memory():
    with pytest.raises(ValueError, match=r"^a board of 20 dimensions and edge 4 needs up to \S+ GiB of memory; free:"):
        play(Hypercube(4, 20), Player(FIRST_FREE), Player(FIRST_FREE))
