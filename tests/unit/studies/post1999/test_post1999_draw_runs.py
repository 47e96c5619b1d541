"""Drawn runs: panels show their run in front of all, family trees the lives, births and the line of descent."""

from itertools import pairwise

import numpy as np
import pandas as pd
import pytest

from tttcore.engines.genies.summary import ancestors, lineage, players
from tttcore.plots.line_styles import PUBLISHED, VERMILLION
from tttcore.studies.post1999.draw_runs import FAMILIES, family_tree, score_traces


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


def _panels(traces, *, successes=None, published=None, ceiling=125, **title):
    return score_traces(traces, successes=successes or {}, published=published or {}, ceiling=ceiling, **title)


def _line(axes, label):
    (line,) = [line for line in axes.lines if line.get_label() == label]
    return line


def test_a_panel_per_run(traces):
    figure = _panels(traces, title="T")
    assert figure.get_suptitle() == "T"
    assert [axes.get_title() for axes in figure.axes] == [f"run {run}" for run in range(5)]
    for run, axes in enumerate(figure.axes):
        own = traces[traces["replicate"] == run]
        for family, _, _, label in FAMILIES:
            smooth = _line(axes, label)
            (raw,) = [line for line in axes.lines if line.get_color() == smooth.get_color() and line is not smooth]
            assert smooth.get_xdata().tolist() == raw.get_xdata().tolist() == list(range(1, 41))
            assert raw.get_ydata().tolist() == own[family].tolist()
            assert smooth.get_ydata()[20] == pytest.approx(own[family][8:33].mean())
            assert smooth.get_ydata()[0] == pytest.approx(own[family][:13].mean())
        assert len({_line(axes, label).get_color() for *_, label in FAMILIES}) == len(FAMILIES)
        assert axes.get_ylim() == (0, 205)
        assert axes.get_xlim() == (0, 40)
        assert len(axes.lines) == 5


def test_each_panel_is_as_long_as_its_run(traces):
    short = traces[(traces["replicate"] > 0) | (traces["generation"] <= 20)]
    assert [axes.get_xlim()[1] for axes in _panels(short).axes] == [20, 40, 40, 40, 40]


def test_successes_are_marked_in_their_panels(traces):
    figure = _panels(traces, successes={"run 1": 30}, published={"run 0": 20, "run 1": 25})
    assert [len(axes.lines) for axes in figure.axes] == [6, 7, 5, 5, 5]
    one = figure.axes[1]
    assert _line(one, "the evolving Genies succeed").get_xdata() == [30, 30]
    published = _line(one, "they did in the document, about here")
    assert published.get_xdata() == [25, 25]
    assert (published.get_color(), published.get_linestyle()) == (PUBLISHED, "--")
    assert _line(figure.axes[4], "highest average in the document, about 125").get_ydata() == [125, 125]
    entries = [text.get_text() for text in figure.legends[0].get_texts()]
    assert len(entries) == len(set(entries)) == 5


STATIC, POPULATION, GENERATIONS = 2, 7, 120


@pytest.fixture(params=range(5))
def family(request):
    rng = np.random.default_rng(request.param)
    died = rng.integers(STATIC, POPULATION, GENERATIONS)
    parent = rng.integers(STATIC, POPULATION, GENERATIONS)
    return lineage(died, parent, population=POPULATION)


def _best(family):
    return int(players(family, GENERATIONS)["number"].iloc[-1])


def _drawn(axes, label):
    segments = [lines.get_segments() for lines in axes.collections if lines.get_label() == label]
    return [tuple(map(tuple, segment)) for own in segments for segment in own]


def _lives(axes):
    return _drawn(axes, "life of a static Genie") + _drawn(axes, "life of an evolving Genie")


@pytest.mark.parametrize("last", [1, 40, GENERATIONS, 10 * GENERATIONS])
def test_lives_last_from_birth_to_death(family, last):
    axes = family_tree(family, best=_best(family), static=STATIC, last=last, title="T").axes[0]
    start = max(0, GENERATIONS - last)
    assert axes.get_xlim() == (start, GENERATIONS)
    shown = family[(family["born"] < GENERATIONS) & (family["died"].fillna(GENERATIONS) > start)]
    expected = sorted(zip(shown["born"].clip(lower=start), shown["died"].fillna(GENERATIONS), strict=True))
    assert sorted((left, right) for (left, _), (right, _) in _lives(axes)) == expected
    rows = [row for (_, row), _ in _lives(axes)]
    assert len(set(rows)) == len(rows)
    assert len(_drawn(axes, "birth")) == (shown["born"] > start).sum()
    assert len(_drawn(axes, "life of a static Genie")) == STATIC
    assert len(axes.get_yticks()) == POPULATION


def test_births_join_parents_to_children_without_crossing(family):
    axes = family_tree(family, best=_best(family), static=STATIC, last=GENERATIONS).axes[0]
    lives = {row: (left, right) for (left, row), (right, _) in _lives(axes)}
    parents = family.set_index("born")["parent"]
    ends = family["died"].fillna(GENERATIONS)
    for (at, below), (_, above) in _drawn(axes, "birth"):
        assert lives[above][0] == at
        assert lives[below][0] < at <= lives[below][1]
        assert lives[below] == (family["born"][parents[at]], ends[parents[at]])
        between = [(left, right) for row, (left, right) in lives.items() if below < row < above]
        assert all(not left < at < right for left, right in between)


@pytest.mark.parametrize("last", [30, GENERATIONS])
def test_the_line_of_descent_stands_out(family, last):
    best = _best(family)
    figure = family_tree(family, best=best, static=STATIC, last=last)
    (path,) = figure.axes[0].lines
    line = ancestors(family, best)
    assert path.get_color() == VERMILLION
    assert path.get_label() == f"descent of the best, Genie {best:,}: {len(line) - 1:,} births from founder {line[0]}"
    start = GENERATIONS - last
    births = [family["born"].iloc[number] for number in line if family["born"].iloc[number] > start]
    steps = list(pairwise(map(tuple, path.get_xydata())))
    assert [at for (at, _), (then, _) in steps if at == then] == births
    assert path.get_xdata()[[0, -1]].tolist() == [start, GENERATIONS]
    lives = {row: (left, right) for (left, row), (right, _) in _lives(figure.axes[0])}
    for (at, row), (then, _) in steps:
        if at < then:
            assert lives[row][0] <= at < then <= lives[row][1]


def test_whoever_lives_at_the_left_edge_is_named(family):
    def names(last):
        axes = family_tree(family, best=_best(family), static=STATIC, last=last).axes[0]
        return {label.get_text() for label in axes.get_yticklabels()}

    founders = {f"founder {slot}" for slot in range(STATIC, POPULATION)}
    assert names(GENERATIONS) == {"static 0", "static 1"} | founders
    playing = players(family, GENERATIONS - 9)[["number", "slot"]].to_numpy().tolist()
    named = {f"Genie {number}" if number >= POPULATION else f"founder {number}" for number, slot in playing if slot > 1}
    assert names(10) == {"static 0", "static 1"} | named
