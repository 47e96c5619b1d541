"""Drawn family trees: lives and births of the table, no crossings, the line of descent."""

from itertools import pairwise

import numpy as np
import pytest

from tttcore.engines.genies.lineage import ancestors, lineage, players
from tttcore.engines.genies.plots.family_tree import family_tree
from tttcore.plots.palette import VERMILLION

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
    return _drawn(axes, "life of a fixed Genie") + _drawn(axes, "life of an evolving Genie")


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
    assert len(_drawn(axes, "life of a fixed Genie")) == STATIC
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
    assert names(GENERATIONS) == {"fixed 0", "fixed 1"} | founders
    playing = players(family, GENERATIONS - 9)[["number", "slot"]].to_numpy().tolist()
    named = {f"Genie {number}" if number >= POPULATION else f"founder {number}" for number, slot in playing if slot > 1}
    assert names(10) == {"fixed 0", "fixed 1"} | named


def test_missing_columns_are_named(family):
    with pytest.raises(ValueError, match="missing died; the table has number, slot"):
        family_tree(family.drop(columns="died"), best=0, static=STATIC, last=3)
