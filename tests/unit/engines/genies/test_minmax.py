"""MinMax against full search and plain alpha-beta; games of Genies; search beating the same genes without it."""

from itertools import zip_longest

import numpy as np
import pytest
from drawn_players import as_pair, genes, players
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from reference import lattice
from reference.minimax import count_nodes

from tttcore.engines.genies.players import linear
from tttcore.engines.genies.players.linear import FIRST_FREE, RANDOM, Player
from tttcore.engines.genies.players.minmax import MinMax, best_cell, incidence, largest_gene, line_evaluator, play_match
from tttcore.engines.genies.players.workspace import DEAD
from tttcore.engines.genies.reference import Position, choose_by_search
from tttcore.games.classic import solve
from tttcore.games.hypercube import Hypercube

POSITIONS = settings(max_examples=150)
SEEDS = st.integers(0, 2**32 - 1)
GAMES = settings(max_examples=40)
SQUARE, WIDE, _ = BOARDS = [Hypercube(3, 2), Hypercube(4, 2), Hypercube(3, 3)]
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
def test_the_cell_is_that_of_full_search_and_nodes_are_those_of_alpha_beta(drawn):
    board, moves, player = drawn
    asked = position(board, moves), current_player(moves), player.genes, player.depth
    assert choose(board, moves, player) == (choose_by_search(*asked), count_nodes(*asked))


@GAMES
@given(st.data(), st.sampled_from([*BOARDS, Hypercube(2, 3), Hypercube(4, 3), Hypercube(5, 1)]), SEEDS)
def test_genies_play_their_own_games(data, board, seed):
    """Games of the search kernel without search are those of the incremental kernel, with the same random words."""
    pair = [data.draw(players(board, largest_gene(board, 1))) for _ in "ab"]
    game = play_match(board, *pair, np.random.Generator(np.random.SFC64(seed)))
    expected = linear.play(board, *pair, np.random.Generator(np.random.SFC64(seed)))
    assert as_pair(game) == as_pair(expected)
    made = len(game.moves)
    moves = ((made + 1) // 2, made // 2)
    assert game.nodes == tuple(0 if pair[seat].strategy == RANDOM else moves[seat] for seat in range(2))


@GAMES
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


def test_mistakes(snapshot):
    found = [MinMax([0] * 8, 0), MinMax([0] * 7, 2), MinMax([0] * 7 + [2**50], 3), Player(5), Player(RANDOM)]
    told = [message(play_match, WIDE, Player(FIRST_FREE), player) for player in found]
    told.append(message(play_match, Hypercube(17, 3), Player(FIRST_FREE), MinMax([0] * 34, 1)))
    assert "\n".join(told) == snapshot
