"""Memoised minimax against its oracle and plain recursion over boards."""

from functools import cache

import numpy as np
import pytest
from helpers.texts import message
from reference import classic as oracles
from reference.minimax import Twin, state
from reference.quality import perfect
from scipy import stats

from tttcore.games.classic import OPEN, marked, outcome, to_move
from tttcore.players.memoised_minimax import TIES, MemoisedMinimax, Tree, after, crosses_turn, state_of

BLANK, rng_of = oracles.BLANK, np.random.default_rng
CENTRE, CORNER = oracles.put(BLANK, 4), oracles.put(BLANK, 0)


def open_boards(tables):
    return [board for board in map(tuple, tables.positions.tolist()) if outcome(board) == OPEN]


def sample(boards, number, seed):
    return [boards[place] for place in rng_of(seed).choice(len(boards), number, replace=False)]


def drawing(seed, ties="random", **options):
    return MemoisedMinimax(ties, rng=rng_of(seed), **options)


@cache
def length(board):
    """Marks until the end when the winner hurries and the loser delays."""
    if oracles.winner(board):
        return 0
    wins = oracles.best_result(board) == (1 if board.count(0) % 2 else -1)
    return 1 + (min if wins else max)(length(oracles.put(board, cell)) for cell in perfect(board))


def test_states_are_the_documents(tables):
    for board in map(tuple, tables.positions.tolist()):
        assert list(state_of(board)) == state(board)
        assert crosses_turn(state_of(board)) == (board.count(0) % 2 == 1)
        for cell in oracles.free_cells(board) if not oracles.winner(board) else []:
            assert list(after(state_of(board), cell)) == state(oracles.put(board, cell))


def test_as_many_nodes_as_the_twin(tables):
    """On the empty board and others; the first number is the reference for X's first move."""
    boards = [BLANK, *(oracles.put(BLANK, cell) for cell in range(9)), *sample(open_boards(tables), 60, 1)]
    for board in boards:
        tree, twin = Tree(), Twin()
        root, twins = tree.new_node(state_of(board)), twin.node(state(board))
        assert tree.best_cells(root) == twin.possible_move(twins)
        assert (tree.nodes, tree.searches) == (twin.made, twin.runs)
        assert tree.nodes == 94_978 or board != BLANK


def test_what_was_left_out_is_explored_when_it_is_needed():
    """A board that X wins: O leaves what the search had no need of, which the oracle then searches, too."""
    board = (1, 2, 0, 1, 0, 0, 0, 0, 0)
    tree, twin = Tree(), Twin()
    root, twins = tree.new_node(state_of(board)), twin.node(state(board))
    assert tree.best_cells(root) == twin.possible_move(twins)
    for cell in oracles.free_cells(board):
        node, twins_node = tree.child(root, cell), twin.go(twins, cell)
        assert tree.best_cells(node) == twin.possible_move(twins_node)
        for reply in node.cells:
            further = oracles.put(oracles.put(board, cell), reply)
            if not oracles.winner(further):
                expected = twin.possible_move(twin.go(twins_node, reply))
                assert tree.best_cells(tree.child(node, reply)) == expected
    assert (tree.nodes, tree.searches) == (twin.made, twin.runs)
    assert tree.searches > 1


@pytest.mark.parametrize(("seat", "games"), [(1, 1), (2, 3)])
def test_games_are_the_twins(seat, games):
    """Against random moves, cell by cell and with the same effort."""
    rng = rng_of(seat)
    player = MemoisedMinimax()
    for _ in range(games):
        twin, node, board = Twin(), None, BLANK
        while not oracles.winner(board):
            if to_move(board) != seat:
                cell = int(rng.choice(oracles.free_cells(board)))
            else:
                node = node or twin.node(state(board))
                cell = twin.possible_move(node)[0]
                assert player.move(board) == cell
            node = node and twin.go(node, cell)
            board = marked(board, cell)
        made, searches = (sum(column) for column in zip(*player.costs, strict=True))
        assert searches == twin.runs == 1
        assert made == twin.made
        assert all(effort == (0, 0) for effort in player.costs[1:])


def test_a_board_that_does_not_follow_begins_another_game():
    """Asked again, it answers the same for nothing."""
    player = MemoisedMinimax()
    assert player.move(CORNER) == player.move(CORNER) == 4
    once = player.costs
    assert once[0].nodes == 3763
    assert once[1] == (0, 0)
    player.move(oracles.put(BLANK, 2))
    assert player.costs is not once
    assert len(player.costs) == 1
    player.move(CORNER)
    assert player.costs == once[:1]


def test_a_move_that_it_did_not_choose_is_followed():
    """X has marked elsewhere than it said, and several marks may come at once."""
    player = MemoisedMinimax()
    player.move(BLANK)
    for moves in ((8, 1), (8, 1, 0, 4), (8, 1, 0, 4, 7, 6)):
        board = BLANK
        for cell in moves:
            board = oracles.put(board, cell)
        assert player.move(board) in perfect(board)
    assert len(player.costs) == 4


def test_first_found_random_and_all_best(tables):
    """`random` draws from the cells found before the search stopped, `all_best` from all best ones."""
    for board in sample(open_boards(tables), 20, 2):
        wins = oracles.best_result(board) == (1 if board.count(0) % 2 else -1)
        drawn = {ties: {drawing(seed, ties).move(board) for seed in range(60)} for ties in TIES}
        assert drawn["first"] == {perfect(board)[0]}
        assert drawn["all_best"] == set(perfect(board))
        assert drawn["random"] == ({perfect(board)[0]} if wins else set(perfect(board)))


def test_every_best_cell_is_as_likely():
    """No chance comes but from the stream."""
    drawn, again = ([player.move(CENTRE) for _ in range(2000)] for player in (drawing(5), drawing(5)))
    assert drawn == again
    counts = np.bincount(drawn, minlength=9)
    assert counts[[1, 3, 4, 5, 7]].sum() == 0
    assert stats.chisquare(counts[[0, 2, 6, 8]]).pvalue > 1e-3


def test_a_player_in_a_hurry_wins_early_and_loses_late(tables):
    decided = [board for board in open_boards(tables) if oracles.best_result(board)]
    slow = 0
    for board in [(1, 1, 0, 2, 2, 0, 0, 0, 0), *sample(decided, 200, 3)]:
        cell = MemoisedMinimax(hurry=True).move(board)
        assert cell in perfect(board)
        assert length(oracles.put(board, cell)) == length(board) - 1
        plain = oracles.put(board, MemoisedMinimax().move(board))
        assert oracles.best_result(plain) == oracles.best_result(board)
        slow += length(plain) > length(board) - 1
    assert slow > 0
    board = (1, 1, 0, 1, 2, 2, 0, 0, 2)
    for ties, cells in (("random", {2}), ("all_best", {2, 6})):  # of shortest wins alone
        assert {drawing(seed, ties, hurry=True).move(board) for seed in range(30)} == cells


def test_mistakes_are_told_in_a_line():
    told = [message(MemoisedMinimax, ties) for ties in ("frist", "random")]
    told.append(message(MemoisedMinimax().move, (1, 1, 1, 2, 2, 0, 0, 0, 0)))
    assert told == [
        "unknown ties 'frist' (did you mean 'first'?); known: first, random, all_best",
        "ties 'random' need a generator to draw from",
        "(1, 1, 1, 2, 2, 0, 0, 0, 0): the game is over; allowed: a board on which it goes on",
    ]
