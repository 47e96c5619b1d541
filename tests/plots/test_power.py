"""Power curves and equivalence intervals: marks stand where the numbers say."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.plots.line_styles import BLUE, PUBLISHED, VERMILLION
from tttcore.plots.power import detectable_effect, equivalence, power_curves


def _power(size, f, groups=3, level=0.05):
    """From the noncentral F distribution."""
    between, within = groups - 1, groups * (size - 1)
    critical = stats.f.ppf(1 - level, between, within)
    return stats.ncf.sf(critical, between, within, groups * size * f**2)


@pytest.fixture(scope="module")
def curves():
    f = np.geomspace(0.005, 1, 200)
    return pd.concat([pd.DataFrame({"per_group": n, "f": f, "power": _power(n, f)}) for n in (30, 1000)])


def _interval(a, b, low, high, *, margin=1.0, **columns):
    return {"a": a, "b": b, "margin_name": "one", "margin": margin, "difference_low": low, "difference_high": high,
            "mean_difference": 0.0, "published": False, **columns}  # fmt: skip


def _verdicts(axes):
    """Colour and marker of the points drawn on the intervals."""
    return [(line.get_color(), line.get_marker()) for line in axes.lines if line.get_marker() in ("o", "D")]


def test_detectable_effect_of_thirty_per_group(curves):
    """Three groups of 30 find f = 0.332 with 80% power (G*Power: total sample 90)."""
    assert detectable_effect(curves[curves["per_group"] == 30]) == pytest.approx(0.332, abs=0.002)
    assert detectable_effect(pd.DataFrame({"f": [0.1, 0.2], "power": [0.1, 0.2]})) is None


def test_power_curves_mark_the_published_limits(curves):
    figure = power_curves(curves, small_f=0.078, published_per_group=30, title="T")
    axes = figure.axes[0]
    labels = [text.get_text() for text in figure.legends[0].get_texts()]
    assert labels == ["30 per treatment (published)", "1,000 per treatment"]
    published, ours = axes.lines[:2]
    assert (published.get_color(), published.get_markerfacecolor()) == (PUBLISHED, "white")
    assert ours.get_color() == BLUE
    texts = " ".join(text.get_text() for text in axes.texts)
    assert "f = 0.33" in texts
    assert "f = 0.078" in texts
    assert "80% power" in texts
    assert any(set(line.get_xdata()) == {0.078} for line in axes.lines)
    assert "Cohen's f" in axes.get_xlabel()


def test_power_curves_without_the_published_size(curves):
    figure = power_curves(curves, small_f=0.078, published_per_group=5)
    figure.draw_without_rendering()
    assert "detectable" not in " ".join(text.get_text() for text in figure.axes[0].texts)


def test_equivalence_needs_the_whole_interval_inside():
    rows = [
        _interval("a", "b", -0.5, 0.9, mean_difference=0.2),
        _interval("a", "c", -0.5, 1.1, mean_difference=0.3),
        _interval("b", "c", -1.0, 0.0, mean_difference=-0.5),
        _interval("b", "d", 0.0, 1.0, mean_difference=0.5),
    ]
    axes = equivalence(pd.DataFrame(rows)).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a − b", "a − c", "b − c", "b − d"]
    assert _verdicts(axes) == [(BLUE, "o")] + [(VERMILLION, "D")] * 3
    bars = [line.get_xdata() for line in axes.lines if line.get_marker() == "|"]
    assert np.array(bars).tolist() == [[-0.5, 0.9], [-0.5, 1.1], [-1.0, 0.0], [0.0, 1.0]]
    assert "generations" in axes.get_xlabel()


def test_published_intervals_are_told_apart():
    rows = [
        _interval("a", "b", -0.5, 0.9, mean_difference=0.2, published=True),
        _interval("a", "b", -0.1, 0.1, mean_difference=0.0, published=False),
    ]
    axes = equivalence(pd.DataFrame(rows)).axes[0]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["a − b\n(published)", "a − b"]
    published, ours = (line for line in axes.lines if line.get_marker() == "o")
    assert (published.get_color(), published.get_markerfacecolor()) == (PUBLISHED, "white")
    assert ours.get_markerfacecolor() == BLUE


def test_a_panel_per_margin_with_its_band():
    rows = [_interval("a", "b", -0.2, 0.2, margin=m) | {"margin_name": name} for name, m in (("wide", 3), ("tight", 1))]
    figure = equivalence(pd.DataFrame(rows), title="T")
    assert [axes.get_title() for axes in figure.axes] == ["wide", "tight"]
    bands = [axes.collections[0].get_paths()[0].vertices[:, 0] for axes in figure.axes]
    assert [(band.min(), band.max()) for band in bands] == [(-3, 3), (-1, 1)]


def test_tiny_input():
    equivalence(pd.DataFrame([_interval("a", "b", 0.0, 0.0)])).draw_without_rendering()
    one = pd.DataFrame({"per_group": [30], "f": [0.1], "power": [0.2]})
    power_curves(one, small_f=0.1, published_per_group=30).draw_without_rendering()


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing margin_name, margin"):
        equivalence(pd.DataFrame([_interval("a", "b", 0, 1)]).drop(columns=["margin_name", "margin"]))
