"""Drawn tables: bars and points are what the tables say, laws are straight on their own axes."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_hex

from tttcore.plots.line_styles import BLUE, ORANGE, PALETTE, VERMILLION, by_place
from tttcore.studies.post1999 import success
from tttcore.studies.post1999.draw_statistics import LAWS, gene_bars, growth, small_samples, successes
from tttcore.studies.post1999.growth import growth_laws


def _genes(group, edge, shift=0.0):
    marks = np.arange(1 - edge, edge)
    mean = 0.5 * marks + shift
    return pd.DataFrame(
        {
            "group": group, "gene": [f"{mark:+}" if mark else "0" for mark in marks], "place": range(marks.size),
            "mean": mean, "mean_low": mean - 1, "mean_high": mean + 2, "first_mean": mean - 0.25,
        }
    )  # fmt: skip


@pytest.fixture
def genes():
    parts = [_genes("random", 4), _genes("zeros", 4, shift=1), _genes("long", 6)]
    return (
        pd.concat(parts).sample(frac=1, random_state=1).sort_values("group", key=lambda names: names.map(ORDER.index))
    )


ORDER = ["random", "zeros", "long"]
STYLES = by_place(ORDER)


def _of(genes, group):
    return genes[genes["group"] == group].sort_values("place")


def _bars(axes, group):
    (bars,) = [bars for bars in axes.containers if bars.get_label() == group]
    return list(bars)


def test_a_panel_for_each_set_of_genes(genes):
    figure = gene_bars(genes, styles=STYLES, first_label="first", title="T")
    assert figure.get_suptitle() == "T"
    labels = [[label.get_text() for label in axes.get_xticklabels()] for axes in figure.axes]
    assert labels == [["-3", "-2", "-1", "0", "+1", "+2", "+3"], [f"{m:+}" if m else "0" for m in range(-5, 6)]]
    assert [len(axes.patches) for axes in figure.axes] == [14, 11]


def test_bars_and_first_runs_are_the_means(genes):
    upper, lower = gene_bars(genes, styles=STYLES, first_label="first").axes
    for group, axes, colour in (("random", upper, 0), ("zeros", upper, 1), ("long", lower, 2)):
        own, bars = _of(genes, group), _bars(axes, group)
        assert [bar.get_height() for bar in bars] == pytest.approx(own["mean"].tolist())
        centres = [bar.get_x() + bar.get_width() / 2 for bar in bars]
        assert np.abs(np.array(centres) - np.arange(len(own))).max() < 0.5
        assert bars[0].get_facecolor()[:3] == pytest.approx(
            [int(PALETTE[colour][k : k + 2], 16) / 255 for k in (1, 3, 5)]
        )
        (markers,) = [line for line in axes.lines if line.get_marker() == "o" and line.get_xdata()[0] == centres[0]]
        assert markers.get_xdata() == pytest.approx(centres)
        assert markers.get_ydata() == pytest.approx(own["first_mean"].to_numpy())
        assert markers.get_markerfacecolor() == "white"
    for one, other in zip(_bars(upper, "random"), _bars(upper, "zeros"), strict=True):
        assert one.get_x() + one.get_width() == pytest.approx(other.get_x())


def test_error_bars_are_the_intervals(genes):
    _, lower = gene_bars(genes, styles=STYLES, first_label="first").axes
    (interval,) = lower.collections
    own = _of(genes, "long")
    ends = np.array(interval.get_segments())[:, :, 1]
    assert ends == pytest.approx(own[["mean_low", "mean_high"]].to_numpy())


def test_the_legend_names_the_first_runs_where_there_are_any(genes):
    def entries(genes):
        (legend,) = gene_bars(genes, styles=STYLES, first_label="first 5").legends
        return [text.get_text() for text in legend.get_texts()]

    assert entries(genes) == [*ORDER, "first 5"]
    assert entries(genes.assign(first_mean=np.nan)) == ORDER


def test_a_single_run_has_no_interval(genes):
    gene_bars(
        genes.assign(mean_low=np.nan, mean_high=np.nan), styles=STYLES, first_label="first"
    ).draw_without_rendering()


@pytest.fixture
def chances():
    shares = pd.DataFrame({"treatment": ["a", "b", "c"], "success": "in the end", "within": 1000, "n": 1000})
    shares = shares.assign(successes=[700, 1000, 4], share=[0.7, 1.0, 0.004])
    return success.small_samples(shares, of=5).rename(columns={"treatment": "group"})


def _texts(axes):
    return [text.get_text() for text in axes.texts]


def test_a_row_of_bars_per_group(chances):
    counts = dict.fromkeys("abc", 2)
    figure = small_samples(chances, first=counts, published=counts, title="T")
    assert figure.get_suptitle() == "T"
    assert [axes.get_ylabel() for axes in figure.axes] == ["a", "b", "c"]
    for group, axes in zip("abc", figure.axes, strict=True):
        own = chances[chances["group"] == group]
        bars = axes.patches[:6]
        assert [bar.get_height() for bar in bars] == own["probability"].tolist()
        assert [bar.get_x() + bar.get_width() / 2 for bar in bars] == pytest.approx(range(6))
        assert {to_hex(bar.get_facecolor()).upper() for bar in bars} == {BLUE}
    assert _texts(figure.axes[0])[:6] == ["0.2%", "2.8%", "13%", "31%", "36%", "17%"]
    assert _texts(figure.axes[1])[:6] == ["0%"] * 5 + ["100%"]
    assert _texts(figure.axes[2])[:6] == ["98%", "2.0%", "<0.1%", "<0.1%", "<0.1%", "<0.1%"]


def test_what_was_published_stands_out_with_its_chance(chances):
    published, first = {"a": 3, "b": 5, "c": 1}, {"a": 4, "b": 5, "c": 0}
    figure = small_samples(chances, published=published, first=first)
    a, *_ = figure.axes
    *bars, band = a.patches
    assert [to_hex(bar.get_facecolor()).upper() for bar in bars] == [BLUE] * 6
    assert (to_hex(band.get_facecolor()).upper(), band.get_x(), band.get_width()) == (ORANGE, 2.5, 1)
    (chance,) = chances.loc[(chances["group"] == "a") & (chances["successes"] == 3), "chance"]
    assert _texts(a)[-1] == f"p = {chance:.2g}"
    assert [[line.get_xdata().tolist() for line in axes.lines] for axes in figure.axes] == [[[4]], [[5]], [[0]]]
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert entries == ["number published, with p", "our first 5 runs"]


def test_successes_at_the_end_have_intervals_and_values():
    rows = [
        (group, when, share) for group, share in (("a", 0.5), ("b", 0.04)) for when in ("in the end", "at any time")
    ]
    table = pd.DataFrame(rows, columns=["group", "success", "share"])
    table.loc[table["success"] == "at any time", "share"] += 0.25
    table = table.assign(share_low=table["share"] - 0.03, share_high=table["share"] + 0.02)
    figure = successes(table, published={"b": 0.4}, of=5, title="T")
    figure.draw_without_rendering()
    (axes,) = figure.axes
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a", "b"]
    end, any_time, published, _ = axes.lines
    assert end.get_xydata().tolist() == [[0.5, 0], [0.04, 1]]
    assert any_time.get_xdata() == pytest.approx([0.75, 0.29])
    assert any_time.get_markerfacecolor() == "white"
    assert np.ravel(published.get_xdata()).tolist() == [0.4]
    assert end.get_ydata()[1] < any_time.get_ydata()[1] < np.ravel(published.get_ydata())[0] < 1.5  # none hides another
    assert np.array(axes.collections[0].get_segments())[:, :, 0] == pytest.approx(
        np.array([[0.47, 0.52], [0.01, 0.06]])
    )
    assert _texts(axes) == ["50%", "4%"]
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert entries == ["at the end (95% interval)", "at any time", "the document's 5 runs"]


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
    assert [axes.get_title() for axes in figure.axes] == [title for title, _ in LAWS.values()]


def test_laws_are_one_above_the_other_so_that_they_fit_a_phone(table, fits):
    """No legend of a law runs into the panel below."""
    figure = _draw(table, fits)
    figure.draw_without_rendering()
    upper, lower = figure.axes
    assert figure.get_figwidth() <= 5.6
    assert upper.get_position().x0 == lower.get_position().x0
    assert upper.get_legend().get_window_extent().y0 > lower.title.get_window_extent().y1
    assert upper.get_ylabel() == lower.get_ylabel() == "Seconds (logarithmic)"
    for axes in figure.axes:
        assert axes.get_legend().get_window_extent().y1 <= axes.xaxis.label.get_window_extent().y0
    assert figure.legends[0].get_window_extent().y1 < lower.get_legend().get_window_extent().y0


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
