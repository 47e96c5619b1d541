"""Plots of move times: medians, bands, ticks and units."""

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.nine_board.plots.move_times import LOOKS, times_by_move, times_of_players, with_unit


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
    assert set(lines) == {label for label, _ in LOOKS.values()}
    assert lines["without pruning"].get_ydata() == pytest.approx(2 * 3e-5 * np.arange(1, 5))
    assert lines["with pruning"].get_ydata()[1] == pytest.approx(4 * 1e-5 * 2)
    assert axes.get_yscale() == "log"


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


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(1, "1 s"), (0.1, "100 ms"), (1e-3, "1 ms"), (1e-5, "10 µs"), (1e-7, "0.1 µs"), (100, "100 s")],
)
def test_times_have_units(seconds, shown):
    assert with_unit(seconds) == shown


def test_what_can_not_be_drawn_is_named(times):
    with pytest.raises(ValueError, match="missing unpruned; the table has game, step, pruned"):
        times_by_move(times.drop(columns="unpruned"))
    with pytest.raises(ValueError, match="the table has no rows to draw"):
        times_of_players(pd.DataFrame({"player": [], "seconds": []}))
