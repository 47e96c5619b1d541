"""Parts of the fast search: packed features of boards, hashes, entries of the table, and the order of moves."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from helpers.nine_board_positions import random_positions
from reference import nine_board as twin

from tttcore.engines.nine_board.negamax import order_moves
from tttcore.engines.nine_board.reference import HEURISTICS, WIN
from tttcore.engines.nine_board.single_boards import (
    POWERS,
    best_gain,
    feature_table,
    free,
    gain,
    marked,
    read_boards,
    winning,
)
from tttcore.engines.nine_board.transposition import (
    NO_MOVE,
    ZOBRIST,
    cuts_off,
    hash_after,
    hash_of,
    pack_entry,
    stored_move,
    stored_value,
)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_packed_features_of_boards(heuristic, several):
    """Free and winning cells, worth and the best gain, of boards from all over the game."""
    features = feature_table(heuristic)
    for position in random_positions(several(15, without_jit=8), "words", heuristic):
        game = twin.read(position)
        for board, player in product(range(9), range(2)):
            digits = [
                1 + "XO".index(game.marks[board, cell]) if (board, cell) in game.marks else 0 for cell in range(9)
            ]
            code = int(np.dot(digits, POWERS))
            word, cells = features[code], {cell for cell in range(9) if digits[cell] == 0}
            wins = twin.winning_cells(game, board, "XO"[player])
            assert free(word) == sum(1 << cell for cell in cells)
            assert winning(word, player) == sum(1 << cell for cell in wins)
            gains = [gain(word, features[marked(code, cell, player)], player) for cell in cells - wins]
            assert best_gain(word, player) == max(gains, default=-128)
            for cell in cells - wins:
                changed = twin.Game({**game.marks, (board, cell): "XO"[player]})
                expected = twin.heuristic(changed, heuristic) - twin.heuristic(game, heuristic)
                difference = gain(word, features[marked(code, cell, player)], player)
                assert Fraction(int(difference), WIN) == (1 - 2 * player) * expected


def test_hashes_follow_the_moves(several):
    assert len(np.unique(ZOBRIST)) == ZOBRIST.size
    for position in random_positions(several(200, without_jit=10), "hashes"):
        marks, target, player = position.arrays()
        for move in position.legal_moves():
            after = position.apply(move)
            if after.winner is None:
                started = after.arrays()
                expected = hash_of(started.marks, started.target)
                assert hash_after(hash_of(marks, target), target, move, after.target, player) == expected


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
        assert (stored_value(stored), stored_move(stored, 5), stored_move(stored, 6)) == (found, 17, NO_MOVE)


def test_moves_are_tried_in_the_order_of_their_promise(several):
    """Priority: gain of a mark less the opponent's best gain on the board it names; the table's move comes first."""
    features = feature_table(1)
    for index, position in enumerate(random_positions(several(40, without_jit=15), "promise", fewest=10)):
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
