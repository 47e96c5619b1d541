"""Sliders: every stop has the power of the grid, and the first one is the document's design."""

import json

import pytest

from tttcore.report.slider import slider
from tttcore.stats.power import power_grid

SIZES, EFFECTS, LEVELS = [10, 30, 100], [0.0, 0.1, 0.3, 0.5], [0.05, 0.1]


@pytest.fixture(scope="module")
def grid():
    return power_grid(groups=3, per_group=SIZES, f=EFFECTS, alphas=LEVELS, spread=2.0)


def test_every_stop_is_a_row_of_the_grid(grid):
    found = slider(grid, per_group=30)
    assert (found["alphas"], found["per_group"], found["f"]) == (LEVELS, SIZES, EFFECTS)
    for row in grid.itertuples():
        level, size, effect = LEVELS.index(row.alpha), SIZES.index(row.per_group), EFFECTS.index(row.f)
        assert found["power"][level][size][effect] == pytest.approx(row.power, abs=5e-5)
        assert found["difference"][effect] == pytest.approx(row.difference, abs=1e-6)
    assert json.loads(json.dumps(found, allow_nan=False)) == found


@pytest.mark.parametrize(("per_group", "start"), [(30, (1, 3)), (90, (2, 2)), (12, (0, 3))])
def test_it_begins_where_the_design_is_likely_to_find_something(grid, per_group, start):
    """Power of 0.8 is first had at f = 0.5, 0.3 and, with ten runs, at none of the stops."""
    found = slider(grid, per_group=per_group)
    assert (found["start"]["per_group"], found["start"]["f"]) == start
