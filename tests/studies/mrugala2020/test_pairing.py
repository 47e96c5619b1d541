"""Pairing strategy: partners, rows on the plane, games against it, and that gaps are noticed."""

import random

import oracles_mnk as twin
import pytest

from tttcore.studies.mrugala2020.pairing import PERIOD, pairing, rows_without_pair

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
