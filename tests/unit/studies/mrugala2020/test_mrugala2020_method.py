"""Facts of the method: checks of the learning rule, each of which another reading or key changes; Python's hash."""

from itertools import combinations
from math import comb

import pytest
from helpers.tabular_learners import RECIPE

from tttcore.studies.mrugala2020 import method


@pytest.fixture
def facts_of(tables, facts_by_name):
    def facts(**change):
        return facts_by_name(method.learning_rule_facts, RECIPE | change, tables, seed=1)

    return facts


@pytest.mark.needs_jit
def test_as_described(facts_of):
    facts = facts_of()
    assert facts["learnt"][0] == facts["remembered"][0] == 1
    assert facts["fed_moving"] == (pytest.approx(0.5005), "1, 0.55, 0.505, 0.5005")
    assert facts["fed_fixed"] == (pytest.approx(0.55), "1, 0.55, 0.55, 0.55")
    assert facts["keys"][0] == facts["positions"][0] == 5477
    assert facts["orders_differing"][0] == facts["edge_ends"][0] == 0


@pytest.mark.needs_jit
def test_random_moves_that_are_forgotten_are_not_remembered(facts_of):
    facts = facts_of(explored="forgets")
    assert facts["remembered"][0] == 0
    assert facts["learnt"][0] == 1


@pytest.mark.needs_jit
def test_games_of_random_moves(facts_by_name):
    """On 3x3 the exact shares are known: 737/1260 and 121/420."""
    facts = facts_by_name(method.random_move_facts, RECIPE, seed=1)
    assert facts["random_first_5"][0] == pytest.approx(737 / 1260, abs=0.015)
    assert facts["random_second_5"][0] == pytest.approx(121 / 420, abs=0.015)


@pytest.mark.needs_jit
def test_keys_that_depend_on_the_order_are_noticed(facts_of, monkeypatch):
    monkeypatch.setattr(method, "position_key", lambda kind, marks, finite: hash(tuple(marks)))
    facts = facts_of()
    assert facts["orders_differing"][0] > 5000
    assert facts["keys"][0] > 5477


def sets_of(cells, most, *, owned):
    """Number of sets of marks, split between the players as turns allow."""
    return sum(comb(cells, number) * (comb(number, number // 2) if owned else 1) for number in range(1, most + 1))


@pytest.fixture(scope="module")
def hash_facts(facts_by_name):
    return facts_by_name(method.python_hash_facts)


def test_all_sets_are_hashed(hash_facts):
    for name, cells, most in (("3", 9, 9), ("5", 25, 3), ("5_from_0", 25, 3)):
        for kind, owned in (("owned", True), ("unowned", False)):
            assert hash_facts[f"hashed_{kind}_{name}"][0] == sets_of(cells, most, owned=owned)


@pytest.mark.parametrize(("name", "least", "size", "most"), [("3", -1, 3, 9), ("5", -2, 5, 3), ("5_from_0", 0, 5, 3)])
def test_hashes_of_this_python(hash_facts, name, least, size, most):
    cells = [(least + x, least + y) for x in range(size) for y in range(size)]
    found = {hash(frozenset(marks)) for number in range(1, most + 1) for marks in combinations(cells, number)}
    assert hash_facts[f"hashes_unowned_{name}"][0] == len(found)
    assert hash_facts["hashes_differing"][0] == 0


def test_only_minus_one_and_minus_two_are_mistaken(hash_facts):
    for kind in ("owned", "unowned"):
        assert hash_facts[f"lost_{kind}_3"][0] == hash_facts[f"lost_{kind}_5_from_0"][0] == 0
        assert hash_facts[f"lost_{kind}_5"][0] > 0.7


def test_single_marks_have_sixteen_hashes(facts_by_name, monkeypatch):
    """Coordinates -2 and -1 are one, so that there are four to a side."""
    monkeypatch.setattr(method, "BOARDS", (method.HashedBoard("one", 5, -2, 1),))
    facts = facts_by_name(method.python_hash_facts)
    for kind in ("owned", "unowned"):
        assert facts[f"hashes_{kind}_one"][0] == 16
        assert facts[f"lost_{kind}_one"][0] == 1 - 16 / 25


def test_another_hash_is_noticed(facts_by_name, monkeypatch):
    monkeypatch.setattr(method, "python_hash", lambda marks, owned: 0)
    facts = facts_by_name(method.python_hash_facts)
    assert facts["hashes_owned_3"][0] == 1
    assert facts["hashes_differing"][0] == sum(
        value for name, (value, _) in facts.items() if name.startswith("hashed_")
    )
