"""Proofs: late positions against plain minimax, deep ones against one another, and keys."""

import numpy as np
import pytest
from helpers.nine_board_positions import image, late_positions, random_positions
from helpers.texts import message
from reference import nine_board as twin

from tttcore.engines.nine_board.proof import HELD, INFINITE, Proof, prove, search
from tttcore.engines.nine_board.proof_table import empty_table, key_after, key_of
from tttcore.engines.nine_board.reference import best_result
from tttcore.games.nine_board import RULES, NineBoard
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON

ENOUGH = 10**6
WELL_PLAYED = (57, 28, 11, 26, 79, 67, 41, 52, 71, 74, 18, 3, 30, 27, 6, 58, 40, 39, 32, 51)
"""Begin of a game between two players who look five plies ahead."""


def ask(table, position, attacker, nodes=ENOUGH):
    marks, target, player = position.arrays()
    return search(table, marks, target, player, RULES.index(position.rule), attacker, nodes)


def late(number, *name, most):
    return late_positions(number, "proof", *name, fewest=4, most=most)


@pytest.mark.parametrize("rule", RULES)
def test_late_positions_are_won_as_minimax_says(rule, several):
    positions = [*late_positions(several(200, without_jit=100), "proof", fewest=4, most=17, rules=[rule])]
    proofs = [prove(position, nodes=ENOUGH) for position in positions]
    results = [proof.winner for proof in proofs]
    assert results == [best_result(position, {}) for position in positions]
    assert {*results} == {CROSS_WON, NOUGHT_WON, DRAWN}
    assert sum(proof.nodes for proof in proofs) > len(proofs)


@pytest.mark.parametrize("attacker", [0, 1])
def test_numbers_tell_what_the_defender_has(attacker, several):
    """Each question alone: the attacker wins, or the defender at least draws, or is shown to win, and then he does."""
    told = set()
    for position in late(several(100, without_jit=30), "defender", most=14):
        phi, delta, _ = ask(empty_table(12), position, attacker)
        goal, other = (phi, delta) if position.current_player == attacker else (delta, phi)
        winner = best_result(position, {})
        assert (goal, other) == (0, INFINITE) if winner == attacker + 1 else (other == 0 and goal in {HELD, INFINITE})
        if goal == INFINITE:
            assert winner == 2 - attacker
        told.add(goal)
    assert told == {0, HELD, INFINITE}


def test_a_crowded_table_and_one_for_all_positions_prove_the_same(several):
    """One forgets nearly all that is found; in the other nothing leaks to another player or rule."""
    shared = empty_table(14)
    for position in late(several(50, without_jit=10), "crowded", most=14):
        for attacker in range(2):
            asked = (ask(table, position, attacker) for table in (empty_table(2), empty_table(14), shared))
            assert len({(phi == 0, delta == 0) for phi, delta, _ in asked}) == 1


@pytest.mark.needs_jit
def test_deep_proofs_agree():
    """Some 90,000 nodes from the end: a position, its mirror images, and all its moves."""
    position = NineBoard()
    for move in WELL_PLAYED:
        position = position.apply(move)
    proof = prove(position, nodes=ENOUGH)
    assert proof.nodes > 10_000
    assert proof == prove(position, nodes=ENOUGH)
    for symmetry in twin.SYMMETRIES[1::3]:
        assert prove(image(position, symmetry), nodes=ENOUGH).winner == proof.winner
    after = [prove(position.apply(move), nodes=ENOUGH).winner for move in position.legal_moves()]
    assert None not in after
    own = position.current_player + 1
    assert proof.winner == (own if own in after else DRAWN if DRAWN in after else 3 - own)


def test_the_limit_is_kept_and_what_is_seen_needs_no_nodes():
    for nodes in (1, 10, 1000):
        assert prove(NineBoard(), nodes=nodes) == Proof(None, nodes)
    won = NineBoard((3,) + (0,) * 8, (0, 3) + (0,) * 7, target=0)
    assert prove(won, nodes=1) == prove(won.apply(2), nodes=1) == Proof(CROSS_WON, 0)


def test_keys_go_along_with_moves_and_are_never_the_same():
    met = {}
    assert any(key_of(np.zeros((2, 9), np.int64), 0, 0, 0)), "no key is that of an empty entry"
    for position in random_positions(60, "keys", most=81):
        for attacker in range(2):
            marks, target, _ = position.arrays()
            key = key_of(marks, target, attacker, RULES.index(position.rule))
            assert met.setdefault(key, (position, attacker)) == (position, attacker)
            for move in position.legal_moves():
                board, cell = divmod(move, 9)
                after = position.apply(move)
                if after.winner is None:
                    following = key_after(*key, position.current_player, board, cell, target, after.target)
                    arrived = key_of(after.arrays().marks, after.target, attacker, RULES.index(position.rule))
                    assert following == arrived
                    assert min(arrived) >= 0


def test_no_nodes_are_too_few():
    assert message(prove, NineBoard(), nodes=0) == "nodes: 0 is out of range; allowed: 1 or more"
