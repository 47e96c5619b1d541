"""Plots of work by move: lines are means, bands their intervals, and changes of depth are marked."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.engines.nine_board.plots.searches import SAVED, SEARCHES, work_by_move


@pytest.fixture
def table():
    step = np.arange(50)
    nodes = 200.0 - 3 * step + 40 * (step > 30)
    columns = {"nodes": nodes, "unpruned": 4 * nodes, "saved": 3 * nodes, "ordered": nodes / 2}
    ends = {
        f"{name}_{end}": mean + reach for name, mean in columns.items() for end, reach in (("low", -9), ("high", 9))
    }
    depth = np.select([step == 0, step <= 30], [1.0, 3.0], 4.0)
    made = pd.DataFrame({"step": step, "n": np.maximum(100 - 4 * np.maximum(step - 25, 0), 3), "depth": depth})
    return made.assign(**columns, **ends).sample(frac=1, random_state=1)


def entries(figure):
    return [text.get_text() for text in figure.legends[0].get_texts()]


def line(axes, colour):
    (found,) = [one for one in axes.lines if one.get_marker() != "None" and to_hex(one.get_color()).upper() == colour]
    return found


def test_lines_are_the_means_of_moves_that_are_not_rare(table):
    figure = work_by_move(table, title="T")
    figure.draw_without_rendering()
    looked, saved = figure.axes
    shown = table[table["n"] >= 5].sort_values("step")
    assert shown["step"].tolist() == list(range(49))
    assert looked.get_yscale() == "log"
    for name, (colour, _, _) in SEARCHES.items():
        drawn = line(looked, colour)
        assert drawn.get_xdata().tolist() == shown["step"].tolist()
        assert drawn.get_ydata().tolist() == shown[name].tolist()
    assert line(saved, SAVED[0]).get_ydata().tolist() == shown["saved"].tolist()
    assert entries(figure) == [label for _, _, label in SEARCHES.values()]
    assert figure.get_suptitle() == "T"


def test_bands_are_the_intervals(table):
    looked, saved = work_by_move(table).axes
    shown = table[table["n"] >= 5]
    for band, name in zip((*looked.collections, *saved.collections), (*SEARCHES, "saved"), strict=True):
        heights = band.get_paths()[0].vertices[:, 1]
        assert (heights.min(), heights.max()) == (shown[f"{name}_low"].min(), shown[f"{name}_high"].max())


def test_a_band_below_one_position_ends_there(table):
    looked, saved = work_by_move(table.assign(nodes_low=-50.0, saved_low=-50.0)).axes
    assert looked.collections[list(SEARCHES).index("nodes")].get_paths()[0].vertices[:, 1].min() == 1
    assert saved.collections[0].get_paths()[0].vertices[:, 1].min() == -50


def test_changes_of_depth_are_marked(table):
    for axes in work_by_move(table).axes:
        marked = [one.get_xdata()[0] for one in axes.lines if one.get_marker() == "None"]
        assert marked == [0.5, 30.5]
        assert [text.get_text() for text in axes.texts] == ["depth 3", "depth 4"]


def test_large_numbers_are_grouped(table):
    figure = work_by_move(table.assign(unpruned=7_000.0, unpruned_high=7_000.0, saved=6_000.0))
    figure.draw_without_rendering()
    for axes in figure.axes:
        assert "5,000" in [label.get_text() for label in axes.get_yticklabels()]


def test_nothing_saved_can_be_drawn(table):
    figure = work_by_move(table.assign(saved=0.0))
    figure.draw_without_rendering()
    assert figure.axes[1].get_ylim() == (0, 1)


def test_missing_columns_are_named(table):
    with pytest.raises(ValueError, match="missing ordered_low; the table has"):
        work_by_move(table.drop(columns="ordered_low"))
