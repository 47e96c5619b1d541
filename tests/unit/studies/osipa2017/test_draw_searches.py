"""Drawings of searches: lines are means or medians, bands their intervals, depths are marked, times have units."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.studies.osipa2017.draw_searches import (
    SAVED,
    SEARCHES,
    TIMES,
    times_by_move,
    times_of_players,
    work_by_move,
)


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
        assert axes.get_xlim()[0] > -4


def test_large_numbers_are_grouped(table):
    figure = work_by_move(table.assign(unpruned=7_000.0, unpruned_high=7_000.0, saved=6_000.0))
    figure.draw_without_rendering()
    for axes in figure.axes:
        assert "5,000" in [label.get_text() for label in axes.get_yticklabels()]


def test_nothing_saved_can_be_drawn(table):
    figure = work_by_move(table.assign(saved=0.0))
    figure.draw_without_rendering()
    assert figure.axes[1].get_ylim() == (0, 1)


@pytest.fixture
def times():
    """Three games of four steps; game by game the same search takes 1, 2 and 4 times as long."""
    rows = [
        (game, step, factor * 1e-5 * (step + 1), factor * 3e-5 * (step + 1))
        for game, factor in enumerate((1, 2, 4))
        for step in range(4)
    ]
    table = pd.DataFrame(rows, columns=["game", "step", "pruned", "unpruned"])
    table.loc[5, "pruned"] = 1.0
    return table


def test_lines_are_medians_over_games(times):
    (axes,) = times_by_move(times, title="T").axes
    lines = {line.get_label(): line for line in axes.get_lines()}
    assert set(lines) == {label for label, _ in TIMES.values()}
    assert lines["without pruning"].get_ydata() == pytest.approx(2 * 3e-5 * np.arange(1, 5))
    assert lines["with pruning"].get_ydata()[1] == pytest.approx(4 * 1e-5 * 2)
    assert axes.get_yscale() == "log"


def test_times_fit_a_phone(times):
    players = pd.DataFrame({"player": ["fast", "slow"], "seconds": [1e-5, 1e-2]})
    assert max(figure.get_figwidth() for figure in (times_by_move(times), times_of_players(players))) <= 5.6


def test_the_legend_counts_searches_that_pruning_makes_faster(times):
    (legend,) = times_by_move(times).legends
    assert legend.get_title().get_text() == ("median and 80% of 3 games; pruned faster in 11 of 12 searches")


def test_steps_that_few_games_get_to_are_left_out(times):
    """One game in 21 goes on for another step."""
    games = pd.concat([times[times["game"] == 0].assign(game=game) for game in range(21)])
    longer = pd.concat([games, games[(games["game"] == 0) & (games["step"] == 3)].assign(step=4)])
    (axes,) = times_by_move(longer).axes
    assert {*axes.get_lines()[0].get_xdata()} == {0, 1, 2, 3}
    (axes,) = times_by_move(longer[longer["game"] != 1]).axes
    assert {*axes.get_lines()[0].get_xdata()} == {0, 1, 2, 3, 4}


@pytest.mark.parametrize(("slow", "marks"), [(1e-4, {1e-5, 2e-5, 5e-5, 1e-4}), (1e-2, {1e-5, 1e-4, 1e-3, 1e-2})])
def test_marks_have_room(slow, marks):
    (axes,) = times_of_players(pd.DataFrame({"player": ["fast", "slow"], "seconds": [1e-5, slow]})).axes
    low, high = axes.get_xlim()
    shown = [seconds for seconds in axes.get_xticks() if low <= seconds <= high]
    assert shown == pytest.approx(sorted(marks))


def test_players_from_fast_to_slow():
    table = pd.DataFrame({"player": ["slow", "slow", "fast", "fast"], "seconds": [1e-2, 3e-2, 1e-5, 1e-5]})
    (axes,) = times_of_players(table).axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["fast", "slow"]
    means, slowest = axes.get_lines()
    assert means.get_xdata() == pytest.approx([1e-5, 2e-2])
    assert slowest.get_xdata() == pytest.approx([1e-5, 3e-2])
