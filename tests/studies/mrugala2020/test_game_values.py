"""Facts on game-theoretic values and hashes: known values, other ways to count, and that each fact can fail."""

from itertools import combinations
from math import comb, isnan

import pytest

from tttcore.studies.mrugala2020 import game_values, hashes

EXPECTED = {
    "finite_3_3": 0,
    "finite_4_3": 1,
    "finite_4_4": 0,
    "finite_5_3": 1,
    "finite_5_4": 0,
    "finite_5_5": 0,
    "finite_6_3": 1,
    "finite_6_4": 1,
    "finite_6_5": 0,
    "finite_6_6": 0,
    "unbounded_3": 1,
    "unbounded_3_marks": 5,
    "unbounded_4": 1,
    "unbounded_4_marks": 11,
    "unbounded_9": 0,
    "pairs": 32,
    "unpaired_9": 0,
    "unpaired_8": 32,
}


def facts_of(rows):
    rows = list(rows)
    assert len({name for name, *_ in rows}) == len({how for _, _, how, *_ in rows}) == len(rows)
    return {name: (value, "".join(text)) for name, value, _, *text in rows}


@pytest.mark.needs_jit
def test_theory():
    facts = facts_of(game_values.game_value_facts())
    assert {name: value for name, (value, _) in facts.items()} == EXPECTED
    assert facts["finite_5_4"][1].startswith("drawn; ")
    assert facts["finite_6_4"][1].startswith("the first player wins; ")
    assert facts["unbounded_3_marks"][1] == "and no win takes fewer"
    assert facts["unbounded_4_marks"][1] == "by threats; no win takes fewer than 7"


@pytest.mark.needs_jit
def test_what_is_not_proved_is_said(monkeypatch):
    monkeypatch.setattr(game_values, "SIZES", range(3, 4))
    monkeypatch.setattr(game_values, "FORCED", {4: 4})
    monkeypatch.setattr(game_values, "PREVENTED", 8)
    facts = facts_of(game_values.game_value_facts())
    for name in ("unbounded_4", "unbounded_8"):
        assert isnan(facts[name][0])
        assert facts[name][1] == "not proved"
    assert isnan(facts["unbounded_4_marks"][0])


def sets_of(cells, most, *, owned):
    """Number of sets of marks, split between the players as turns allow."""
    return sum(comb(cells, number) * (comb(number, number // 2) if owned else 1) for number in range(1, most + 1))


@pytest.fixture(scope="module")
def hash_facts():
    return facts_of(hashes.python_hash_facts())


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


def test_single_marks_have_sixteen_hashes(monkeypatch):
    """Coordinates -2 and -1 are one, so that there are four to a side."""
    monkeypatch.setattr(hashes, "BOARDS", (hashes.HashedBoard("one", 5, -2, 1),))
    facts = facts_of(hashes.python_hash_facts())
    for kind in ("owned", "unowned"):
        assert facts[f"hashes_{kind}_one"][0] == 16
        assert facts[f"lost_{kind}_one"][0] == 1 - 16 / 25


def test_another_hash_is_noticed(monkeypatch):
    monkeypatch.setattr(hashes, "python_hash", lambda marks, owned: 0)
    facts = facts_of(hashes.python_hash_facts())
    assert facts["hashes_owned_3"][0] == 1
    assert facts["hashes_differing"][0] == sum(
        value for name, (value, _) in facts.items() if name.startswith("hashed_")
    )
