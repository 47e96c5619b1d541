"""Plots of ratings and scores: values are those of the table, in the promised order."""

from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
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


def test_a_row_for_each_depth_with_a_point_for_each_heuristic(table):
    figure = ratings(table, title="T", heuristics=HEURISTICS)
    figure.draw_without_rendering()
    (axes,) = figure.axes
    names = [*HEURISTICS.values()]
    assert [label.get_text() for label in axes.get_yticklabels()][:2] == ["depth 3", "depth 1"]
    assert axes.yaxis_inverted()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == names
    for container, name, expected in zip(axes.containers[:2], names, ([(0, 300), (1, 20)], [(1, 10)]), strict=True):
        drawn, caps, _ = container.lines
        assert to_hex(drawn.get_color()).upper() == PALETTE[[*names].index(name)]
        assert np.round(np.asarray(drawn.get_ydata(), float)).tolist() == [row for row, _ in expected]
        assert drawn.get_xdata().tolist() == [rating for _, rating in expected]
        assert caps[0].get_xdata().tolist() == [rating - 10.5 for _, rating in expected]
        assert caps[1].get_xdata().tolist() == [rating + 20 for _, rating in expected]
    apart = axes.containers[1].lines[0].get_ydata()[0] - axes.containers[0].lines[0].get_ydata()[1]
    assert 0 < apart < 0.5
    assert smallest(figure) >= LEAST


def test_others_stand_below_by_name_from_strong_to_weak(table):
    (axes,) = ratings(table, heuristics=HEURISTICS).axes
    assert [label.get_text() for label in axes.get_yticklabels()][2:] == ["plan", "random"]
    assert axes.containers[2].lines[0].get_xydata().tolist() == [[200, 2], [-530, 3]]


def test_moving_first_is_told(table):
    told = "Moving first is worth +30 Elo (+20 to +50)"
    assert ratings(table, heuristics=HEURISTICS).legends[0].get_title().get_text() == told
    assert ratings(table[:-1], heuristics=HEURISTICS).legends[0].get_title().get_text() == ""


@pytest.mark.parametrize(("rows", "named"), [(slice(3), ["depth 3", "depth 1"]), (slice(3, 5), ["plan", "random"])])
def test_depths_or_names_alone_can_be_drawn(table, rows, named):
    figure = ratings(table[rows], heuristics=HEURISTICS)
    figure.draw_without_rendering()
    assert [label.get_text() for label in figure.axes[0].get_yticklabels()] == named


def test_the_best_players_come_first():
    scores = {("a", "b"): 0.225, ("a", "c"): 0.5, ("b", "c"): 1.0}
    scores |= {(other, one): 1 - score for (one, other), score in scores.items()}
    rows = [(one, other, 40, scores[one, other]) for one, other in permutations("abc", 2)]
    figure = crosstable(pd.DataFrame(rows, columns=["player", "opponent", "n", "score"]), title="T")
    figure.draw_without_rendering()
    axes = figure.axes[0]
    for labels in (axes.get_xticklabels(), axes.get_yticklabels()):
        assert [label.get_text() for label in labels] == ["b", "a", "c"]
    assert [text.get_text() for text in axes.texts] == ["78", "100", "22", "50", "0", "50"]
    fields = np.ma.getdata(axes.collections[0].get_array()).reshape(3, 3)
    assert fields[0, 1] == 0.775
    assert axes.get_xlabel() == "against (40 games each, 95% intervals of up to ±15)"
    assert np.isnan(np.diag(fields)).all()
    assert axes.yaxis_inverted()


def test_many_players_have_no_numbers():
    names = [f"p{place:02d}" for place in range(13)]
    rows = [(one, other, 40, 0.5) for one, other in permutations(names, 2)]
    table = pd.DataFrame(rows, columns=["player", "opponent", "n", "score"])
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
    with pytest.raises(ValueError, match="missing n, score; the table has player, opponent"):
        crosstable(pd.DataFrame({"player": ["a"], "opponent": ["b"]}))
