"""Game-theoretic values: known ones, that each fact can fail, and the pairing on the plane, against rows by walking."""

import random
from math import isnan

import pytest
from reference import mnk as twin

from tttcore.studies.mrugala2020 import game_values
from tttcore.studies.mrugala2020.game_values import PERIOD, pairing, rows_without_pair

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


@pytest.mark.needs_jit
def test_theory(facts_by_name):
    facts = facts_by_name(game_values.game_value_facts)
    assert {name: value for name, (value, _) in facts.items()} == EXPECTED
    assert facts["finite_5_4"][1].startswith("drawn; ")
    assert facts["finite_6_4"][1].startswith("the first player wins; ")
    assert facts["unbounded_3_marks"][1] == "and no win takes fewer"
    assert facts["unbounded_4_marks"][1] == "by threats; no win takes fewer than 7"


@pytest.mark.needs_jit
def test_what_is_not_proved_is_said(facts_by_name, monkeypatch):
    monkeypatch.setattr(game_values, "SIZES", range(3, 4))
    monkeypatch.setattr(game_values, "FORCED", {4: 4})
    monkeypatch.setattr(game_values, "PREVENTED", 8)
    facts = facts_by_name(game_values.game_value_facts)
    for name in ("unbounded_4", "unbounded_8"):
        assert isnan(facts[name][0])
        assert facts[name][1] == "not proved"
    assert isnan(facts["unbounded_4_marks"][0])


PLANE = [(x, y) for x in range(-10, 11) for y in range(-10, 11)]


@pytest.fixture(scope="module")
def partners():
    return pairing()


def partner_of(partners, cell):
    """The partner on the plane: the neighbour that is the partner in the pattern."""
    wanted = partners[cell[0] % PERIOD, cell[1] % PERIOD]
    near = [(cell[0] + right, cell[1] + down) for right in (-1, 0, 1) for down in (-1, 0, 1)]
    (found,) = (place for place in near if (place[0] % PERIOD, place[1] % PERIOD) == wanted)
    return found


def test_partners(partners):
    assert sorted(partners) == [(x, y) for x in range(PERIOD) for y in range(PERIOD)]
    for cell in PLANE:
        partner = partner_of(partners, cell)
        assert partner != cell
        assert partner_of(partners, partner) == cell


@pytest.mark.parametrize("need", range(2, 11))
def test_rows_on_the_plane(partners, need):
    """All rows that begin in a square of the pattern, wherever it is on the plane."""
    unpaired = []
    for corner in ((0, 0), (-3, 5)):
        starts = [(corner[0] + x, corner[1] + y) for x in range(PERIOD) for y in range(PERIOD)]
        rows = [twin.walk(start, step, need) for start in starts for step in twin.STEPS]
        unpaired.append(sum(not any(partner_of(partners, cell) in row for cell in row) for row in rows))
    assert set(unpaired) == {rows_without_pair(partners, need)}
    assert (unpaired[0] == 0) == (need >= 9)


def test_nobody_gets_a_row_of_nine_against_the_pairs(partners, several):
    """The first player marks at random, as near to his last mark as can be."""
    chance = random.Random("pairs")
    for _ in range(several(20, without_jit=5)):
        first, second, last = set(), set(), (0, 0)
        for _ in range(150):
            free = [cell for cell in PLANE if cell not in first | second]
            last = min(free, key=lambda cell: (max(abs(cell[0] - last[0]), abs(cell[1] - last[1])), chance.random()))
            first.add(last)
            partner = partner_of(partners, last)
            if partner not in second:
                second.add(partner)
        rows = [set(twin.walk(start, step, 9)) for start in PLANE for step in twin.STEPS]
        assert not any(row <= first for row in rows)
        assert any(set(list(row)[:2]) <= first for row in rows)


def test_a_gap_is_noticed(partners):
    """One pair put crosswise to its line leaves rows of 9 without one."""
    cell = (0, 0)
    other = next(place for place in partners if place != cell and place != partners[cell])
    broken = partners | {cell: other, other: cell}
    assert rows_without_pair(broken, 9) > 0
