"""Differences between treatments: intervals stand where the numbers say, beside their margin."""

import pandas as pd
import pytest
from helpers.pages import LEAST, smallest

from tttcore.plots.line_styles import BLUE, PUBLISHED
from tttcore.studies.ancheta2020.drawing import differences


def _row(label, source, colour, difference, half):
    numbers = {"difference": difference, "low": difference - half, "high": difference + half}
    return {"label": label, "source": source, "colour": colour, **numbers}


@pytest.fixture
def figure():
    rows = [
        _row(label, *source)
        for label in ("UMG", "RMG")
        for source in (("then", "", -0.43, 1.3), ("now", BLUE, 0.869, 0.15))
    ]
    return differences(pd.DataFrame(rows), margin=1.0, title="T")


def test_intervals_by_treatment_and_source(figure):
    (axes,) = figure.axes
    bars = [line for line in axes.lines if line.get_marker() == "|"]
    assert [bar.get_xdata().tolist() for bar in bars[:2]] == [
        pytest.approx([-1.73, 0.87]),
        pytest.approx([0.719, 1.019]),
    ]
    heights = [bar.get_ydata()[0] for bar in bars]
    assert heights == sorted(set(heights)), "each has a place of its own"
    assert [tick.get_text() for tick in axes.get_yticklabels()] == ["UMG", "RMG"]
    assert [text.get_text() for text in axes.texts[:2]] == ["−0.43", "+0.87"]


def test_published_is_told_apart(figure):
    published, ours = (line for line in figure.axes[0].lines[:5] if line.get_marker() == "o")
    assert (published.get_color(), published.get_markerfacecolor()) == (PUBLISHED, "white")
    assert (ours.get_color(), ours.get_markerfacecolor()) == (BLUE, BLUE)


def test_the_margin_is_shaded_and_named(figure):
    band = figure.axes[0].patches[0]
    assert (band.get_x(), band.get_x() + band.get_width()) == (-1, 1)
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["then", "now", "margin: ±1 generation"]
    figure.draw_without_rendering()
    assert smallest(figure) >= LEAST


def test_a_missing_column_is_named():
    with pytest.raises(ValueError, match="missing low, high"):
        differences(pd.DataFrame([_row("a", "b", "", 0, 1)]).drop(columns=["low", "high"]), margin=1.0)
