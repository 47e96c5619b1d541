"""Plots of ratings and scores: values are those of the table, in the promised order."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.plots.heat import score_matrix
from tttcore.plots.line_styles import BLUE, PALETTE, VERMILLION
from tttcore.plots.ratings import crosstable, ratings

NAN = np.nan

HEURISTICS = {1: "first", 2: "second"}


@pytest.fixture
def table():
    rows = [
        ("h2 d1", "alphabeta", 2, 1, 10.0),
        ("h1 d3", "alphabeta", 1, 3, 300.0),
        ("h1 d1", "alphabeta", 1, 1, 20.0),
        ("plan", "scheduled", 1, NAN, 200.0),
        ("random", "random", NAN, NAN, -530.0),
        ("first move", "", NAN, NAN, 30.4),
    ]
    made = pd.DataFrame(rows, columns=["player", "strategy", "heuristic", "depth", "rating"])
    return made.assign(rating_low=made["rating"] - 10.5, rating_high=made["rating"] + 20)


def test_a_line_for_each_heuristic(table):
    figure = ratings(table, title="T", heuristics=HEURISTICS)
    figure.draw_without_rendering()
    by_depth, _ = figure.axes
    names = [*HEURISTICS.values()]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == names
    for container, name, expected in zip(by_depth.containers, names, ([(1, 20), (3, 300)], [(1, 10)]), strict=True):
        drawn, caps, _ = container.lines
        assert to_hex(drawn.get_color()).upper() == PALETTE[[*names].index(name)]
        assert np.round(np.asarray(drawn.get_xdata(), float)).tolist() == [depth for depth, _ in expected]
        assert drawn.get_ydata().tolist() == [rating for _, rating in expected]
        assert caps[0].get_ydata().tolist() == [rating - 10.5 for _, rating in expected]
        assert caps[1].get_ydata().tolist() == [rating + 20 for _, rating in expected]
    apart = by_depth.containers[1].lines[0].get_xdata()[0] - by_depth.containers[0].lines[0].get_xdata()[0]
    assert 0 < apart < 0.5


def test_others_stand_by_name_from_weak_to_strong(table):
    _, by_name = ratings(table, heuristics=HEURISTICS).axes
    assert [label.get_text() for label in by_name.get_xticklabels()] == ["random", "plan"]
    assert by_name.containers[0].lines[0].get_ydata().tolist() == [-530, 200]


def test_moving_first_is_told(table):
    told = "Moving first is worth +30 (from +20 to +50)"
    assert ratings(table, heuristics=HEURISTICS).legends[0].get_title().get_text() == told
    assert ratings(table[:-1], heuristics=HEURISTICS).legends[0].get_title().get_text() == ""


def test_a_side_without_players_is_left_out(table):
    for rows, shown in ((table[:3], [True, False]), (table[3:5], [False, True])):
        figure = ratings(rows, heuristics=HEURISTICS)
        figure.draw_without_rendering()
        assert [axes.get_visible() for axes in figure.axes] == shown
        assert figure.axes[shown.index(True)].get_ylabel().startswith("Rating in Elo")


def test_the_best_players_come_first():
    scores = {("a", "b"): 0.25, ("a", "c"): 0.5, ("b", "c"): 1.0}
    scores |= {(other, one): 1 - score for (one, other), score in scores.items()}
    rows = [(one, other, scores[one, other]) for one, other in permutations("abc", 2)]
    figure = crosstable(pd.DataFrame(rows, columns=["player", "opponent", "score"]), title="T")
    figure.draw_without_rendering()
    axes = figure.axes[0]
    for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
        assert [label.get_text() for label in labels] == ["b", "a", "c"]
    assert [text.get_text() for text in axes.texts] == ["75", "100", "25", "50", "0", "50"]
    fields = np.ma.getdata(axes.collections[0].get_array()).reshape(3, 3)
    assert fields[0, 1] == 0.75
    assert np.isnan(np.diag(fields)).all()
    assert axes.yaxis_inverted()


def test_many_players_have_no_numbers():
    names = [f"p{place:02d}" for place in range(13)]
    rows = [(one, other, 0.5) for one, other in permutations(names, 2)]
    table = pd.DataFrame(rows, columns=["player", "opponent", "score"])
    assert not crosstable(table).axes[0].texts
    fewer = table[(table["player"] != "p12") & (table["opponent"] != "p12")]
    assert len(crosstable(fewer).axes[0].texts) == 12 * 11


def test_colours_are_strongest_at_either_end():
    from matplotlib.figure import Figure

    figure = Figure()
    axes = figure.subplots()
    score_matrix(figure, axes, pd.DataFrame([[0.0, 0.5, 1.0, NAN]]))
    figure.draw_without_rendering()
    low, middle, high, _ = axes.collections[0].get_facecolors()
    assert (to_hex(low).upper(), to_hex(high).upper()) == (VERMILLION, BLUE)
    assert min(middle) > 0.95
    assert [(text.get_text(), text.get_color()) for text in axes.texts] == [
        ("0", "white"), ("50", "black"), ("100", "white"),
    ]  # fmt: skip


def test_missing_columns_are_named(table):
    with pytest.raises(ValueError, match="missing strategy; the table has player"):
        ratings(table.drop(columns="strategy"), heuristics=HEURISTICS)
    with pytest.raises(ValueError, match="missing score; the table has player, opponent"):
        crosstable(pd.DataFrame({"player": ["a"], "opponent": ["b"]}))
