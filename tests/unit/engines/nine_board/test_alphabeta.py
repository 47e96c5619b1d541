"""Searches: plain ones against the rules' twin, the published and the fast one against plain ones, and its parts."""

import time
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from helpers.nine_board_positions import late_positions, narrow_positions, random_positions
from helpers.texts import message
from reference import nine_board as twin

from tttcore.engines.nine_board import alphabeta, as_published, reference, transposition
from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.as_published import search
from tttcore.engines.nine_board.negamax import SPENT, order_moves
from tttcore.engines.nine_board.reference import HEURISTICS, SIGN, WIN, best_result, evaluate, minimax
from tttcore.engines.nine_board.single_boards import feature_table, read_boards
from tttcore.engines.nine_board.transposition import NO_MOVE, cuts_off, hash_of, pack_entry
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON

VARIANTS = {
    "plain": {"table_bits": 0, "ordered": False},
    "ordered": {"table_bits": 0},
    "table": {"table_bits": 12, "ordered": False},
    "table and order": {"table_bits": 16},
    "crowded table": {"table_bits": 3},
}
WON = NineBoard(crosses=(7,) + (0,) * 8, noughts=(0, 3, 0, 0, 1, 0, 0, 0, 0), target=2)


def words(seed):
    return None if seed is None else np.array([seed], np.uint64)


def values_after(position, depth, heuristic=2):
    """Moves with their values by the search as published."""
    for move in position.legal_moves():
        after = position.apply(move)
        if after.winner is not None:
            yield move, WIN * SIGN[after.winner]
        elif depth == 1:
            yield move, evaluate(after, heuristic)
        else:
            yield move, search(after, heuristic=heuristic, depth=depth - 1, pruning=False).value


@pytest.fixture(params=VARIANTS)
def variant(request):
    return VARIANTS[request.param]


def test_values_are_those_of_plain_minimax(variant, several):
    for heuristic, hurry in product(HEURISTICS, (False, True)):
        fast = AlphaBeta(heuristic, **variant, hurry=hurry)
        stages = [*product(random_positions(several(6, without_jit=1), "engine", heuristic, fewest=4), (1, 2))]
        stages += product(late_positions(several(12, without_jit=3), "engine", heuristic, most=6), range(1, 8))
        for position, depth in stages:
            found = fast.choose(position, depth)
            assert found.value == minimax(position, heuristic, found.depth, hurry=int(hurry)), (position, depth)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_moves_and_values_are_those_of_the_search_as_published(variant, heuristic, several):
    """On hundreds of positions of all stages, both rules, to all depths that are affordable."""
    fast = AlphaBeta(heuristic, **variant)
    early = random_positions(several(120, without_jit=4), "choose", heuristic)
    late = late_positions(several(120, without_jit=10), "choose", heuristic, most=20)
    narrow = narrow_positions(several(120, without_jit=10), "choose", heuristic)
    for index, position in enumerate([*early, *late, *narrow]):
        depth = 1 + index % several(6, without_jit=3)
        expected = search(position, heuristic=heuristic, depth=depth, state=words(index))
        found = fast.choose(position, depth, words(index))
        assert (found.move, found.value) == (expected.move, expected.value), (position, depth)


def test_every_move_has_its_exact_value(variant, several):
    fast = AlphaBeta(2, **variant)
    stages = [
        *random_positions(several(30, without_jit=2), "values"),
        *late_positions(several(30, without_jit=5), "values"),
        *narrow_positions(several(300, without_jit=20), "values"),
    ]
    for index, position in enumerate(stages):
        depth = 1 + index % 4 if index < 60 else 3
        assert [*fast.values(position, depth).items()] == [*values_after(position, depth)]


@pytest.mark.needs_jit
def test_every_move_has_the_same_value_in_all_variants():
    """Deep enough for positions to be met again, by other orders of moves and with other bounds."""
    variants = [AlphaBeta(2, **variant) for variant in VARIANTS.values()]
    stages = [*late_positions(500, "all values", fewest=10, most=30), *random_positions(20, "all values", fewest=20)]
    for index, position in enumerate(stages):
        first, *others = (fast.values(position, 7 + index % 3) for fast in variants)
        assert all(values == first for values in others), position


def test_a_search_forgets(several):
    """A search depends on nothing that was searched before."""
    used, depth = AlphaBeta(table_bits=8), several(7, without_jit=4)
    for position in random_positions(several(20, without_jit=3), "forgets"):
        fresh = AlphaBeta(table_bits=8)
        values, nodes = fresh.values(position, depth), fresh.workspace.nodes[SPENT]
        for _ in range(2):
            assert used.choose(position, depth) == AlphaBeta(table_bits=8).choose(position, depth)
            assert used.values(position, depth) == values
            assert used.workspace.nodes[SPENT] == nodes


@pytest.mark.needs_jit
def test_table_and_order_save_nodes():
    plain, ordered, both = (AlphaBeta(**VARIANTS[name]) for name in ("plain", "ordered", "table and order"))
    stages = list(random_positions(40, "saves", most=30))
    nodes = [sum(fast.choose(position, 9).nodes for position in stages) for fast in (plain, ordered, both)]
    assert nodes[2] < nodes[1] < nodes[0]


def mate_in(position, limit):
    """Plies until the side to move wins against every defence, or None, by plain minimax."""
    win = WIN * (1 - 2 * position.current_player)
    return next((plies for plies in range(1, limit + 1) if minimax(position, 0, plies) == win), None)


def test_thinking_takes_the_fastest_win():
    fast, tried = AlphaBeta(), set()
    for position in late_positions(100, "mates", most=7):
        assert fast.choose(position, 1000) == fast.choose(position, 81 - position.ply), "deeper than the cells"
        plies = mate_in(position, 7)
        if plies is not None:
            found = fast.think(position, words(1))
            assert found.depth == plies
            assert found.value == (1 - 2 * position.current_player) * WIN
            assert minimax(position.apply(found.move), 0, plies - 1) == found.value
            tried.add(plies)
    assert {1, 3} <= tried


def test_thinking_puts_off_losses(several):
    fast, put_off = AlphaBeta(), 0
    for index, position in enumerate(late_positions(several(300, without_jit=150), "losses", most=7)):
        lengths = {move: mate_in(position.apply(move), 6) for move in position.legal_moves()}
        if None not in lengths.values():
            found = fast.think(position, words(index))
            assert (found.depth - 1, found.value) == (max(lengths.values()), (2 * position.current_player - 1) * WIN)
            assert lengths[found.move] == max(lengths.values())
            put_off += min(lengths.values()) < max(lengths.values())
    assert put_off > 0


def test_thinking_within_nodes_or_to_a_depth_repeats_and_finds_its_best_moves(several):
    fast, hurrying, depth = AlphaBeta(table_bits=10), AlphaBeta(hurry=True), several(5, without_jit=3)
    for index, position in enumerate(random_positions(several(30, without_jit=5), "budget")):
        for nodes in (1, 100, several(20_000, without_jit=300)):
            found = fast.think(position, words(index), nodes=nodes)
            assert found.move in position.legal_moves()
            assert found == AlphaBeta(table_bits=10).think(position, words(index), nodes=nodes)
            assert found.depth >= 1
            assert found.value == hurrying.choose(position, found.depth).value
            assert found.nodes <= max(nodes + 100, 200)
        found = AlphaBeta().think(position, words(index), depth=depth)
        if abs(found.value) < WIN:
            assert found[:2] == hurrying.choose(position, depth, words(index))[:2]
            assert found.depth == depth


def test_a_clock_turns_time_into_nodes(monkeypatch):
    now = [100.0]
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])
    watch = alphabeta.TimeControl(10.0, 500)
    assert watch.node_limit(500) == 500 + alphabeta.ITERATION_SHARE * alphabeta.NODES_PER_SECOND * 10
    now[0] += 4
    assert watch.node_limit(500 + 8000) == 8500 + alphabeta.ITERATION_SHARE * 2000 * 6
    assert not watch.late
    now[0] += 5.6
    assert watch.late
    now[0] += 10
    assert watch.node_limit(9000) == 9001, "some node must be allowed"
    monkeypatch.undo()
    found = AlphaBeta().think(NineBoard(), words(1), seconds=0.001)
    assert found.move in NineBoard().legal_moves()
    assert found.nodes < 2 * alphabeta.NODES_PER_SECOND


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_searches_are_the_references(heuristic, several):
    """In every count, with the same words, of which as many are drawn."""
    number = several(20, without_jit=5)
    stages = [(position, 2) for position in random_positions(number, "reference", heuristic, fewest=4)]
    stages += [(position, 6) for position in late_positions(number, "reference", heuristic, most=6)]
    for position, most in stages:
        assert as_published.evaluate(position.arrays().marks, heuristic) == reference.evaluate(position, heuristic)
        for depth, pruning, seed in product((1, most), (True, False), (None, 5)):
            found, expected = (
                (module.search(position, heuristic=heuristic, depth=depth, pruning=pruning, state=state), state)
                for module, state in ((as_published, words(seed)), (reference, words(seed)))
            )
            assert found == expected, (position, depth, pruning)


def test_counts_of_cuts_by_hand():
    """Two plies from the start under heuristic 0: one reply tells that a later move is no better than the first.

    The first move's board has 9 free cells, 8 if it names itself; all of the first move's replies are looked at.
    """
    found = search(NineBoard(), heuristic=0, depth=2)
    replies = [8 if move // 9 == move % 9 else 9 for move in range(81)]
    assert found.nodes == 81 + replies[0] + 80
    assert found.cut == sum(replies[1:]) - 80
    assert (found.leaves, found.ends, found.value, found.move) == (replies[0] + 80, 0, 0, 0)


@pytest.mark.parametrize("heuristic", HEURISTICS)
def test_the_references_values_are_the_twins(heuristic):
    for position in random_positions(50, "heuristics", heuristic):
        assert Fraction(evaluate(position, heuristic), WIN) == twin.heuristic(twin.read(position), heuristic)
    stages = [(late, 5) for late in late_positions(12, "reference", heuristic, most=5)]
    stages += [(position, 2) for position in random_positions(4, "reference", heuristic, fewest=10)]
    for position, depth in stages:
        for hurry in (0, 1):
            expected = twin.minimax(twin.read(position), heuristic, depth, Fraction(hurry, WIN))
            assert Fraction(minimax(position, heuristic, depth, hurry=hurry), WIN) == expected, position


def test_the_first_of_the_best_moves_is_chosen_whatever_is_cut_off():
    for position in random_positions(25, "first", fewest=8):
        side = 1 - 2 * position.current_player
        values = {move: minimax(position.apply(move), 1, 1) * side for move in position.legal_moves()}
        best = [move for move, value in values.items() if value == max(values.values())]
        for pruning in (True, False):
            found = reference.search(position, heuristic=1, depth=2, pruning=pruning)
            assert (found.move, found.value) == (best[0], side * values[best[0]])
        shuffled = reference.search(position, heuristic=1, depth=2, state=words(1))
        assert shuffled.move in best
        assert shuffled.nodes + shuffled.cut <= found.nodes


def test_best_results_are_those_of_looking_to_the_end():
    for position in late_positions(30, "results", most=7):
        value = minimax(position, 0, 81)
        assert {WIN: CROSS_WON, -WIN: NOUGHT_WON, 0: DRAWN}[value] == best_result(position, {})


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


def test_mistakes_are_named(snapshot):
    fast, start = AlphaBeta(), NineBoard()
    calls = (fast.choose, start, 0), (fast.values, start, -2), (fast.choose, WON, 3), (fast.think, WON, words(1))
    told = [message(AlphaBeta, 7), message(AlphaBeta, table_bits=40), *(message(*call) for call in calls)]
    told += [message(fast.think, start, words(1), **limit) for limit in ({"seconds": 0}, {"nodes": -1})]
    asked = [(start, 3, 2), (start, 1, 0), (WON, 1, 2)]
    told += [message(search, position, heuristic=heuristic, depth=depth) for position, heuristic, depth in asked]
    assert "\n".join(told) == snapshot
