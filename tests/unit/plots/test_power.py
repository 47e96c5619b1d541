"""Power curves: marks stand where the numbers say."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.plots.line_styles import BLUE, PUBLISHED
from tttcore.plots.power import detectable_effect, power_curves


def _power(size, f, groups=3, level=0.05):
    """From the noncentral F distribution."""
    between, within = groups - 1, groups * (size - 1)
    critical = stats.f.ppf(1 - level, between, within)
    return stats.ncf.sf(critical, between, within, groups * size * f**2)


@pytest.fixture(scope="module")
def curves():
    f = np.geomspace(0.005, 1, 200)
    return pd.concat([pd.DataFrame({"per_group": n, "f": f, "power": _power(n, f)}) for n in (30, 1000)])


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


def test_tiny_input():
    one = pd.DataFrame({"per_group": [30], "f": [0.1], "power": [0.2]})
    power_curves(one, small_f=0.1, published_per_group=30).draw_without_rendering()
