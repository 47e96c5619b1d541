"""Fast alpha-beta search against plain minimax and the search as published; its variants; play in limited time."""

import time
from fractions import Fraction
from itertools import product

import numpy as np
import oracles_nine_board as twin
import pytest
from nine_board_positions import image, late_positions, narrow_positions, random_positions

from tttcore.engines.nine_board.alphabeta import time_control
from tttcore.engines.nine_board.alphabeta.as_published import search
from tttcore.engines.nine_board.alphabeta.heuristics import HEURISTICS, WIN, evaluate
from tttcore.engines.nine_board.alphabeta.kernel import order_moves
from tttcore.engines.nine_board.alphabeta.search import AlphaBeta
from tttcore.engines.nine_board.alphabeta.single_boards import (
    POWERS,
    best_gain,
    feature_table,
    free,
    gain,
    marked,
    read_boards,
    winning,
)
from tttcore.engines.nine_board.alphabeta.transposition import (
    NO_MOVE,
    ZOBRIST,
    cuts_off,
    hash_after,
    hash_of,
    pack_entry,
    stored_move,
    stored_value,
)
from tttcore.engines.nine_board.alphabeta.workspace import SPENT
from tttcore.games.nine_board import FULL, NineBoard

VARIANTS = {
    "plain": {"table_bits": 0, "ordered": False},
    "ordered": {"table_bits": 0},
    "table": {"table_bits": 12, "ordered": False},
    "table and order": {"table_bits": 16},
    "crowded table": {"table_bits": 3},
}
WON = NineBoard(crosses=(7,) + (0,) * 8, noughts=(0, 3, 0, 0, 1, 0, 0, 0, 0), target=2)


def words(seed):
    return np.array([seed], np.uint64)


@pytest.fixture(params=VARIANTS)
def variant(request):
    return VARIANTS[request.param]


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_packed_features_of_boards(heuristic, several):
    """Free and winning cells, worth and the best gain, of boards from all over the game."""
    features = feature_table(heuristic)
    for position in random_positions(several(15, without_jit=8), "words", heuristic):
        game = twin.read(position)
        for board, mover in product(range(9), range(2)):
            digits = [
                1 + "XO".index(game.marks[board, cell]) if (board, cell) in game.marks else 0 for cell in range(9)
            ]
            code = int(np.dot(digits, POWERS))
            word, cells = features[code], {cell for cell in range(9) if digits[cell] == 0}
            wins = twin.winning_cells(game, board, "XO"[mover])
            assert free(word) == sum(1 << cell for cell in cells)
            assert winning(word, mover) == sum(1 << cell for cell in wins)
            gains = [gain(word, features[marked(code, cell, mover)], mover) for cell in cells - wins]
            assert best_gain(word, mover) == max(gains, default=-128)
            for cell in cells - wins:
                changed = twin.Game({**game.marks, (board, cell): "XO"[mover]})
                expected = twin.heuristic(changed, heuristic) - twin.heuristic(game, heuristic)
                difference = gain(word, features[marked(code, cell, mover)], mover)
                assert Fraction(int(difference), WIN) == (1 - 2 * mover) * expected


def test_values_are_those_of_plain_minimax(variant, several):
    for heuristic in HEURISTICS:
        fast = AlphaBeta(heuristic, **variant)
        for position in random_positions(several(12, without_jit=2), "engine", heuristic, fewest=4):
            for depth in (1, 2):
                expected = twin.minimax(twin.read(position), heuristic, depth)
                assert Fraction(fast.choose(position, depth).value, WIN) == expected, (position, depth)
        for position in late_positions(several(12, without_jit=4), "engine", heuristic, most=6):
            for depth in range(1, 8):
                expected = twin.minimax(twin.read(position), heuristic, depth)
                assert Fraction(fast.choose(position, depth).value, WIN) == expected, (position, depth)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_moves_and_values_are_those_of_the_search_as_published(variant, heuristic, several):
    """On thousands of positions of all stages, both rules, to all depths that are affordable."""
    fast = AlphaBeta(heuristic, **variant)
    early = random_positions(several(400, without_jit=4), "choose", heuristic)
    late = late_positions(several(400, without_jit=10), "choose", heuristic, most=20)
    narrow = narrow_positions(several(400, without_jit=10), "choose", heuristic)
    for index, position in enumerate([*early, *late, *narrow]):
        depth = 1 + index % several(6, without_jit=3)
        expected = search(position, heuristic=heuristic, depth=depth, state=words(index))
        found = fast.choose(position, depth, words(index))
        assert (found.move, found.value) == (expected.move, expected.value), (position, depth)


@pytest.mark.needs_jit
def test_deep_values_are_the_same_in_all_variants():
    variants = [AlphaBeta(**variant) for variant in VARIANTS.values()]
    for index, position in enumerate(
        [NineBoard(), *random_positions(40, "deep"), *late_positions(40, "deep", most=30)]
    ):
        depth = 7 + index % 3
        assert len({(found.move, found.value) for found in (e.choose(position, depth) for e in variants)}) == 1
        expected = search(position, heuristic=1, depth=depth) if index % 10 == 0 and position.ply else None
        assert expected is None or expected.value == variants[0].choose(position, depth).value


def test_every_move_has_its_exact_value(variant, several):
    fast = AlphaBeta(2, **variant)
    stages = [
        *random_positions(several(30, without_jit=2), "values"),
        *late_positions(several(30, without_jit=5), "values"),
        *narrow_positions(several(1000, without_jit=20), "values"),
    ]
    for index, position in enumerate(stages):
        depth = 1 + index % 4 if index < 60 else 3
        values = fast.values(position, depth)
        assert list(values) == position.moves()
        for move, value in values.items():
            after = position.after(move)
            if after.winner is not None:
                expected = {1: WIN, 2: -WIN, 0: 0}[after.winner]
            elif depth == 1:
                expected = evaluate(after.arrays().marks, 2)
            else:
                expected = search(after, heuristic=2, depth=depth - 1, pruning=False).value
            assert value == expected


@pytest.mark.needs_jit
def test_every_move_has_the_same_value_in_all_variants():
    """Deep enough for positions to be met again, by other orders of moves and with other bounds."""
    variants = [AlphaBeta(2, **variant) for variant in VARIANTS.values()]
    stages = [*late_positions(1500, "all values", fewest=10, most=30), *random_positions(20, "all values", fewest=20)]
    for index, position in enumerate(stages):
        first, *others = (fast.values(position, 7 + index % 3) for fast in variants)
        assert all(values == first for values in others), position


def test_a_search_in_a_hurry_prefers_faster_wins_and_slower_losses(variant, several):
    fast = AlphaBeta(1, **variant, hurry=True)
    hurried = 0
    for position in late_positions(several(60, without_jit=8), "hurry", most=7):
        for depth in (2, 4, 7):
            found = fast.choose(position, depth)
            expected = twin.minimax(twin.read(position), 1, found.depth, hurry=Fraction(1, WIN)) * WIN
            assert found.value == expected
            hurried += abs(expected) > WIN
    assert hurried > 0


def test_symmetries_leave_values(several):
    fast = AlphaBeta(2, table_bits=14)
    for position in random_positions(several(40, without_jit=2), "engine symmetries"):
        depth = several(6, without_jit=3)
        assert len({fast.choose(image(position, symmetry), depth).value for symmetry in twin.SYMMETRIES}) == 1


def test_hashes_follow_the_moves(several):
    assert len(np.unique(ZOBRIST)) == ZOBRIST.size
    for position in random_positions(several(200, without_jit=10), "hashes"):
        marks, target, mover = position.arrays()
        for move in position.moves():
            after = position.after(move)
            if after.winner is None:
                started = after.arrays()
                expected = hash_of(started.marks, started.target)
                assert hash_after(hash_of(marks, target), target, move, after.target, mover) == expected


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
        game, signs, moves = twin.read(position), "XO"[position.mover] + "OX"[position.mover], position.moves()

        def worth(marks, side=1 - 2 * position.mover):
            return side * twin.heuristic(twin.Game(marks), 1)

        def promise(move, game=game, signs=signs, worth=worth):
            after = game.marks | {divmod(move, 9): signs[0]}
            quiet = set(range(9)) - twin.winning_cells(twin.Game(after), move % 9, signs[1])
            replies = [after | {(move % 9, cell): signs[1]} for cell in quiet if (move % 9, cell) not in after]
            return min((worth(reply) - worth(game.marks) for reply in replies), default=worth(after) + 99)

        first = moves[index % len(moves)] if index % 2 else NO_MOVE
        listed = np.array([moves + [0] * (81 - len(moves))])
        codes = read_codes(position)
        order_moves(features, codes, listed, 0, len(moves), position.mover, first)
        expected = sorted(moves, key=lambda move: (move != first, -promise(move), move))
        assert listed[0, : len(moves)].tolist() == expected


def read_codes(position):
    codes = np.zeros(9, np.int64)
    read_boards(feature_table(1), position.arrays().marks, codes)
    return codes


def test_a_search_forgets(several):
    """A search depends on nothing that was searched before."""
    used, depth = AlphaBeta(table_bits=8), several(7, without_jit=4)
    for position in random_positions(several(20, without_jit=3), "forgets"):
        found, values = AlphaBeta(table_bits=8).choose(position, depth), AlphaBeta(table_bits=8).values(position, depth)
        for _ in range(2):
            assert used.choose(position, depth) == found
            assert used.values(position, depth) == values
            assert used.workspace.nodes[SPENT] == nodes_of_values(position, depth)


def nodes_of_values(position, depth):
    fast = AlphaBeta(table_bits=8)
    fast.values(position, depth)
    return fast.workspace.nodes[SPENT]


@pytest.mark.needs_jit
def test_table_and_order_save_nodes():
    plain, ordered, both = (AlphaBeta(**VARIANTS[name]) for name in ("plain", "ordered", "table and order"))
    stages = list(random_positions(40, "saves", most=30))
    nodes = [sum(fast.choose(position, 9).nodes for position in stages) for fast in (plain, ordered, both)]
    assert nodes[2] < nodes[1] < nodes[0]


def mate_in(position, limit):
    """Plies until the side to move wins against every defence, or None, by the twin."""
    side = 1 - 2 * position.mover
    wins = (plies for plies in range(1, limit + 1) if twin.minimax(twin.read(position), 0, plies) == side)
    return next(wins, None)


def test_thinking_takes_the_fastest_win():
    fast, tried = AlphaBeta(), set()
    for position in late_positions(100, "mates", most=7):
        plies = mate_in(position, 7)
        if plies is not None:
            found = fast.think(position, words(1))
            assert found.depth == plies
            assert found.value == (1 - 2 * position.mover) * WIN
            after = twin.read(position.after(found.move))
            assert twin.minimax(after, 0, plies - 1) == 1 - 2 * position.mover
            tried.add(plies)
    assert {1, 3} <= tried


def test_thinking_puts_off_losses(several):
    fast, put_off = AlphaBeta(), 0
    for index, position in enumerate(late_positions(several(600, without_jit=150), "losses", most=7)):
        lengths = {move: mate_in(position.after(move), 6) for move in position.moves()}
        if None not in lengths.values():
            found = fast.think(position, words(index))
            assert (found.depth - 1, found.value) == (max(lengths.values()), (2 * position.mover - 1) * WIN)
            assert lengths[found.move] == max(lengths.values())
            put_off += min(lengths.values()) < max(lengths.values())
    assert put_off > 0


def test_thinking_to_the_end_is_perfect_play():
    fast = AlphaBeta(table_bits=10)
    for position in late_positions(20, "perfect", most=6):
        found = fast.think(position, words(3))
        value = twin.minimax(twin.read(position), 0, 81)
        assert np.sign(found.value) == value
        after = position.after(found.move)
        assert twin.minimax(twin.read(after), 0, 81) == value


def test_thinking_within_nodes_repeats_and_is_legal(several):
    fast, hurrying = AlphaBeta(table_bits=10), AlphaBeta(hurry=True)
    for index, position in enumerate(random_positions(several(60, without_jit=5), "budget")):
        for nodes in (1, 100, several(20_000, without_jit=300)):
            found = fast.think(position, words(index), nodes=nodes)
            assert found.move in position.moves()
            assert found == AlphaBeta(table_bits=10).think(position, words(index), nodes=nodes)
            assert found.depth >= 1
            assert found.value == hurrying.choose(position, found.depth).value
            assert found.nodes <= max(nodes + 100, 200)


def test_thinking_to_a_depth_finds_its_best_moves(several):
    fast, hurrying = AlphaBeta(), AlphaBeta(hurry=True)
    for index, position in enumerate(random_positions(several(40, without_jit=3), "think depth")):
        depth = several(5, without_jit=3)
        found = fast.think(position, words(index), depth=depth)
        if abs(found.value) < WIN:
            assert found[:2] == hurrying.choose(position, depth, words(index))[:2]
            assert found.depth == depth


def test_a_clock_turns_time_into_nodes(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    watch = time_control.TimeControl(10.0, 500)
    assert watch.node_limit(500) == 500 + time_control.ITERATION_SHARE * time_control.NODES_PER_SECOND * 10
    now[0] += 4
    assert watch.node_limit(500 + 8000) == 8500 + time_control.ITERATION_SHARE * 2000 * 6
    assert not watch.late
    now[0] += 5.6
    assert watch.late
    now[0] += 10
    assert watch.node_limit(9000) == 9001, "some node must be allowed"


@pytest.mark.needs_jit
def test_thinking_keeps_to_the_clock():
    fast = AlphaBeta()
    fast.think(NineBoard(), words(1), depth=2)
    for seconds in (0.05, 0.3):
        began = time.perf_counter()
        found = fast.think(NineBoard(), words(1), seconds=seconds)
        assert time.perf_counter() - began < 3 * seconds + 0.2
        assert found.depth > 3


def test_deeper_than_the_cells_is_to_the_end():
    (position,) = late_positions(1, "cells", most=5)
    left = 81 - position.ply
    assert AlphaBeta().choose(position, 1000) == AlphaBeta().choose(position, left)
    assert all(crosses | noughts <= FULL for crosses, noughts in zip(position.crosses, position.noughts, strict=True))


@pytest.mark.parametrize(
    ("work", "message"),
    [
        (lambda: AlphaBeta(7), r"^heuristic: 7 is unknown; known: 0, 1, 2$"),
        (lambda: AlphaBeta(table_bits=40), r"^table_bits: 40 is out of range; allowed: from 0 to 28$"),
        (lambda: AlphaBeta().choose(NineBoard(), 0), r"^depth: 0 is out of range; allowed: 1 or more$"),
        (lambda: AlphaBeta().values(NineBoard(), -2), r"^depth: -2 is out of range; allowed: 1 or more$"),
        (lambda: AlphaBeta().choose(WON, 3), r"^position: the game is over; allowed: positions with a legal move$"),
        (
            lambda: AlphaBeta().think(WON, words(1)),
            r"^position: the game is over; allowed: positions with a legal move$",
        ),
        (
            lambda: AlphaBeta().think(NineBoard(), words(1), seconds=0),
            r"^seconds: 0 is out of range; allowed: above 0$",
        ),
        (lambda: AlphaBeta().think(NineBoard(), words(1), nodes=-1), r"^nodes: -1 is out of range; allowed: above 0$"),
    ],
)
def test_mistakes_are_named(work, message):
    with pytest.raises(ValueError, match=message):
        work()
