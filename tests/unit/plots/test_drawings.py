"""Shared figures are those of stored pictures; marks, means, boxes and colours lie where numbers and formulas say."""

from functools import partial
from itertools import permutations

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message, picture
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from scipy import stats

from tttcore.plots.boxplot import POINTS_UP_TO, Source, box_statistics, notched
from tttcore.plots.curves import ecdf, survival
from tttcore.plots.heat import score_matrix
from tttcore.plots.learning_curves import beside_reported, learning_curves
from tttcore.plots.line_styles import BLUE, HATCH, PALETTE, PUBLISHED, VERMILLION, by_place
from tttcore.plots.power import detectable_effect, power_curves
from tttcore.plots.ratings import crosstable, ratings
from tttcore.plots.traces import best_fitness, diversity, mean_by_generation, smoothed

NAN = np.nan
UP_TO_4 = {"outcome": "success", "last_generation": 4}


def _found(**shares):
    rows = [(name, at, share) for name, own in shares.items() for at, share in enumerate(own)]
    return pd.DataFrame(rows, columns=["group", "generation", "fraction"])


def _without(**shares):
    table = _found(**shares).rename(columns={"fraction": "survival"})
    ends = {"low": (table["survival"] - 0.1).clip(0), "high": (table["survival"] + 0.1).clip(upper=1)}
    return table.assign(**ends, at_risk=(1000 * table["survival"]).astype(int))


SHARES = {"book, as told": [0.5, 0.25, 0.0], "book": [0.75, 0.5, 0.125], "other": [0.25, 0.25, 0.25]}


def _learning(*measures):
    rows = [
        (measure, group, games, value, value - 0.1, value + 0.1)
        for measure in measures
        for group, values in SHARES.items()
        for games, value in zip((10, 20, 30), values, strict=True)
    ]
    return pd.DataFrame(rows, columns=["measure", "group", "games", "value", "value_low", "value_high"])


def _beside(*others):
    of = dict.fromkeys(others, "book")
    return beside_reported(_learning("perfect_lost"), reported=of, styles=by_place(["book", "other"]), title="T")


POWER = pd.DataFrame(
    [(size, f, power) for size, powers in {30: [0.1, 0.4, 0.9], 1000: [0.3, 0.95, 1]}.items()
     for f, power in zip((0.1, 0.2, 0.4), powers, strict=True)], columns=["per_group", "f", "power"],
)  # fmt: skip
RATED = pd.DataFrame(
    [("h2 d1", "alphabeta", 2, 1, 10.0), ("h1 d3", "alphabeta", 1, 3, 300.0), ("h1 d1", "alphabeta", 1, 1, 20.0),
     ("random", "random", NAN, NAN, -530.0), ("plan", "scheduled", 1, NAN, 200.0), ("first move", "", NAN, NAN, 30.4)],
    columns=["player", "strategy", "heuristic", "depth", "rating"],
)  # fmt: skip
RATED = RATED.assign(rating_low=RATED["rating"] - 10.5, rating_high=RATED["rating"] + 20)
rated = partial(ratings, heuristics={1: "first", 2: "second"})
SCORES = {("a", "b"): 0.225, ("a", "c"): 0.5, ("b", "c"): 1.0, ("b", "a"): 0.775, ("c", "a"): 0.5, ("c", "b"): 0.0}


def _met(scores):
    rows = [(one, other, 40, score) for (one, other), score in scores.items()]
    return crosstable(pd.DataFrame(rows, columns=["player", "opponent", "n", "score"]), title="T")


def _traces(*runs):
    rows = [(run, at, best, 100 - at) for run, own in enumerate(runs) for at, best in enumerate(own)]
    return pd.DataFrame(rows, columns=["replicate", "generation", "best", "distinct"])


def _fitness(traces, **options):
    return best_fitness(traces, tints=dict(zip(traces, PALETTE, strict=False)), **options)


def _boxes(values, top=100.0, **more):
    return notched([Source("now", {"a": values, **more}, BLUE)], top=top)


THREE = _traces([0.4, 0.0], [0.2, 0.2, 0.1], [0.6, 0.1, 0.3])
DRAWN = {
    "ecdf": lambda: ecdf(_found(a=[0, 0.5, 1], b=[0, 0.25, 0.5, 0.75, 1]), title="T", **UP_TO_4),
    "only groups far from the median have colours": lambda: ecdf(
        _found(near=[0, 0.5, 1], nearer=[0, 0.52, 1], slow=[0, 0.1, 0.2, 1]), apart=0.2, log=True, **UP_TO_4
    ),
    "survival, highest end first, to the end if all have succeeded": lambda: survival(
        _without(a=[1, 0.5, 0.0], b=[1, 0.6, 0.2]), **UP_TO_4
    ),
    "power": lambda: power_curves(POWER, small_f=0.15, published_per_group=30, title="T"),
    "a panel for each measure": lambda: learning_curves(_learning("points", "perfect_lost"), published=[20], title="T"),
    "a value beside its point": lambda: learning_curves(_learning("perfect_drawn")[3:6], written=("book", 30)),
    "enlarged around a value, with the names of curves": lambda: learning_curves(
        _learning("perfect_lost", "unbeatable").replace({"value": {0.0: 0.0625}}), allowed=0.1
    ),
    "another rule before the reported one": lambda: _beside("book, as told"),
    "ratings": lambda: rated(RATED, title="T"),
    "crosstable, the best first": lambda: _met(SCORES),
    "boxes of a document and of ours": lambda: notched(
        [Source("then", {"a": [1, 2, 9]}), Source("now", {"b": [3, 4, 4, 30, 84]}, BLUE)],
        title="T", top=20.0,
    ),
    "fitness, with panels and tints": lambda: _fitness({"one": THREE, "two": THREE[:5]}, lines=2, title="Both"),
    "diversity": lambda: diversity({"one": THREE, "two": THREE[:2]}, population=200, title="T"),
}  # fmt: skip


@pytest.mark.parametrize("name", DRAWN)
def test_drawings(name, snapshot):
    assert picture(DRAWN[name]()) == snapshot


def test_the_detectable_effect_is_interpolated():
    """Three groups of 30 find f = 0.332 with 80% power (G*Power: total sample 90)."""
    f = np.geomspace(0.005, 1, 200)
    power = stats.ncf.sf(stats.f.ppf(0.95, 2, 87), 2, 87, 90 * f**2)
    assert detectable_effect(pd.DataFrame({"f": f, "power": power})) == pytest.approx(0.332, abs=0.002)
    assert detectable_effect(POWER[:3][::-1]) == pytest.approx(0.2 + 0.2 * 0.4 / 0.5)
    assert detectable_effect(POWER[:2]) is None
    power_curves(POWER[:1], small_f=0.1, published_per_group=30).draw_without_rendering()
    texts = [text.get_text() for text in power_curves(POWER, small_f=0.15, published_per_group=5).axes[0].texts]
    assert texts == ["80% power", "small effect\nf = 0.15"]


def test_a_line_at_0_is_drawn_over_the_axis_unless_it_is_enlarged():
    (axes,) = learning_curves(_learning("perfect_lost")).axes
    assert not axes.lines[0].get_clip_on()
    assert axes.lines[0].get_zorder() > axes.spines["bottom"].get_zorder()
    whole, enlarged = learning_curves(_learning("perfect_lost"), allowed=0.2).axes
    assert whole.get_ylim()[1] > max(line.get_ydata().max() for line in enlarged.lines[:1])
    assert all(line.get_clip_on() for line in enlarged.lines)
    assert enlarged.get_ylim() == (0, 0.4)
    assert all(axes.get_visible() for axes in _beside("book, as told", "other").axes)


def test_legends_say_what_their_lines_are():
    titles = [DRAWN[name]().legends[0].get_title().get_text() for name in ("a panel for each measure", "ratings")]
    assert titles == ["Trained against", "Moving first is worth +30 Elo (+20 to +50)"]
    assert rated(RATED[:-1]).legends[0].get_title().get_text() == ""
    labels = [[each.get_text() for each in rated(own).axes[0].get_yticklabels()] for own in (RATED[:3], RATED[3:5])]
    assert labels == [["depth 3", "depth 1"], ["plan", "random"]]
    (text,) = DRAWN["a value beside its point"]().axes[0].texts
    assert text.xy == (30, 0.125)


def test_colours_are_strongest_at_either_end():
    figure = Figure()
    score_matrix(figure, figure.subplots(), pd.DataFrame([[0.0, 0.5, 1.0, NAN]]))
    figure.draw_without_rendering()
    low, middle, high, _ = figure.axes[0].collections[0].get_facecolors()
    assert (to_hex(low).upper(), to_hex(high).upper()) == (VERMILLION, BLUE)
    assert min(middle) > 0.95
    texts = [(text.get_text(), text.get_color()) for text in figure.axes[0].texts]
    assert texts == [("0", "white"), ("50", "black"), ("100", "white")]
    fields = np.ma.getdata(_met(SCORES).axes[0].collections[0].get_array()).reshape(3, 3)
    assert fields[0, 1] == 0.775
    assert np.isnan(np.diag(fields)).all()


def test_many_players_have_no_numbers():
    names = [f"p{place:02d}" for place in range(13)]
    told = [len(_met(dict.fromkeys(permutations(own, 2), 0.5)).axes[0].texts) for own in (names, names[:-1])]
    assert told == [0, 12 * 11]


def test_boxes_are_by_hand_with_outliers_beyond_the_fences():
    """Of one to nine: quartiles 3, 5, 7; notch 1.58 * 4 / 3; fences at -3 and 13."""
    box = box_statistics([9, 1, 2, 3, 4, 5, 6, 7, 8])
    assert [box[name] for name in ("q1", "med", "q3", "whislo", "whishi")] == [3, 5, 7, 1, 9]
    assert len(box["fliers"]) == 0
    assert [box["cihi"] - 5, 5 - box["cilo"]] == pytest.approx([1.58 * 4 / 3] * 2)
    heights = _boxes(np.arange(1, 10)).axes[0].patches[0].get_path().vertices[:, 1]
    assert all(np.isclose(heights, height).any() for height in (3, 7, 5, box["cihi"], box["cilo"]))
    assert len(box_statistics([1, 2, 3, 4, 5, 6, 7, 8, 13, 14.01])["fliers"]) == 0  # IQR 4.5: fences -3.5 and 14.5
    box = box_statistics([4, 5, 5, 5, 6, 6, 6, 7, 20, -9])
    assert (box["fliers"].tolist(), box["whislo"], box["whishi"]) == ([-9, 20], 4, 7)


def test_published_boxes_are_told_apart():
    axes = notched([Source("then", {"a": [1, 2, 9]}), Source("now", {"a": [1, 2, 9]}, BLUE)], top=100).axes[0]
    assert [box.get_hatch() for box in axes.patches] == [HATCH, None]
    assert to_hex(axes.patches[0].get_edgecolor()).upper() == PUBLISHED
    points = [line.get_markerfacecolor() for line in axes.lines if line.get_marker() == "o"]
    assert points == ["white", BLUE]


def _points(values):
    return next(line for line in _boxes(values).axes[0].lines if line.get_marker() == "o")


def test_small_samples_show_every_value_apart_in_its_slot_and_a_notch():
    """That of a large one would look like a second median."""
    sizes = (POINTS_UP_TO, POINTS_UP_TO + 1)
    few, many = (len(_boxes(np.arange(size)).axes[0].patches[0].get_path()) for size in sizes)
    assert few > many
    values = [7] * 20 + [3, 4, 12]
    points = _points(values)
    assert sorted(points.get_ydata()) == sorted(values)
    assert len(set(zip(points.get_xdata(), points.get_ydata(), strict=True))) == len(values)
    assert np.abs(points.get_xdata()).max() < 0.42


def test_large_samples_show_outliers_once_and_thinned():
    assert _points([5] * POINTS_UP_TO + [6] * POINTS_UP_TO + [50, 50, 60]).get_ydata().tolist() == [50, 60]
    points = _points(np.concatenate([np.linspace(0, 1, 5000), np.linspace(10, 20, 1000)])).get_ydata()
    assert (len(points), points.min(), points.max()) == (200, 10, 20)


def test_no_boxes_without_values():
    told = message(notched, [], top=100), message(_boxes, [])
    assert told == ("no treatment to draw", "a box needs at least one value")


def test_means_are_over_runs_still_going():
    means = mean_by_generation(THREE, "best")
    assert means[["generation", "going"]].to_numpy().tolist() == [[0, 3], [1, 3], [2, 2]]
    assert means["mean"].to_numpy() == pytest.approx([0.4, 0.1, 0.2])
    assert means["error"].to_numpy() == pytest.approx([0.2 / np.sqrt(3), 0.1 / np.sqrt(3), 0.1])


def test_smoothing_keeps_a_line_and_calms_noise():
    generations = np.arange(30.0)
    assert smoothed(generations, 3 - 0.1 * generations) == pytest.approx(3 - 0.1 * generations)
    noise = np.resize([1.0, -1.0], 30)
    assert np.abs(smoothed(generations, noise)).max() < 0.8
    assert smoothed(generations[:4], noise[:4]).tolist() == noise[:4].tolist()


def test_long_runs_are_cut_and_noted_and_means_need_three():
    """Of 200 runs of 10 generations, one of them has 40: fewer than 1%; it is more of 50."""
    rng = np.random.default_rng(1)
    many = _traces(*(np.sort(rng.random(11))[::-1] for _ in range(199)), np.linspace(0.9, 0, 41))
    upper, lower = _fitness({"T": many}, lines=30).axes
    assert lower.get_xlabel() == "Generation\n(shown while 1% of runs are going; longest run: 40)"
    assert (upper.get_title(), lower.get_xlim()) == ("T (n = 200)", (-0.5, 10.5))
    assert lower.lines[0].get_ydata()[:12].tolist() == [1] * 11 + [1 / 200]
    lines, band = (
        next(each for each in upper.collections if isinstance(each, kind)) for kind in (LineCollection, PolyCollection)
    )
    assert len(lines.get_segments()) == 30
    points, smooth = upper.lines
    assert points.get_ydata() == pytest.approx(many.groupby("generation")["best"].mean().iloc[:11])
    error = many.loc[many["generation"] == 0, "best"].std() / np.sqrt(200)
    vertices = band.get_paths()[0].vertices
    assert vertices[vertices[:, 0] == 0][:, 1].max() - smooth.get_ydata()[0] == pytest.approx(1.96 * error)
    upper, lower = _fitness({"": many[many["replicate"] >= 150]}).axes
    assert (lower.get_xlabel(), lower.get_xlim()) == ("Generation", (-0.5, 40.5))
    assert upper.lines[0].get_xdata().max() == 10


@pytest.mark.parametrize("values", [[0.5], [1.0, 0.0], [0.5] * 4, [0.25] * 100])
def test_tiny_and_constant_input(values):
    traces = _traces(*([value] * 8 for value in values[:5]), [0.3])
    figures = [_boxes(values, b=values), _fitness({"": traces}), diversity({"one": traces}, population=100)]
    figures += [ecdf(_found(a=values), **UP_TO_4), survival(_without(a=values), **UP_TO_4)]
    for figure in figures:
        figure.draw_without_rendering()
        assert figure.axes[0].lines
    assert {line.get_drawstyle() for figure in figures[-2:] for line in figure.axes[0].lines} == {"steps-post"}
    assert len(figures[0].axes[0].patches) == 2
