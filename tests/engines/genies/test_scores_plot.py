"""Plots of lifeScores: each panel shows its run in front of the range of all runs, with published marks."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import PolyCollection

from tttcore.engines.genies.plots.scores import FAMILIES, score_traces, spread
from tttcore.plots.palette import PUBLISHED


@pytest.fixture
def traces():
    rng = np.random.default_rng(3)
    parts = [
        pd.DataFrame(
            {
                "replicate": run, "run": f"run {run}", "generation": range(1, 41),
                "evolving": rng.uniform(1, 201, 40), "static": rng.uniform(1, 201, 40),
            }
        )
        for run in range(5)
    ]  # fmt: skip
    return pd.concat(parts, ignore_index=True)


def _drawn(traces, *, bands=None, successes=None, published=None, ceiling=125, **title):
    bands = spread(traces) if bands is None else bands
    return score_traces(
        traces, bands=bands, successes=successes or {}, published=published or {}, ceiling=ceiling, **title
    )


def _line(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return line


def test_a_panel_per_run(traces):
    figure = _drawn(traces, title="T")
    assert figure.get_suptitle() == "T"
    assert [axes.get_title() for axes in figure.axes] == [f"run {run}" for run in range(5)]
    for run, axes in enumerate(figure.axes):
        own = traces[traces["replicate"] == run]
        for family, _, _, label in FAMILIES:
            line = _line(axes, label)
            assert line.get_xdata().tolist() == list(range(1, 41))
            assert line.get_ydata().tolist() == own[family].tolist()
        assert len({_line(axes, label).get_color() for *_, label in FAMILIES}) == len(FAMILIES)
        assert axes.get_ylim() == (0, 205)
        assert len(axes.lines) == 4


def test_the_spread_is_that_of_the_runs(traces):
    bands = spread(traces)
    assert bands["generation"].tolist() == list(range(1, 41))
    for row in bands.to_dict("records"):
        values = np.sort(traces.loc[traces["generation"] == row["generation"], "evolving"])
        assert row["median"] == values[2]
        # Linear interpolation: 2.5% of the four gaps between five values lie a tenth into the first.
        assert row["low"] == pytest.approx(values[0] + 0.1 * (values[1] - values[0]))
        assert row["high"] == pytest.approx(values[4] - 0.1 * (values[4] - values[3]))


def test_all_runs_stand_behind_each(traces):
    bands = spread(traces)
    for axes in _drawn(traces[traces["replicate"] < 2], bands=bands).axes:
        (band,) = (band for band in axes.collections if isinstance(band, PolyCollection))
        corners = {(x, round(y, 9)) for x, y in band.get_paths()[0].vertices}
        for end in ("low", "high"):
            assert set(zip(bands["generation"], bands[end].round(9), strict=True)) <= corners
        median = _line(axes, "evolving Genies, median of all our runs")
        assert median.get_ydata().tolist() == bands["median"].tolist()
        assert median.get_zorder() < _line(axes, "static Genies, which never change, this run").get_zorder()


def test_successes_are_marked_in_their_panels(traces):
    figure = _drawn(traces, successes={"run 1": 30}, published={"run 0": 20, "run 1": 25})
    assert [len(axes.lines) for axes in figure.axes] == [5, 6, 4, 4, 4]
    one = figure.axes[1]
    assert _line(one, "the evolving Genies succeed").get_xdata() == [30, 30]
    published = _line(one, "they did in the document, about here")
    assert published.get_xdata() == [25, 25]
    assert (published.get_color(), published.get_linestyle()) == (PUBLISHED, "--")
    assert _line(figure.axes[4], "highest average in the document, about 125").get_ydata() == [125, 125]
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert len(entries) == len(set(entries)) == 7


def test_missing_columns_are_named(traces):
    with pytest.raises(ValueError, match="missing static; the table has replicate, run"):
        _drawn(traces.drop(columns="static"))
    with pytest.raises(ValueError, match="missing evolving"):
        spread(traces.drop(columns="evolving"))
