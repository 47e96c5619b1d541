"""Parts of the fast search: packed features of boards, hashes, entries of the table, and the order of moves."""

from itertools import product

import numpy as np
from helpers.nine_board_positions import random_positions
from reference import nine_board as twin

from tttcore.engines.nine_board import transposition
from tttcore.engines.nine_board.negamax import order_moves
from tttcore.engines.nine_board.single_boards import feature_table, read_boards
from tttcore.engines.nine_board.transposition import NO_MOVE, cuts_off, hash_of, pack_entry


def test_hashes_follow_the_moves(several):
    assert len(np.unique(transposition.ZOBRIST)) == transposition.ZOBRIST.size
    for position in random_positions(several(60, without_jit=10), "hashes"):
        marks, target, player = position.arrays()
        for move in position.legal_moves():
            after = position.apply(move)
            if after.winner is None:
                started = after.arrays()
                expected = hash_of(started.marks, started.target)
                assert transposition.hash_after(hash_of(marks, target), target, move, after.target, player) == expected


def test_entries_settle_what_they_can():
    """An entry cuts off exactly where its answer to the window holds for every value that agrees with it."""

    def holds(found, worth, low, high):
        return worth <= found if found <= low else worth >= found if found >= high else worth == found

    windows = [(low, high) for low, high in product(range(-2, 3), repeat=2) if low < high]
    for found, before, after in product(range(-3, 4), windows, windows):
        stored = pack_entry(5, 3, 17, found, *before)
        worths = [worth for worth in range(-9, 10) if holds(found, worth, *before)]
        assert cuts_off(stored, 5, 3, *after) == all(holds(found, worth, *after) for worth in worths)
        assert not cuts_off(stored, 6, 3, *after)
        assert not cuts_off(stored, 5, 4, *after)
        assert not cuts_off(stored, 5, 2, *after)
        assert transposition.stored_value(stored) == found
        assert [transposition.stored_move(stored, check) for check in (5, 6)] == [17, NO_MOVE]


def test_moves_are_tried_in_the_order_of_their_promise(several):
    """Priority: gain of a mark less the opponent's best gain on the board it names; the table's move comes first."""
    features = feature_table(1)
    for index, position in enumerate(random_positions(several(20, without_jit=15), "promise", fewest=10)):
        game, signs, moves = twin.read(position), ("XO", "OX")[position.current_player], position.legal_moves()

        def worth(marks, side=1 - 2 * position.current_player):
            return side * twin.heuristic(twin.Game(marks), 1)

        def promise(move, game=game, signs=signs, worth=worth):
            after = game.marks | {divmod(move, 9): signs[0]}
            quiet = set(range(9)) - twin.winning_cells(twin.Game(after), move % 9, signs[1])
            replies = [after | {(move % 9, cell): signs[1]} for cell in quiet if (move % 9, cell) not in after]
            return min((worth(reply) - worth(game.marks) for reply in replies), default=worth(after) + 99)

        first = moves[index % len(moves)] if index % 2 else NO_MOVE
        listed = np.array([moves + [0] * (81 - len(moves))])
        codes = np.zeros(9, np.int64)
        read_boards(features, position.arrays().marks, codes)
        order_moves(features, codes, listed, 0, len(moves), position.current_player, first)
        expected = sorted(moves, key=lambda move: (move != first, -promise(move), move))
        assert listed[0, : len(moves)].tolist() == expected
