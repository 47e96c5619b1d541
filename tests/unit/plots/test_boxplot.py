"""Boxes: R's notches, published told from ours, tiny and huge samples."""

import numpy as np
import pytest
from matplotlib.colors import to_hex

from tttcore.plots.boxplot import POINTS_UP_TO, Source, box_statistics, notched
from tttcore.plots.line_styles import HATCH, PUBLISHED


def _boxes(figure):
    return [patch for patch in figure.axes[0].patches if patch.get_path().vertices.shape[0] > 5]


def _points(figure):
    return [line for line in figure.axes[0].lines if line.get_marker() == "o"]


def _now(values):
    """Our runs."""
    return Source("now", values, "#0072B2")


def test_statistics_of_one_to_nine():
    """By hand: quartiles 3, 5, 7; notch 1.58 * 4 / 3; fences at -3 and 13."""
    box = box_statistics([9, 1, 2, 3, 4, 5, 6, 7, 8])
    assert (box["q1"], box["med"], box["q3"]) == (3, 5, 7)
    assert (box["whislo"], box["whishi"], len(box["fliers"])) == (1, 9, 0)
    assert box["cihi"] - box["med"] == pytest.approx(1.58 * 4 / 3)
    assert box["med"] - box["cilo"] == pytest.approx(1.58 * 4 / 3)


def test_outliers_lie_beyond_the_fences():
    box = box_statistics([1, 2, 3, 4, 5, 6, 7, 8, 13, 14.01])  # IQR 4.5: fences -3.5 and 14.5
    assert len(box["fliers"]) == 0
    box = box_statistics([4, 5, 5, 5, 6, 6, 6, 7, 20, -9])
    assert box["fliers"].tolist() == [-9, 20]
    assert (box["whislo"], box["whishi"]) == (4, 7)


def test_one_box_per_source_and_treatment():
    ours = {"a": [1, 2, 3, 4], "b": [2, 3, 4, 5]}
    figure = notched([Source("then", ours), _now(ours)], title="T", top=100)
    axes = figure.axes[0]
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["a", "b"]
    assert (axes.get_xlabel(), axes.get_ylabel(), axes.get_title()) == (
        "Treatment",
        "Generations to a no-loss player",
        "T",
    )
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["then", "now", "median", "mean"]
    assert len(_boxes(figure)) == 4


def test_published_is_told_apart():
    values = {"a": np.arange(1, 20)}
    figure = notched([Source("then", values), _now(values)], top=100)
    then, now = _boxes(figure)
    assert then.get_hatch() == HATCH
    assert now.get_hatch() is None
    assert to_hex(then.get_edgecolor()).upper() == PUBLISHED
    assert to_hex(then.get_facecolor()) == "#ffffff"
    assert to_hex(now.get_facecolor()) == "#0072b2"
    open_points, filled_points = _points(figure)
    assert open_points.get_markerfacecolor() == "white"
    assert filled_points.get_markerfacecolor() == "#0072B2"


def test_notches_are_drawn_where_they_belong():
    figure = notched([_now({"a": np.arange(1, 10)})], top=100)
    heights = _boxes(figure)[0].get_path().vertices[:, 1]
    for height in (3, 7, 5, 5 - 1.58 * 4 / 3, 5 + 1.58 * 4 / 3):
        assert np.isclose(heights, height).any()


def test_large_samples_have_no_notch():
    """It would look like a second median."""
    few, many = np.arange(POINTS_UP_TO), np.arange(POINTS_UP_TO + 1)
    corners = [len(notched([_now({"a": values})], top=100).axes[0].patches[0].get_path()) for values in (few, many)]
    assert corners[0] > corners[1]


def test_small_samples_show_every_value_apart():
    values = [7] * 20 + [3, 4, 12]
    points = _points(notched([_now({"a": values})], top=100))[0]
    assert sorted(points.get_ydata()) == sorted(values)
    assert len(set(zip(points.get_xdata(), points.get_ydata(), strict=True))) == len(values)
    assert np.abs(points.get_xdata()).max() < 0.42  # inside the slot


def test_large_samples_show_outliers_once_and_thinned():
    repeated = [5] * POINTS_UP_TO + [6] * POINTS_UP_TO + [50, 50, 60]
    points = _points(notched([_now({"a": repeated})], top=100))[0]
    assert points.get_ydata().tolist() == [50, 60]
    many = np.concatenate([np.linspace(0, 1, 5000), np.linspace(10, 20, 1000)])
    points = _points(notched([_now({"a": many})], top=100))[0].get_ydata()
    assert len(points) == 200
    assert (points.min(), points.max()) == (10, 20)


def test_values_beyond_the_top_are_counted():
    figure = notched([_now({"a": [1, 2, 3, 30, 84], "b": [1, 2]})], top=20)
    assert figure.axes[0].get_ylim() == (0, 20)
    assert [text.get_text() for text in figure.axes[0].texts] == ["+2,\nto 84"]


@pytest.mark.parametrize("values", [[3], [3, 4], [5, 5, 5, 5], [5] * 100])
def test_tiny_and_constant_samples(values):
    figure = notched([Source("then", {"a": values}), _now({"b": values})], top=100)
    figure.draw_without_rendering()
    assert len(_boxes(figure)) == 2


def test_nothing_to_draw_is_refused():
    with pytest.raises(ValueError, match="no treatment"):
        notched([], top=100)
    with pytest.raises(ValueError, match="at least one value"):
        notched([_now({"a": []})], top=100)


def test_means_are_diamonds():
    figure = notched([_now({"a": [1, 2, 9]}), Source("then", {"a": [5, 6]})], top=100)
    means = [line.get_ydata()[0] for line in figure.axes[0].lines if line.get_marker() == "D"]
    assert means == [4, 5.5]
