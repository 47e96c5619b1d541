"""Figures of the published log among simulated runs show the values of the tables."""

import numpy as np
import pandas as pd
import pytest
from legible import LEAST, smallest
from matplotlib.collections import PolyCollection

from tttcore.studies.hemingroth2025.drawing import log_percentiles, training

TREATMENTS = ["one", "two"]


@pytest.fixture
def bands():
    rows = []
    for shift, treatment in enumerate(TREATMENTS):
        for curve, start in (("best", 0.66), ("average", 0.48)):
            for generation in range(1, 11):
                median = 1 - (1 - start) * 0.5 ** (generation - 1)
                spread = (1 - median) * 0.2
                rows.append(
                    {
                        "group": treatment, "curve": curve, "generation": generation,
                        "published": 1.0 if generation == 10 and curve == "best" else median - spread / 2 * shift,
                        "median": median, "low": median - spread, "high": median + spread,
                        "global_low": median - 2 * spread, "global_high": median + 2 * spread,
                        "share_below": 0.1 * generation - 0.1, "share_equal": 0.05 * shift,
                    }
                )  # fmt: skip
    return pd.DataFrame(rows)


def _of(bands, treatment, curve, column):
    return bands.loc[(bands["group"] == treatment) & (bands["curve"] == curve), column].to_numpy()


def _line(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return line


def _band(axes, label):
    (band,) = [c for c in axes.collections if isinstance(c, PolyCollection) and c.get_label() == label]
    return band.get_paths()[0].vertices


@pytest.mark.parametrize("curve", ["best", "average"])
def test_training_shows_median_bands_and_published_values(bands, curve):
    figure = training(bands, title="T")
    assert figure.get_suptitle() == "T"
    assert [axes.get_title() for axes in figure.axes[:2]] == TREATMENTS
    for treatment, upper, lower in zip(TREATMENTS, figure.axes[:2], figure.axes[2:], strict=True):
        for axes, shown in ((upper, lambda share: share), (lower, lambda share: 1 - share)):
            for label, column in ((f"simulated {curve}: median", "median"), (f"published {curve}", "published")):
                expected = shown(_of(bands, treatment, curve, column))
                assert _line(axes, label).get_ydata() == pytest.approx(expected)
            band = _band(axes, f"simulated {curve}: pointwise 95%")
            ends = sorted(shown(_of(bands, treatment, curve, column)[0]) for column in ("low", "high"))
            assert sorted({round(y, 12) for y in band[band[:, 0] == 1][:, 1]}) == pytest.approx(ends)
            thin = [line for line in axes.lines if line.get_linewidth() < 1 and line.get_linestyle() == "-"]
            outlines = {tuple(np.round(line.get_ydata(), 12)) for line in thin}
            for column in ("global_low", "global_high"):
                assert tuple(np.round(shown(_of(bands, treatment, curve, column)), 12)) in outlines


def test_many_groups_have_a_panel_of_the_lost_share_each(bands):
    many = pd.concat([bands[bands["group"] == "one"].assign(group=f"reading {number}") for number in range(5)])
    figure = training(many)
    shown = [axes for axes in figure.axes if axes.get_visible()]
    assert [axes.get_title() for axes in shown] == [f"reading {number}" for number in range(5)]
    for axes in shown:
        assert _line(axes, "simulated best: median").get_ydata() == pytest.approx(
            1 - _of(bands, "one", "best", "median")
        )
    assert len({axes.get_ylim() for axes in shown}) == 1
    assert smallest(figure) >= LEAST


def test_none_lost_has_a_place_on_the_logarithmic_axis(bands):
    figure = training(bands)
    lower = figure.axes[2]
    figure.draw_without_rendering()
    assert lower.get_yscale() == "symlog"
    assert lower.get_ylim()[0] < 0
    places = lower.transData.transform([(1, share) for share in (0, 0.001, 0.01, 0.1, 1)])[:, 1]
    steps = np.diff(places)
    assert steps[1:] == pytest.approx(steps[-1])  # equal steps for factors of ten
    assert steps[0] > 0
    assert [label.get_text() for label in lower.get_yticklabels()] == ["0%", "0.1%", "1%", "10%", "100%"]


def test_every_entry_of_the_legend_is_there_once(bands):
    (legend,) = training(bands).legends
    entries = [text.get_text() for text in legend.get_texts()]
    assert len(entries) == len(set(entries)) == 2 * 4


def test_percentiles_count_half_of_the_equal_runs(bands):
    figure = log_percentiles(bands, title="T")
    assert [axes.get_title() for axes in figure.axes] == ["Published best", "Published average"]
    for axes, curve in zip(figure.axes, ("best", "average"), strict=True):
        for treatment in TREATMENTS:
            expected = _of(bands, treatment, curve, "share_below") + _of(bands, treatment, curve, "share_equal") / 2
            assert _line(axes, treatment).get_ydata() == pytest.approx(expected)
        bounds = [line.get_ydata()[0] for line in axes.lines if line.get_label() not in TREATMENTS]
        assert bounds == pytest.approx([0.025, 0.975])


@pytest.mark.parametrize("draw", [training, log_percentiles])
def test_a_missing_column_is_named(bands, draw):
    with pytest.raises(ValueError, match=r"missing .*; the table has group, generation"):
        draw(bands[["group", "generation"]])
