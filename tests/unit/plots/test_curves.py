"""Proportions of runs over generations: steps, bands, and curves that lie apart."""

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from matplotlib.collections import PolyCollection

from tttcore.plots.curves import ecdf, survival
from tttcore.plots.line_styles import OTHERS

UP_TO_4 = {"outcome": "success", "last_generation": 4}


def _curve(group, fractions, **columns):
    return pd.DataFrame({"group": group, "generation": range(len(fractions)), "fraction": fractions, **columns})


def _survival(group, shares):
    shares = np.asarray(shares, float)
    bounds = {
        "low": np.clip(shares - 0.1, 0, 1),
        "high": np.clip(shares + 0.1, 0, 1),
        "at_risk": (1000 * shares).astype(int),
    }
    return _curve(group, shares, **bounds).rename(columns={"fraction": "survival"})


def test_ecdf_has_a_step_curve_per_group():
    curves = pd.concat([_curve("a", [0, 0.5, 1]), _curve("b", [0, 0.25, 0.5, 0.75, 1])])
    figure = ecdf(curves, title="T", **UP_TO_4)
    (axes,) = figure.axes
    a, b = axes.lines
    assert a.get_xydata().tolist() == [[0, 0], [1, 0.5], [2, 1], [4, 1]]
    assert b.get_ydata().tolist() == [0, 0.25, 0.5, 0.75, 1]
    assert a.get_color() != b.get_color()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]
    assert {line.get_drawstyle() for line in axes.lines} == {"steps-post"}
    assert (axes.get_xlabel(), figure.get_suptitle() or axes.get_title()) == ("Generation", "T")


def test_only_groups_far_from_the_median_have_colours():
    near = [_curve(f"near {place}", [0, 0.5 + place / 100, 1]) for place in range(13)]
    figure = ecdf(pd.concat([*near, _curve("slow", [0, 0.1, 0.2, 1])]), apart=0.2, log=True, **UP_TO_4)
    *others, slow = figure.axes[0].lines
    assert {line.get_color() for line in others} == {OTHERS}
    assert slow.get_color() != OTHERS
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["slow", "13 other treatments"]
    assert smallest(figure) >= LEAST


def test_ecdf_ends_where_it_is_told():
    figure = ecdf(_curve("a", [0, 1]), outcome="success", last_generation=10)
    assert figure.axes[0].get_xlim()[1] == pytest.approx(10, rel=0.05)


def test_survival_has_a_band_per_group():
    curves = pd.concat([_survival("a", [1, 0.5, 0.0]), _survival("b", [1, 0.6, 0.2])])
    figure = survival(curves, **UP_TO_4)
    (axes,) = figure.axes
    b, a = axes.lines
    assert b.get_xydata().tolist() == [[0, 1], [1, 0.6], [2, 0.2]]
    assert a.get_xydata().tolist() == [[0, 1], [1, 0.5], [2, 0], [4, 0]]  # all have succeeded
    assert {b.get_marker(), a.get_marker()} == {"None"}
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["b (n = 1,000)", "a (n = 1,000)"]
    bands = [band for band in axes.collections if isinstance(band, PolyCollection)]
    assert len(bands) == 2
    reached = bands[0].get_paths()[0].vertices
    assert (reached[:, 1].min(), reached[:, 1].max()) == pytest.approx((0.1, 1.0))
    corners = reached.round(9).tolist()
    assert [1, 0.9] in corners  # a step holds until the next: the first lower bound reaches to generation 1
    assert [0, 0.5] not in corners


@pytest.mark.parametrize("shares", [[1.0], [1.0, 0.0], [0.5, 0.5, 0.5]])
def test_tiny_and_constant_input(shares):
    for figure in (
        ecdf(_curve("a", shares), **UP_TO_4),
        survival(_survival("a", shares), **UP_TO_4),
    ):
        figure.draw_without_rendering()


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing fraction"):
        ecdf(_survival("a", [1.0]), **UP_TO_4)
