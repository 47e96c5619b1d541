"""Fitness and diversity per generation: runs that ended drop out of the means."""

import numpy as np
import pandas as pd
import pytest
from matplotlib.collections import LineCollection, PolyCollection

from tttcore.plots.line_styles import PALETTE
from tttcore.plots.traces import best_fitness, diversity, mean_by_generation, smoothed


def _traces(*runs):
    return pd.DataFrame(
        [
            {"replicate": replicate, "generation": generation, "best": best, "mean": 0.5, "distinct": 100 - generation}
            for replicate, run in enumerate(runs)
            for generation, best in enumerate(run)
        ]
    )


def _drawn(traces, **options):
    return best_fitness(traces, tints=dict(zip(traces, PALETTE, strict=False)), **options)


@pytest.fixture
def many():
    """200 runs of 10 generations, one of them of 40."""
    rng = np.random.default_rng(1)
    return _traces(*(np.sort(rng.random(11))[::-1] for _ in range(199)), np.linspace(0.9, 0, 41))


def test_means_are_over_runs_still_going():
    means = mean_by_generation(_traces([0.4, 0.0], [0.2, 0.2, 0.1], [0.6, 0.1, 0.3]), "best")
    assert means["generation"].tolist() == [0, 1, 2]
    assert means["going"].tolist() == [3, 3, 2]
    assert means["mean"].to_numpy() == pytest.approx([0.4, 0.1, 0.2])
    assert means["error"].to_numpy() == pytest.approx([0.2 / np.sqrt(3), 0.1 / np.sqrt(3), 0.1])


def test_smoothing_keeps_a_line_and_calms_noise():
    generations = np.arange(30.0)
    assert smoothed(generations, 3 - 0.1 * generations) == pytest.approx(3 - 0.1 * generations)
    noise = np.resize([1.0, -1.0], 30)
    assert np.abs(smoothed(generations, noise)).max() < 0.8
    assert smoothed(generations[:4], noise[:4]).tolist() == noise[:4].tolist()


def test_best_fitness_shows_lines_points_and_band(many):
    figure = _drawn({"T": many}, lines=30)
    upper, lower = figure.axes
    assert upper.get_title() == "T (n = 200)"
    assert "games lost / games played" in upper.get_ylabel()
    lines = next(c for c in upper.collections if isinstance(c, LineCollection))
    assert len(lines.get_segments()) == 30
    assert lines.get_segments()[0][:, 1].tolist() == many.loc[many["replicate"] == 0, "best"].tolist()
    points = next(line for line in upper.lines if line.get_marker() == "o")
    assert points.get_ydata() == pytest.approx(many.groupby("generation")["best"].mean().iloc[:11])
    band = next(c for c in upper.collections if isinstance(c, PolyCollection))
    smooth = next(line for line in upper.lines if line.get_marker() != "o").get_ydata()
    first = band.get_paths()[0].vertices
    widest = first[first[:, 0] == 0][:, 1]
    error = many.loc[many["generation"] == 0, "best"].std() / np.sqrt(200)
    assert widest.max() - smooth[0] == pytest.approx(1.96 * error)
    assert lower.lines[0].get_ydata()[:12].tolist() == [1] * 11 + [1 / 200]


def test_a_cut_axis_is_noted(many):
    label = _drawn({"": many}).axes[1].get_xlabel()
    assert "1%" in label
    assert "longest run: 40" in label
    assert _drawn({"": many}).axes[1].get_xlim() == (-0.5, 10.5)  # 1 run of 200 is under 1%
    few = many[many["replicate"] >= 150]
    assert _drawn({"": few}).axes[1].get_xlim() == (-0.5, 40.5)  # 1 of 50 is not
    assert _drawn({"": few}).axes[1].get_xlabel() == "Generation"


def test_means_need_three_runs(many):
    few = many[many["replicate"] >= 150]
    points = next(line for line in _drawn({"": few}).axes[0].lines if line.get_marker() == "o")
    assert points.get_xdata().max() == 10


def test_panels_share_axes(many):
    figure = _drawn({"one": many, "two": many[many["replicate"] < 50]}, title="Both")
    one, two, lower = figure.axes
    assert [one.get_title(), two.get_title()] == ["one (n = 200)", "two (n = 50)"]
    assert one.get_ylim() == two.get_ylim()
    assert {axes.get_xlim() for axes in figure.axes} == {(-0.5, 10.5)}
    assert [line.get_color() for line in lower.lines] == [one.lines[0].get_color(), two.lines[0].get_color()]
    assert one.lines[0].get_color() != two.lines[0].get_color()
    assert len({line.get_linestyle() for line in lower.lines}) == 2  # so that one shows through the other


def test_diversity_is_a_proportion_of_the_population(many):
    upper, lower = diversity({"one": many, "two": many}, population=200).axes
    assert len(upper.lines) == 2
    assert upper.lines[0].get_ydata() == pytest.approx((100 - np.arange(11)) / 200)
    assert upper.yaxis.get_major_formatter()(0.5) == "50%"
    assert lower.lines[0].get_ydata()[[0, 11]] == pytest.approx([1, 1 / 200])


@pytest.mark.parametrize("runs", [[[0.5]], [[0.5], [0.25, 0.0]], [[0.3] * 8] * 5, [[0.0], [0.0], [0.0]]])
def test_tiny_and_constant_input(runs):
    for figure in (_drawn({"": _traces(*runs)}), diversity({"one": _traces(*runs)}, population=100)):
        figure.draw_without_rendering()
        assert figure.axes[0].lines


def test_missing_columns_are_named():
    with pytest.raises(ValueError, match="missing best; the table has replicate, generation"):
        _drawn({"": _traces([0.5])[["replicate", "generation"]]})
    with pytest.raises(ValueError, match="no rows"):
        _drawn({"": _traces([0.5]).iloc[:0]})
