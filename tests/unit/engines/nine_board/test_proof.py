"""Proofs: late positions against plain minimax, deep ones against one another, keys, whole games walked back."""

import random

import numpy as np
import pytest
from helpers.nine_board_positions import image, late_positions, random_positions
from helpers.texts import message
from reference import nine_board as twin

from tttcore.engines.nine_board.proof import HELD, INFINITE, Proof, Prover, prove, prove_backwards, search
from tttcore.engines.nine_board.proof_table import empty_table, key_after, key_of
from tttcore.engines.nine_board.reference import best_result
from tttcore.games.nine_board import RULES, NineBoard
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON

ENOUGH = 10**6
WELL_PLAYED = [
    57, 28, 11, 26, 79, 67, 41, 52, 71, 74, 18, 3, 30, 27, 6, 58, 40, 39, 32, 51, 60, 54, 4, 44, 72, 2, 19,
    10, 13, 36, 1, 15, 62, 77, 46, 14, 45, 7, 70, 64, 16, 63, 0, 8, 80, 76, 38, 20, 23, 47, 24, 55, 12, 29,
]  # fmt: skip
"""A game between two players who look five plies ahead; O wins."""
DRAWN_GAME = [
    17, 73, 10, 13, 37, 9, 1, 14, 49, 41, 50, 46, 15, 58, 40, 36, 4, 42, 59, 51, 54, 6, 60, 62, 78, 57, 33, 56,
    24, 61, 68, 53, 72, 2, 18, 7, 71, 75, 35, 80, 79, 69, 55, 16, 70, 64, 12, 28, 11, 19,
]  # fmt: skip
"""A game that ends drawn under the rule ``draw``."""


def course(moves, rule="free"):
    """All positions of a game."""
    positions = [NineBoard(rule=rule)]
    for move in moves:
        positions.append(positions[-1].apply(move))
    return positions


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


def test_a_crowded_table_proves_the_same(several):
    """Four entries, so that nearly all that is found is forgotten."""
    for position in late(several(50, without_jit=10), "crowded", most=14):
        for attacker in range(2):
            crowded, roomy = (ask(empty_table(bits), position, attacker)[:2] for bits in (2, 14))
            assert [number == 0 for number in crowded] == [number == 0 for number in roomy]


def test_a_table_serves_all_positions(several):
    """One after another with one table: what was proved for one rule or of one player doesn't leak to the other."""
    prover = Prover(ENOUGH)
    for position in late(several(60, without_jit=20), "serves", most=14):
        for suspected in (NOUGHT_WON, CROSS_WON, DRAWN):
            assert prover.prove(position, suspected=suspected).winner == prove(position, nodes=ENOUGH).winner


@pytest.mark.needs_jit
def test_deep_proofs_agree():
    """Some 90,000 nodes from the end: a position, its mirror images, the other question first, and all its moves."""
    position = course(WELL_PLAYED)[20]
    proof = prove(position, nodes=ENOUGH)
    assert proof.nodes > 10_000
    assert proof == prove(position, nodes=ENOUGH)
    for symmetry in twin.SYMMETRIES[1::3]:
        assert prove(image(position, symmetry), nodes=ENOUGH).winner == proof.winner
    for suspected in (CROSS_WON, NOUGHT_WON):
        assert Prover(ENOUGH).prove(position, suspected=suspected).winner == proof.winner
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


@pytest.mark.parametrize("rule", RULES)
def test_a_game_is_walked_back_as_far_as_it_is_proved(rule, several):
    """Every position from there on is proved by itself, with more nodes, and the one before is not with as many."""
    for seed in range(several(6, without_jit=2)):
        chance, moves, positions = random.Random(f"{rule} {seed}"), [], [NineBoard(rule=rule)]
        while positions[-1].winner is None:
            moves.append(chance.choice(positions[-1].legal_moves()))
            positions.append(positions[-1].apply(moves[-1]))
        traced = prove_backwards(rule, moves, 300)
        assert 0 < traced.ply < len(moves)
        results = [prove(position, nodes=ENOUGH).winner for position in positions[traced.ply :]]
        assert None not in results
        assert results[0] == traced.winner != positions[traced.ply - 1].current_player + 1
        assert traced.nodes >= 300


def test_a_drawn_game_is_walked_back():
    """At its end nobody could win any more; before, somebody erred."""
    positions = course(DRAWN_GAME, "draw")
    assert positions[-1].winner == DRAWN
    traced = prove_backwards("draw", DRAWN_GAME, 10)
    results = [prove(position, nodes=ENOUGH).winner for position in positions[traced.ply :]]
    assert results[0] == traced.winner
    assert results[-2:] == [DRAWN, DRAWN]
    assert set(results) > {DRAWN}


def test_mistakes(snapshot):
    calls = [
        lambda: prove(NineBoard(), nodes=0),
        lambda: prove_backwards("free", WELL_PLAYED, 0),
        lambda: prove_backwards("free", WELL_PLAYED[:-1], 10),
        lambda: prove_backwards("free", [0, 80], 10),
    ]
    assert "\n".join(map(message, calls)) == snapshot
