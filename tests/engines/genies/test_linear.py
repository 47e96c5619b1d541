"""Games move by move against the slow twin; ties, early stops and the two ways of finding the best cell."""

from contextlib import contextmanager

import numpy as np
import oracles_genies as twin
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tttcore.games.lattice import Lattice

from tttcore.engines.genies.players import linear
from tttcore.engines.genies.players.linear import (
    EVALUATE,
    FIRST_FREE,
    RANDOM,
    WIN_OR_BLOCK,
    Player,
    play,
    strategy_3_genes,
)

GAMES = settings(max_examples=150, deadline=None)
SIZES = [(2, 2), (2, 3), (3, 1), (4, 1), (3, 2), (4, 2), (5, 2), (7, 2), (3, 3), (4, 3), (5, 3), (3, 4), (4, 4), (3, 5)]
BOARDS = [Lattice(*size) for size in SIZES]

in_both_ways = pytest.mark.parametrize("deep", [False, True], ids=["all keys", "bounds"])
"""How the best cell is found."""


@contextmanager
def looked_for(*, deep):
    """The best cell looked for as on a deep board, or as on a shallow one, whatever the board's size."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear, "SHALLOW", 0 if deep else 2**20)
        yield


@st.composite
def genes(draw, lattice):
    """Genes with many ties, as evolution starts with, or as large as they may be."""
    limit = linear.largest_gene(lattice)
    weight = draw(st.sampled_from([st.just(0), st.integers(-1, 1), st.integers(-9, 9), st.integers(-limit, limit)]))
    return draw(st.lists(weight, min_size=2 * lattice.edge, max_size=2 * lattice.edge))


@st.composite
def players(draw, lattice, strategies=(RANDOM, FIRST_FREE, WIN_OR_BLOCK, EVALUATE, EVALUATE, EVALUATE)):
    strategy = draw(st.sampled_from(strategies))
    return Player(strategy, draw(genes(lattice)) if strategy == EVALUATE else ())


@st.composite
def games(draw, **options):
    lattice = draw(st.sampled_from(BOARDS))
    return (
        lattice,
        draw(players(lattice, **options)),
        draw(players(lattice, **options)),
        draw(st.integers(0, 2**32 - 1)),
    )


def rng_and_words(seed):
    """A generator for the game, and the twin's words, which start from the generator's first."""
    (word,) = np.random.SFC64(seed).random_raw(1).tolist()
    return np.random.Generator(np.random.SFC64(seed)), twin.Words(word)


def told(player):
    return player.strategy, list(player.genes)


def played_by_the_twin(lattice, first, second, words=None):
    return twin.play(lattice.edge, lattice.dimensions, told(first), told(second), words)


def as_pair(game):
    return game.winner, game.moves.tolist()


@in_both_ways
@GAMES
@given(drawn=games())
def test_games_are_the_twins(deep, drawn):
    lattice, first, second, seed = drawn
    rng, words = rng_and_words(seed)
    with looked_for(deep=deep):
        game = play(lattice, first, second, rng, to_the_end=True)
    assert as_pair(game) == played_by_the_twin(lattice, first, second, words)


@GAMES
@given(games())
def test_early_stop_is_the_same_game(drawn):
    lattice, first, second, seed = drawn
    stopped = play(lattice, first, second, rng_and_words(seed)[0])
    whole = play(lattice, first, second, rng_and_words(seed)[0], to_the_end=True)
    made = len(stopped.moves)
    assert stopped.winner == whole.winner
    assert stopped.moves.tolist() == whole.moves.tolist()[:made]
    hopeless = twin.hopeless_after(lattice.edge, lattice.dimensions, whole.moves.tolist())
    assert made == (len(whole.moves) if hopeless is None else hopeless)


def test_early_stops_happen():
    lattice = Lattice(4, 2)
    genes = [0, 0, 0, 0, 0, 1, 2, 3]
    stopped, whole = (play(lattice, Player(4, genes), Player(4, genes), to_the_end=end) for end in (False, True))
    assert len(stopped.moves) < len(whole.moves) == lattice.cells


@in_both_ways
@pytest.mark.parametrize(("edge", "dimensions"), [(4, 4), (6, 3), (5, 4), (17, 2)])
def test_larger_boards(edge, dimensions, deep):
    """Boards of several blocks; genes that rise with the marks make the twin's games short."""
    lattice, rng = Lattice(edge, dimensions), np.random.default_rng(edge)
    first, second = (Player(EVALUATE, np.sort(rng.integers(0, 30, (2, edge)), axis=1).ravel().tolist()) for _ in "ab")
    with looked_for(deep=deep):
        game = play(lattice, first, second, to_the_end=True)
    assert as_pair(game) == played_by_the_twin(lattice, first, second)


@pytest.mark.needs_jit
@pytest.mark.parametrize(("edge", "dimensions"), [(4, 7), (17, 3), (3, 8), (65, 2)])
@pytest.mark.parametrize(("low", "high"), [(0, 9), (-5, 5), (-1, 1)])
def test_bounds_do_not_change_deep_games(edge, dimensions, low, high):
    """Boards with several blocks of blocks: the same game as if all keys are looked at."""
    lattice, rng = Lattice(edge, dimensions), np.random.default_rng(edge)
    assert lattice.cells > linear.SHALLOW
    pair = [Player(EVALUATE, rng.integers(low, high + 1, 2 * edge).tolist()) for _ in "ab"]
    with looked_for(deep=False):
        expected = play(lattice, *pair)
    assert as_pair(play(lattice, *pair)) == as_pair(expected)


@in_both_ways
@GAMES
@given(lattice=st.sampled_from(BOARDS), seed=st.integers(0, 2**32 - 1))
def test_what_cells_are_worth_equals_a_recount(deep, lattice, seed):
    """Random games end anywhere; the mark that wins changes nothing for cells that share no line with it."""
    rng, weights = rng_and_words(seed)[0], np.random.default_rng(seed).integers(-9, 10, (2, 2 * lattice.edge))
    with looked_for(deep=deep):
        space = linear.empty_space(lattice, 9)
    random = np.ones(2, np.bool_)
    winner, made = linear.play_game(space, weights, random, rng.bit_generator.random_raw(1), False)
    before = made - 1 if winner else made
    board = twin.Board(lattice.edge, lattice.dimensions)
    for turn, cell in enumerate(space.moves[:before].tolist()):
        board.marks[cell] = turn % 2 + 1
    changing = set() if winner == 0 else neighbours(lattice, int(space.moves[before]))
    free = [cell for cell in board.free() if cell not in changing]
    unit = 2 ** (lattice.cells - 1).bit_length()
    for player, genes in enumerate(weights.tolist(), start=1):
        worth = [int(key) // unit for key in space.keys[player - 1, free]]
        assert worth == [twin.value(board, cell, player, genes) for cell in free]


def neighbours(lattice, cell):
    """Cells that share a line with one, and itself."""
    return set().union(*twin.lines_through(lattice.edge, lattice.dimensions)[cell])


@GAMES
@given(games(strategies=(WIN_OR_BLOCK, EVALUATE)))
def test_strategy_3_is_an_evaluator(drawn):
    """Each WIN_OR_BLOCK replaced by EVALUATE with its weights."""
    lattice, first, second, _ = drawn
    weighed = [
        player if player.strategy == EVALUATE else Player(EVALUATE, strategy_3_genes(lattice).tolist())
        for player in (first, second)
    ]
    assert as_pair(play(lattice, first, second)) == as_pair(play(lattice, *weighed))
    assert strategy_3_genes(lattice).tolist() == twin.strategy_3_genes(lattice.edge, lattice.dimensions)


@GAMES
@given(st.sampled_from(BOARDS), st.integers(0, 2**32 - 1))
def test_strategy_3_wins_or_else_blocks_most_or_else_goes_on(lattice, seed):
    moves = play(lattice, Player(WIN_OR_BLOCK), Player(RANDOM), np.random.default_rng(seed)).moves.tolist()
    through = twin.lines_through(lattice.edge, lattice.dimensions)
    for turn in range(0, len(moves), 2):
        mine, theirs = set(moves[0:turn:2]), set(moves[1:turn:2])
        free = [cell for cell in range(lattice.cells) if cell not in mine | theirs]
        wins = [cell for cell in free if any(line <= mine | {cell} for line in through[cell])]
        blocks = {cell: sum(line <= theirs | {cell} for line in through[cell]) for cell in free}
        if wins:
            assert moves[turn] in wins
        else:  # the first free cell blocks most where nothing is to be blocked
            assert moves[turn] == max(free, key=blocks.get)


@in_both_ways
def test_ties_go_to_the_first_cell(deep):
    """Without weights, or where all cells are worth the same, the board fills from its first cell."""
    lattice, line = Lattice(5, 3), Lattice(4, 1)
    with looked_for(deep=deep):
        for first in (Player(FIRST_FREE), Player(EVALUATE, [0] * 10)):
            game = play(lattice, first, Player(EVALUATE, [0] * 10))
            assert game.moves.tolist() == list(range(len(game.moves)))
        game = play(line, Player(EVALUATE, [7] * 8), Player(EVALUATE, [-7] * 8), to_the_end=True)
    assert game.moves.tolist() == [0, 1, 2, 3]


def test_random_players_mark_all_cells_alike(several):
    lattice, rounds = Lattice(3, 2), several(9000, without_jit=900)
    rng = np.random.default_rng(3)
    first, second = np.zeros(9), np.zeros(9)
    for _ in range(rounds):
        moves = play(lattice, Player(RANDOM), Player(RANDOM), rng).moves
        first[moves[0]] += 1
        second[moves[1]] += 1
    expected = rounds / 9
    for counts in (first, second):
        assert ((counts - expected) ** 2 / expected).sum() < 26.1  # chi-squared with 8, p = 0.001


def test_random_games_on_a_deep_board():
    """Beyond 4,096 cells a cell takes more than one pick."""
    lattice = Lattice(5, 6)
    moves = play(lattice, Player(RANDOM), Player(RANDOM), np.random.default_rng(1)).moves
    assert len(set(moves.tolist())) == len(moves)
    assert moves.min() >= 0
    assert moves.max() < lattice.cells
    places = np.array([lattice.coordinates(cell) for cell in moves[:4000].tolist()])
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
        play(Lattice(4, 2), Player(FIRST_FREE), player)


def test_a_board_larger_than_memory():
    with pytest.raises(ValueError, match=r"^a board of 20 dimensions and edge 4 needs up to \S+ GiB of memory; free:"):
        play(Lattice(4, 20), Player(FIRST_FREE), Player(FIRST_FREE))
