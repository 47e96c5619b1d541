"""Proportions of runs over generations: steps, bands, targets, and published curves told apart."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PolyCollection

from tttcore.plots.curves import ecdf, fixed_targets, survival
from tttcore.plots.line_styles import PUBLISHED

UP_TO_4 = {"outcome": "success", "last_generation": 4}


def _curve(group, fractions, **columns):
    return pd.DataFrame({"group": group, "generation": range(len(fractions)), "fraction": fractions, **columns})


def _survival(group, shares):
    shares = np.asarray(shares, float)
    bounds = {"low": np.clip(shares - 0.1, 0, 1), "high": np.clip(shares + 0.1, 0, 1)}
    return _curve(group, shares, **bounds).rename(columns={"fraction": "survival"})


def test_ecdf_draws_every_group_and_marks_the_published():
    ours = pd.concat([_curve("a", [0, 0.5, 1]), _curve("b", [0, 0.25, 0.5, 0.75, 1])])
    figure = ecdf(ours, _curve("b", [0, 1.0]), title="T", **UP_TO_4)
    a, b, published = figure.axes[0].lines
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b", "b (published)"]
    assert published.get_color() == PUBLISHED
    assert published.get_markerfacecolor() == "white"
    assert published.get_linestyle() == "--"
    assert a.get_color() != b.get_color()
    assert b.get_markerfacecolor() == b.get_color()
    assert published.get_marker() == b.get_marker() != a.get_marker()
    assert all(line.get_drawstyle() == "steps-post" for line in (a, b, published))
    assert (figure.axes[0].get_xlabel(), figure.axes[0].get_title()) == ("Generation", "T")


def test_ecdf_stays_where_it_ends():
    ours = pd.concat([_curve("a", [0, 0.5, 1]), _curve("b", [0, 0, 0, 0.5, 0.75])])
    a, b = ecdf(ours, **UP_TO_4).axes[0].lines
    assert a.get_xydata().tolist() == [[0, 0], [1, 0.5], [2, 1], [4, 1]]
    assert b.get_xydata()[-1].tolist() == [4, 0.75]
    assert ecdf(ours, outcome="success", last_generation=10).axes[0].get_xlim()[1] == pytest.approx(10, rel=0.05)


def test_survival_has_a_band_per_group():
    curves = pd.concat([_survival("a", [1, 0.5, 0.2]), _survival("old", [1, 0.6, 0.0])])
    axes = survival(curves, published="old", **UP_TO_4).axes[0]
    a, old = axes.lines
    assert a.get_ydata().tolist() == [1, 0.5, 0.2]
    assert old.get_color() == PUBLISHED
    assert old.get_markerfacecolor() == "white"
    bands = [band for band in axes.collections if isinstance(band, PolyCollection)]
    assert len(bands) == 2
    reached = bands[0].get_paths()[0].vertices
    assert (reached[:, 1].min(), reached[:, 1].max()) == pytest.approx((0.1, 1.0))
    corners = reached.round(9).tolist()
    assert [1, 0.9] in corners  # a step holds until the next: the first lower bound reaches to generation 1
    assert [0, 0.4] not in corners


def test_a_panel_per_target_from_easy_to_hard():
    tables = [_curve(group, [0, 0.5, 1], target=target) for group in "ab" for target in (0.0, 0.2, 0.05, 0.1, 0.02)]
    figure = fixed_targets(pd.concat(tables), last_generation=1)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title() for axes in shown] == [f"best fitness ≤ {t}" for t in ("0.2", "0.1", "0.05", "0.02", "0")]
    assert all(len(axes.lines) == 2 for axes in shown)
    assert len(figure.axes) == 6
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]
    labelled = [axes for axes in shown if axes.xaxis.get_label().get_visible() and axes.get_xlabel()]
    assert len(labelled) == 3  # the lower two and the one above the gap


@pytest.mark.parametrize("shares", [[1.0], [1.0, 0.0], [0.5, 0.5, 0.5]])
def test_tiny_and_constant_input(shares):
    for figure in (
        ecdf(_curve("a", shares), **UP_TO_4),
        ecdf(_curve("a", shares), _curve("a", [1.0]), **UP_TO_4),
        survival(_survival("a", shares), published="old", **UP_TO_4),
        fixed_targets(_curve("a", shares, target=0.0), last_generation=4),
    ):
        figure.draw_without_rendering()


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing fraction"):
        ecdf(_survival("a", [1.0]), **UP_TO_4)
    with pytest.raises(ValueError, match="missing target"):
        fixed_targets(_curve("a", [1.0]), last_generation=4)
