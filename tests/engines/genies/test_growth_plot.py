"""Plots of growth: points as given, laws straight on their own axes and dashed beyond the measurements."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.engines.genies.plots.growth import LAWS, growth
from tttcore.engines.genies.stats.growth_laws import growth_laws
from tttcore.plots.palette import BLUE, VERMILLION

AT = np.array([2.0, 3.0, 4.0, 6.0, 8.0])
FACTOR, POWER = 5.0, 7.0


@pytest.fixture
def table():
    parts = [
        pd.DataFrame({"series": series, "x": AT, "value": value, "extrapolated": last < AT})
        for series, value, last in (("ours", 1e-6 * FACTOR**AT, 8), ("recount", 1e-5 * AT**POWER, 4))
    ]
    return pd.concat(parts, ignore_index=True).sample(frac=1, random_state=2).sort_values("series", kind="stable")


@pytest.fixture
def fits(table):
    return growth_laws(table, "value")


def _draw(table, fits):
    return growth(table, fits, xlabel="Edge", ylabel="Seconds", title="T")


def _lines(axes, colour, style):
    return [line for line in axes.lines if to_hex(line.get_color()).upper() == colour and line.get_linestyle() == style]


def test_each_law_has_its_axes(table, fits):
    figure = _draw(table, fits)
    figure.draw_without_rendering()
    assert figure.get_suptitle() == "T"
    assert [(axes.get_xscale(), axes.get_yscale()) for axes in figure.axes] == [("linear", "log"), ("log", "log")]
    assert [axes.get_title() for axes in figure.axes] == [law.title for law in LAWS.values()]


def test_every_panel_has_all_points(table, fits):
    for axes in _draw(table, fits).axes:
        for series, colour in (("ours", BLUE), ("recount", VERMILLION)):
            own = table[table["series"] == series]
            measured, beyond = _lines(axes, colour, "None")
            for points, which in ((measured, ~own["extrapolated"]), (beyond, own["extrapolated"])):
                assert points.get_xydata().tolist() == own.loc[which, ["x", "value"]].to_numpy().tolist()
            assert (measured.get_markerfacecolor(), beyond.get_markerfacecolor()) == (colour, "white")


@pytest.mark.parametrize(
    ("panel", "colour", "turn", "law"),
    [(0, BLUE, 8, lambda x: 1e-6 * FACTOR**x), (1, VERMILLION, 4, lambda x: 1e-5 * x**POWER)],
)
def test_a_law_that_holds_goes_through_its_points(table, fits, panel, colour, turn, law):
    axes = _draw(table, fits).axes[panel]
    for style, ends in (("-", [2, turn]), ("--", [turn, 8])):
        (line,) = _lines(axes, colour, style)
        assert line.get_xdata().tolist() == ends
        assert line.get_ydata() == pytest.approx(law(np.array(ends, float)))


def test_the_straight_line_is_the_law_in_between(table, fits):
    """Halfway on the screen, the line is where the fitted law is, in the panel of either law."""
    figure = _draw(table, fits)
    figure.draw_without_rendering()
    for axes, (name, scale) in zip(figure.axes, (("exponential", np.asarray), ("power", np.log)), strict=True):
        (line,) = _lines(axes, BLUE, "-")
        x, y = axes.transData.inverted().transform(axes.transData.transform(line.get_xydata()).mean(axis=0))
        (fit,) = fits[(fits["series"] == "ours") & (fits["law"] == name)].to_dict("records")
        assert np.log(y) == pytest.approx(fit["intercept"] + fit["slope"] * scale(x))


def test_a_law_that_fails_does_not_squeeze_the_points(table, fits):
    low, high = _draw(table, fits.assign(slope=50.0)).axes[0].get_ylim()
    assert table["value"].min() / 10 < low < table["value"].min()
    assert table["value"].max() < high < 10 * table["value"].max()


def _entries(legend):
    return [text.get_text() for text in legend.get_texts()]


def test_legends_tell_the_series_and_the_laws(table, fits):
    figure = _draw(table, fits)
    exponential, power = (_entries(axes.get_legend()) for axes in figure.axes)
    assert exponential[0] == "× 5 for each one more (R² = 1.0000)"
    assert power[1] == "to the power of 7 (R² = 1.0000)"
    assert len(exponential) == len(power) == 2
    assert _entries(figure.legends[0]) == ["ours", "recount", "extrapolated"]


def test_points_without_a_law(table, fits):
    figure = _draw(table[table["series"] == "ours"], fits[(fits["series"] == "recount") & (fits["law"] == "power")])
    (axes,) = figure.axes
    figure.draw_without_rendering()
    assert not _lines(axes, BLUE, "-")
    assert _entries(axes.get_legend()) == []
    assert _entries(figure.legends[0]) == ["ours"]


def test_what_can_not_be_drawn_is_named(table, fits):
    with pytest.raises(ValueError, match="missing value; the table has series, x"):
        _draw(table.drop(columns="value"), fits)
    with pytest.raises(ValueError, match="missing r2; the table has series, law"):
        _draw(table, fits.drop(columns="r2"))
