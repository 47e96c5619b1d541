"""MinMax against full search and plain alpha-beta; games of Genies; search beating the same genes without it."""

from itertools import zip_longest

import numpy as np
import pytest
from drawn_players import as_pair, genes, players
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice as oracles_lattice
from reference.minimax import count_nodes

from tttcore.engines.genies.players import linear
from tttcore.engines.genies.players.linear import EVALUATE, FIRST_FREE, RANDOM, WIN_OR_BLOCK, Player, strategy_3_genes
from tttcore.engines.genies.players.minmax import MinMax, best_cell, incidence, largest_gene, line_evaluator, play_match
from tttcore.engines.genies.players.workspace import DEAD
from tttcore.engines.genies.reference import Position, choose_by_search
from tttcore.games.classic import solve
from tttcore.games.hypercube import Hypercube

POSITIONS = settings(max_examples=200)
GAMES = settings(max_examples=60)
SQUARE, WIDE, CUBE = BOARDS = [Hypercube(3, 2), Hypercube(4, 2), Hypercube(3, 3)]
MOST_FREE = {1: 27, 2: 16, 3: 11, 4: 9, 5: 8}
"""Most free cells, by depth, of positions that full search takes in good time."""


@st.composite
def positions(draw):
    """A board, moves after which nobody has won and a cell is free, and a MinMax player."""
    board, depth = draw(st.sampled_from(BOARDS)), draw(st.sampled_from(list(MOST_FREE)))
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
    contents = position(board, moves).marks
    marks = np.zeros(board.line_count, np.int8)
    for line in range(board.line_count):
        on_line = [contents[cell] for cell in board.line(line).tolist()]
        one, other = on_line.count(1), on_line.count(2)
        marks[line] = DEAD if one and other else one - other
    return best_cell(incidence(board), line_evaluator(player, board), marks, taken, len(moves) % 2)


@POSITIONS
@given(positions())
def test_the_cell_is_that_of_full_search(drawn):
    board, moves, player = drawn
    cell, _ = choose(board, moves, player)
    assert cell == choose_by_search(position(board, moves), current_player(moves), player.genes, player.depth)


@POSITIONS
@given(positions())
def test_nodes_are_those_of_alpha_beta(drawn):
    board, moves, player = drawn
    _, nodes = choose(board, moves, player)
    assert nodes == count_nodes(position(board, moves), current_player(moves), player.genes, player.depth)


@pytest.mark.parametrize("board", BOARDS, ids=str)
def test_few_positions_are_evaluated(board):
    """From the empty board: one position at depth 1, one more for each cell at depth 2, far from all at depth 3."""
    assert [choose(board, [], MinMax(strategy_3_genes(board), depth))[1] for depth in (1, 2)] == [
        1,
        1 + board.cells,
    ]
    nodes = choose(board, [], MinMax(strategy_3_genes(board), 3))[1]
    assert 1 + board.cells < nodes < board.cells * (board.cells - 1) / 2


def genies(board):
    return players(board, largest_gene(board, 1))


@GAMES
@given(
    st.data(), st.sampled_from([*BOARDS, Hypercube(2, 3), Hypercube(4, 3), Hypercube(5, 1)]), st.integers(0, 2**32 - 1)
)
def test_genies_play_their_own_games(data, board, seed):
    """Games of the search kernel without search are those of the incremental kernel, with the same random words."""
    pair = [data.draw(genies(board)) for _ in "ab"]
    game = play_match(board, *pair, np.random.Generator(np.random.SFC64(seed)))
    expected = linear.play(board, *pair, np.random.Generator(np.random.SFC64(seed)))
    assert as_pair(game) == as_pair(expected)
    made = len(game.moves)
    moves = ((made + 1) // 2, made // 2)
    assert game.nodes == tuple(0 if pair[seat].strategy == RANDOM else moves[seat] for seat in range(2))


@GAMES
@given(st.data(), st.integers(1, 3), st.booleans(), st.integers(0, 2**32 - 1))
def test_every_move_of_a_game_is_that_of_full_search(data, depth, second, seed):
    """Against any Genie, in either seat: the cells and the number of positions of every single move."""
    player, genie = MinMax(data.draw(genes(SQUARE, largest_gene(SQUARE, depth))), depth), data.draw(genies(SQUARE))
    pair = (genie, player) if second else (player, genie)
    game = play_match(SQUARE, *pair, np.random.default_rng(seed))
    moves, nodes = game.moves.tolist(), 0
    for turn in range(second, len(moves), 2):
        nodes += count_nodes(position(SQUARE, moves[:turn]), turn % 2 + 1, player.genes, depth)
        assert moves[turn] == choose_by_search(position(SQUARE, moves[:turn]), turn % 2 + 1, player.genes, depth)
    assert game.nodes[second] == nodes
    end = position(SQUARE, moves)
    assert game.winner == next((one for one in (1, 2) if end.has_line(one)), 0)
    if game.winner == 0:
        assert oracles_lattice.hopeless_after(3, 2, moves) == len(moves)


@pytest.mark.needs_jit
def test_with_zero_genes_it_solves_the_game(tables):
    """Rewards alone count: exact values are kept, winners hurry and losers delay, ties go to the first cell."""
    solved = solve(tables)
    for state in np.flatnonzero(tables.open).tolist():
        crosses, noughts = (np.flatnonzero(tables.states[state] == mark).tolist() for mark in (1, 2))
        moves = [cell for pair in zip_longest(crosses, noughts) for cell in pair if cell is not None]
        cell, _ = choose(SQUARE, moves, MinMax([0] * 6, 9))
        after = tables.next_state[state, cell]
        kept = np.flatnonzero(solved.best[state])
        assert cell in kept
        if solved.values[state] == 0:
            assert cell == kept[0]
        else:
            assert solved.plies_left[after] == solved.plies_left[state] - 1


def test_depth_1_completes_a_line_whatever_its_genes_say():
    """X . O     both lack one mark: X in the first column, O in the last.
       X . O
       . . .
    """  # fmt: skip
    moves, afraid = [0, 2, 3, 5], [0, 0, -9, 0, 0, 0]
    assert choose(SQUARE, moves, Player(EVALUATE, afraid)) == (1, 1)
    assert choose(SQUARE, moves, MinMax(afraid, 1)) == (6, 1)
    assert choose(SQUARE, moves, MinMax([0, 0, 0, 0, 0, 9], 1)) == (6, 1)


def test_looking_ahead_wins_where_the_same_genes_do_not():
    """Strategy 3 wins or else blocks; two moves further it is prevented from blocking two lines at once."""
    cube = Hypercube(4, 3)
    genes = strategy_3_genes(cube)
    for depth in (3, 4):
        first = play_match(cube, MinMax(genes, depth), Player(WIN_OR_BLOCK))
        second = play_match(cube, Player(WIN_OR_BLOCK), MinMax(genes, depth))
        assert (first.winner, second.winner) == (1, 2)


MISTAKES = [
    (MinMax([0] * 8, 0), r"depth: 0 is out of range; allowed: 1 or more"),
    (MinMax([0] * 7, 2), r"genes: 7 of them; allowed: 8, two for each cell of an edge of 4"),
    (MinMax([0] * 7 + [2**50], 3), r"genes: 1125899906842624 with depth 3; allowed: from -(\d+) to \1"),
    (Player(5), r"strategy: 5; allowed: 1, 2, 3, 4"),
    (Player(RANDOM), r"rng: a random player needs one"),
]


@pytest.mark.parametrize(("player", "message"), MISTAKES, ids=[message for _, message in MISTAKES])
def test_mistakes(player, message):
    with pytest.raises(ValueError, match=f"^{message}$"):
        play_match(WIDE, Player(FIRST_FREE), player)


def test_a_board_that_is_too_large():
    with pytest.raises(ValueError, match=r"^a board of 4,913 cells is too large for MinMax; allowed: up to 4,096$"):
        play_match(Hypercube(17, 3), Player(FIRST_FREE), MinMax([0] * 34, 1))
