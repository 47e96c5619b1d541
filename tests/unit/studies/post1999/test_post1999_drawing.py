"""Drawings are those of stored pictures; family trees of random runs; figures, from what the study stores."""

from itertools import pairwise
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.learners import RECIPE as SMALL
from helpers.texts import picture
from matplotlib.colors import to_hex

from tttcore.engines.genies import engine as genies
from tttcore.engines.genies.engine import summarise
from tttcore.engines.genies.summary import ancestors, lineage, players
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.study import ALL
from tttcore.pipeline.table_files import read_texts, write_csv
from tttcore.plots.line_styles import Styles, assign, by_place
from tttcore.plots.names import Names
from tttcore.studies.post1999 import figures, genes, success
from tttcore.studies.post1999.benchmarks import ByBoard
from tttcore.studies.post1999.chosen_runs import like
from tttcore.studies.post1999.draw_runs import family_tree, score_traces
from tttcore.studies.post1999.draw_statistics import gene_bars, growth, small_samples, successes
from tttcore.studies.post1999.growth import growth_laws


def _genes(group, edge, shift=0.0):
    """Rows in reverse order, which must not matter."""
    marks = np.arange(1 - edge, edge)
    mean = 0.5 * marks + shift
    table = pd.DataFrame({"group": group, "gene": [f"{mark:+}" for mark in marks], "place": range(marks.size)})
    return table.assign(mean=mean, mean_low=mean - 1, mean_high=mean + 2, first_mean=mean - 0.25)[::-1]


def _gene_bars(**changes):
    parts = [_genes("random", 2), _genes("zeros", 2, shift=1), _genes("smart", 2), _genes("long", 3)]
    styles = by_place(["random", "zeros", "smart", "long"])
    return gene_bars(pd.concat(parts).assign(**changes), styles=styles, first_label="first", title="T")


def _score_traces():
    """A step from 100 to 200, and a shorter run."""
    step = pd.DataFrame({"run": "step", "generation": range(1, 33), "evolving": [100] * 16 + [200] * 16, "static": 50})
    short = pd.DataFrame({"run": "short", "generation": [1, 2], "evolving": [90, 130], "static": [70, 30]})
    marks = {"successes": {"step": 30}, "published": {"short": 2, "step": 25}}
    return score_traces(pd.concat([step, short]), ceiling=125, title="T", **marks)


def _small_samples():
    shares = pd.DataFrame({"treatment": ["a", "b", "c"], "success": "in the end", "within": 1000, "n": 1000})
    shares = shares.assign(successes=[700, 1000, 4], share=[0.7, 1.0, 0.004], share_low=0.0, share_high=1.0)
    table = success.small_samples(shares, of=5).rename(columns={"treatment": "group"})
    return small_samples(table, published={"a": 3, "b": 5, "c": 1}, first={"a": 4, "b": 5, "c": 0}, title="T")


def _successes():
    rows = [("a", "in the end", 0.5, 0.47, 0.52), ("a", "at any time", 0.75, 0.7, 0.8)]
    rows += [("b", "in the end", 0.04, 0.01, 0.06), ("b", "at any time", 0.29, 0.2, 0.3)]
    table = pd.DataFrame(rows, columns=["group", "success", "share", "share_low", "share_high"])
    return successes(table, published={"b": 0.4}, of=5, title="T")


AT = np.array([2.0, 3.0, 4.0, 6.0, 8.0])


def _growth(only=None, law=None):
    """Series that grow by a factor of 5, and to the power of 7, the latter with values beyond those measured."""
    parts = [
        pd.DataFrame({"series": series, "x": AT, "value": value, "extrapolated": last < AT})
        for series, value, last in (("ours", 1e-6 * 5**AT, 8), ("recount", 1e-5 * AT**7, 4))
    ]
    table = pd.concat(parts)
    fits = growth_laws(table, "value")
    if only:
        table, fits = table[table["series"] == only], fits[(fits["series"] != only) & (fits["law"] == law)]
    return growth(table, fits, xlabel="Edge", ylabel="Seconds", title="T")


def _family_tree():
    """Genie 6, a descendant of the static Genie, has two children, of which 8 is the best."""
    family = lineage([1, 2, 1, 3, 2, 3], [0, 1, 2, 1, 1, 2], population=4)
    return family_tree(family, best=8, static=1, last=4, title="T")


DRAWINGS = {
    "genes": _gene_bars,
    "scores": _score_traces,
    "family tree": _family_tree,
    "few runs": _small_samples,
    "successes": _successes,
    "growth": _growth,
    "points without a law": lambda: _growth("ours", "power"),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_pictures(draw, snapshot):
    figure = draw()
    markers = [line for axes in figure.axes for line in axes.lines if line.get_marker() not in ("", "None")]
    fills = " ".join(to_hex(line.get_markerfacecolor()) for line in markers)
    assert f"{picture(figure)}\nmarkers are filled with {fills}" == snapshot


def test_a_single_run_has_no_interval_and_no_first_runs():
    figure = _gene_bars(mean_low=np.nan, mean_high=np.nan, first_mean=np.nan)
    figure.draw_without_rendering()
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["random", "zeros", "smart", "long"]


def test_laws_are_one_above_the_other_so_that_they_fit_a_phone():
    """No legend of a law runs into the panel below."""
    figure = _growth()
    figure.draw_without_rendering()
    upper, lower = figure.axes
    assert upper.get_legend().get_window_extent().y0 > lower.title.get_window_extent().y1
    for axes in figure.axes:
        assert axes.get_legend().get_window_extent().y1 <= axes.xaxis.label.get_window_extent().y0
    assert figure.legends[0].get_window_extent().y1 < lower.get_legend().get_window_extent().y0


def test_boards_are_timed_by_both_players_and_drawn(tmp_path):
    by_board = ByBoard(along="dimensions", boards=[(3, 1), (3, 2), (3, 3)])
    times = by_board.measure("study", {}, seed=0)
    assert (times["seconds"] > 0).all()
    assert times.groupby("player")["x"].apply(list).to_dict() == {"incremental": [1, 2, 3], "recount": [1, 2, 3]}
    write_csv(tmp_path / "times.csv", times)
    kept = read_texts(tmp_path / "times.csv", by_board.texts)
    pd.testing.assert_frame_equal(kept, times, check_dtype=False)
    figure = by_board.draw(kept, "T")
    assert [axes.get_xlabel() for axes in figure.axes] == ["Dimensions", "Dimensions (logarithmic)"]


STATIC, POPULATION, GENERATIONS = 2, 7, 120


def _drawn(axes, label):
    segments = [lines.get_segments() for lines in axes.collections if lines.get_label() == label]
    return [tuple(map(tuple, segment)) for own in segments for segment in own]


@pytest.mark.parametrize("last", [1, 40, GENERATIONS, 10 * GENERATIONS])
@pytest.mark.parametrize("run", range(3))
def test_trees_of_random_runs(run, last):
    """Lives last from birth to death, births join parents to children without crossing, descent goes along lives."""
    rng = np.random.default_rng(run)
    died, parent = rng.integers(STATIC, POPULATION, (2, GENERATIONS))
    family = lineage(died, parent, population=POPULATION)
    best = int(players(family, GENERATIONS)["number"].iloc[-1])
    axes = family_tree(family, best=best, static=STATIC, last=last).axes[0]
    start = max(0, GENERATIONS - last)
    ends = family["died"].fillna(GENERATIONS)
    shown = family[(family["born"] < GENERATIONS) & (ends > start)]
    drawn = _drawn(axes, "life of a static Genie") + _drawn(axes, "life of an evolving Genie")
    lives = {row: (left, right) for (left, row), (right, _) in drawn}
    assert len(lives) == len(drawn)
    assert sorted(lives.values()) == sorted(zip(shown["born"].clip(lower=start), ends[shown.index], strict=True))
    births, parents = _drawn(axes, "birth"), family.set_index("born")["parent"]
    assert len(births) == (shown["born"] > start).sum()
    for (at, below), (_, above) in births:
        assert lives[above][0] == at
        assert lives[below] == (max(start, family["born"][parents[at]]), ends[parents[at]])
        assert lives[below][0] < at <= lives[below][1]
        assert not any(left < at < right for row, (left, right) in lives.items() if below < row < above)
    (path,), line = axes.lines, ancestors(family, best)
    steps = list(pairwise(map(tuple, path.get_xydata())))
    assert [at for (at, _), (then, _) in steps if at == then] == [b for b in family["born"].iloc[line] if b > start]
    assert all(lives[row][0] <= at < then <= lives[row][1] for (at, row), (then, _) in steps if at < then)


FIRST = 2
RECIPE = SMALL | {"population": 5, "games": 8, "generations": 12, "success": {"score": 100, "window": 3}}
RECIPE |= {"unofficial": {"every": 4, "games": 2}}
RECIPES = {"even": RECIPE, "long": RECIPE | {"edge": 4}}


def _rows(table, **values):
    return table[np.logical_and.reduce([table[column] == value for column, value in values.items()])]


@pytest.fixture(scope="module")
def evidence():
    """Runs of two treatments, without a folder of results."""
    parts = [run_replicates(genies, "s", name, own, None, seed=1, replicates=range(4)) for name, own in RECIPES.items()]
    histories = pd.DataFrame([run for part in parts for run in part])
    runs, traces, _ = summarise(histories, RECIPES)
    shares = success.success_rates(runs, RECIPES, FIRST, within=[3, 12])
    small = success.small_samples(shares, of=FIRST)
    steps = {"generation": [0, 9], "survival": [1, 0.5], "low": [1, 0.4], "high": [1, 0.6], "at_risk": [2, 1]}
    sets = {"one": {"x": "even"}, ALL: {"even": "even", "long": "long"}}
    parts = [pd.DataFrame({"set": name, "group": group, **steps}) for name, own in sets.items() for group in own]
    tables = {"final_genes": genes.final_genes(runs, FIRST), "successes": shares, "small_samples": small}
    made = SimpleNamespace(recipes=RECIPES, published={"replicates": FIRST}, runs=runs)
    made.styles = Styles(assign(RECIPES), {}, Names())
    made.statistics = (tables | {"survival": pd.concat(parts)}).__getitem__
    made.traces_of = lambda name: _rows(traces, treatment=name)
    made.history = lambda name, run: _rows(histories, treatment=name, replicate=run).iloc[0].to_dict()
    return made


def test_chosen_runs():
    """The nearest; ties to the first run; ones without success last, but there is something to show."""
    columns = {"replicate": [3, 0, 1, 2, 4], "generations": [1000, 500, 700, 500, 1000]}
    runs = pd.DataFrame({"treatment": "a", **columns, "censored": [False, False, False, False, True]})
    both = pd.concat([runs.assign(treatment="other", generations=600, censored=False), runs])
    assert [like(SimpleNamespace(runs=both), "a", near) for near in (690, 600, 1000)] == [1, 0, 3]
    assert like(SimpleNamespace(runs=runs.assign(censored=True)), "a", 500) == 0


PANELS = [figures.Panel("A", "even", 7, 9), figures.Panel("B", "long", 20)]
LABELS = {"long": "L", "even": "E"}
GROUPS = {"E 12": ("even", 12), "E 3": ("even", 3), "L": ("long", 12)}
FIGURES = {
    "single runs": lambda of: figures._score_traces(of, "T", PANELS, 160),
    "survival": lambda of: figures._survival(of, "T", LABELS, 30),
    "gene bars": lambda of: figures._gene_bars(of, "T", LABELS),
    "small samples": lambda of: figures._small_samples(of, "T", GROUPS, dict.fromkeys(GROUPS, 1)),
    "descent": lambda of: figures._descent(of, "T", "even", 2, last=10),
}


@pytest.mark.parametrize("name", FIGURES)
def test_figures_of_stored_results(evidence, name, snapshot):
    """Runs nearest to generations; labels of the figure; curves of the set of all; successes of the first two runs."""
    assert picture(FIGURES[name](evidence)) == snapshot


def test_the_family_tree_leads_to_the_champion(evidence):
    (path,) = FIGURES["descent"](evidence).axes[0].lines
    best = int(path.get_label().split("Genie ")[1].split(":")[0].replace(",", ""))
    genes = np.reshape(evidence.history("even", 2)["genes"], (-1, 6))[best - RECIPE["static"]["count"]]
    champion = _rows(evidence.runs, treatment="even", replicate=2)["champion"].iloc[0]
    assert " ".join(map(str, genes)) == champion
