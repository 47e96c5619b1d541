"""Figure of the extents of a mutation: lines and intervals show the table's values."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection

from tttcore.studies.hemingroth2025.drawing import mutation_extents


def line(axes):
    """The course; open markers beyond the axes' numbers follow it."""
    return axes.lines[0]


def markers(axes, sign):
    """Places of open markers of a kind."""
    (drawn,) = [line for line in axes.lines[1:] if line.get_marker() == sign]
    return drawn.get_xdata().tolist()


@pytest.fixture
def effects():
    values = [1e-3, 1e-4, 1e-2]
    table = pd.DataFrame({"value": values, "solved": [0.8, 0.5, 0.1], "gap": [0.001, 0.0005, 0.005]})
    table["generations"] = [40.0, 60.0, np.inf]
    for column, half in (("solved", 0.05), ("gap", 0.0002), ("generations", 10)):
        table[f"{column}_low"], table[f"{column}_high"] = table[column] - half, table[column] + half
    table.loc[2, "generations_low"] = 90
    return table


def test_effects_are_drawn_in_the_order_of_extents(effects):
    figure = mutation_extents(effects)
    generations, solved, _ = figure.axes
    assert generations.get_xscale() == "log"
    assert line(solved).get_xdata().tolist() == [1e-4, 1e-3, 1e-2]
    assert line(solved).get_ydata().tolist() == [0.5, 0.8, 0.1]


def test_what_is_not_reached_is_not_drawn_and_its_bound_is_beyond(effects):
    generations = mutation_extents(effects).axes[0]
    drawn = line(generations).get_ydata()
    assert drawn[:2].tolist() == [60, 40]
    assert np.isnan(drawn[2])
    (intervals,) = [each for each in generations.collections if isinstance(each, LineCollection)]
    (last,) = [segment for segment in intervals.get_segments() if segment[0, 0] == 1e-2]
    assert last[:, 1].min() == 90
    assert 90 < last[:, 1].max() < generations.get_ylim()[1]
    assert markers(generations, "o") == markers(generations, "^") == [1e-2]


def test_nothing_solved(effects):
    never = effects.assign(generations=np.inf, generations_low=np.inf, generations_high=np.inf)
    figure = mutation_extents(never)
    assert np.isnan(line(figure.axes[0]).get_ydata()).all()
    assert markers(figure.axes[0], "o") == [1e-4, 1e-3, 1e-2]
    figure.draw_without_rendering()


def test_a_missing_column_is_named(effects):
    with pytest.raises(ValueError, match=r"missing solved; the table has value, gap"):
        mutation_extents(effects.drop(columns="solved"))
