"""Trajectories against pandas and published numbers, contrasts, drawings; facts against oracles and arithmetic."""

import math
from fractions import Fraction
from functools import partial
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest
from helpers.pages import LEAST, smallest
from helpers.project import ROOT
from helpers.rows import told
from helpers.tables import InMemory, Parted
from helpers.texts import message, picture
from matplotlib.collections import LineCollection
from matplotlib.colors import to_hex
from reference import classic as oracles
from scipy import stats

from tttcore.engines.genetic_algorithm.champions import champions_of_runs
from tttcore.engines.genetic_algorithm.players.coding import Alleles
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.engines.study_files import read_study
from tttcore.pipeline.rng import stream
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots.line_styles import BLUE, Styles, assign
from tttcore.plots.names import names_of
from tttcore.stats.evidence import published_sample
from tttcore.studies.ancheta2020 import trajectories
from tttcore.studies.ancheta2020.drawing import differences
from tttcore.studies.ancheta2020.figures import UMG, figure_8_umg
from tttcore.studies.ancheta2020.method import method_facts
from tttcore.studies.ancheta2020.tables import check, contrasts_of, costs, course_reports, courses

DATA = ROOT / "config" / "published" / "ancheta2020_courses.csv"
TABLE6 = ROOT / "config" / "published" / "ancheta2020_table6.csv"
LABELS = ("control", "rmg", "umg")


def test_trajectories_of_the_document():
    """The last generations are those of Table 6."""
    published = trajectories.read_trajectories(DATA)
    for label, sample in published_sample(TABLE6).items():
        lengths = (~np.isnan(published[label].best)).sum(axis=1)
        assert lengths.tolist() == sample.values.tolist()
        assert (published[label].steps == lengths - 1).all()
        assert [best[length - 1] for best, length in zip(published[label].best, lengths, strict=True)] == [0.0] * 30


def test_costs_are_lines_of_play_and_games_against_opponents():
    """As the text has it, each of 300 in the pool plays 300 games in every generation but the first."""
    study = read_study(ROOT / "config" / "studies" / "ancheta2020.yaml")
    runs = pd.DataFrame({
        "treatment": ["control-described", "umg-described", "umg-described"], "replicate": [0, 0, 1],
        "lines_first": [[10, 20], [10, 20, 30], [1]], "lines_second": [[0, 0], [1, 1, 1], [2]],
    })  # fmt: skip
    for rows in (InMemory(runs), Parted(runs)):
        found = costs(SimpleNamespace(run_rows=rows, recipes=study.recipes)).set_index("treatment")
        assert found["n"].to_dict() == {"control-described": 1, "umg-described": 2}
        assert found["lines"].to_dict() == {"control-described": 30, "umg-described": (63 + 3) / 2}
        assert found["games"].to_dict() == {"control-described": 0, "umg-described": 300 * 300 * 2 / 2}
        assert (found["lines"] + found["games"]).equals(found["total"])


def random_rows(seed, runs=60):
    """Traces of runs of different lengths, with their initial population."""
    rng = np.random.default_rng(seed)
    parts = []
    for replicate in range(runs):
        best = np.append(rng.random(rng.integers(2, 14)), 0.0)
        parts.append(pd.DataFrame({"replicate": replicate, "generation": np.arange(best.size), "best": best}))
    return pd.concat(parts, ignore_index=True)


def test_courses_against_pandas():
    rows = random_rows(1)
    found = trajectories.Trajectories.of(rows)
    wide = rows[rows["generation"] > 0].pivot_table(index="replicate", columns="generation", values="best")
    changes = wide.diff(axis=1)
    assert found.initial.tolist() == rows.groupby("replicate")["best"].first().tolist()
    assert found.rises.tolist() == (changes > 0).sum(axis=1).tolist()
    assert found.steps.tolist() == changes.notna().sum(axis=1).tolist()
    assert found.largest == pytest.approx(changes.max(axis=1).clip(lower=0).fillna(0))
    going = wide.count()
    counted = going >= 20
    assert trajectories.mean_spread(found.best) == pytest.approx((wide.std() / np.sqrt(going))[counted].mean())
    assert trajectories.mean_spread(found.best, of_mean=False) == pytest.approx(wide.std()[counted].mean())
    many = np.stack([found.best[:30], found.best[30:]])
    assert trajectories.mean_spread(many) == pytest.approx([float(trajectories.mean_spread(half)) for half in many])


def test_redrawn_spread_is_that_of_redrawn_runs():
    best = trajectories.Trajectories.of(random_rows(2)).best
    drawn = trajectories.redrawn_spread(best, resamples=3000, rng=np.random.default_rng(3))
    rng = np.random.default_rng(4)
    plain = [trajectories.mean_spread(best[rng.integers(0, len(best), len(best))], of_mean=False) for _ in range(1500)]
    assert np.quantile(drawn, (0.025, 0.5, 0.975)) == pytest.approx(np.quantile(plain, (0.025, 0.5, 0.975)), rel=0.02)


@pytest.fixture
def evidence():
    rows = pd.concat([random_rows(seed).assign(treatment=label) for seed, label in enumerate(LABELS)])
    published = {"repeated_by": ["listed"], "tables": {trajectories.FIGURES: str(DATA)}, "replicates": 30}
    asked = {"comparisons": {"listed": {label: label for label in LABELS}}, "published_replicates": 30}
    made = SimpleNamespace(trace_rows=InMemory(rows), published=published, **asked)
    made.stream = partial(stream, 1, "made-up")
    made.once = lambda make: make(made)
    return made


def test_tables_of_courses_and_reports(evidence, snapshot):
    """Random courses spread far more than the document's, and begin anywhere between 0 and 1."""
    table = courses(evidence)
    assert "\n\n".join(map(told, (table, course_reports(evidence)))) == snapshot
    assert table.loc[table["set"] == PUBLISHED, "share_with_rise"].tolist() == pytest.approx([0, 2 / 30, 5 / 30])
    for row in table[table["set"] == "listed"].to_dict("records"):
        assert row["spread_low"] < row["spread"] < row["spread_high"]


def test_mistakes_are_told_in_one_line(tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    said = []
    for line in ("control,1,3,0.1", "control,1,2,1.5", "control,x,2,0.5"):
        (tmp_path / "courses.csv").write_text(f"treatment,run,generation,best_fitness\ncontrol,1,1,0.2\n{line}\n")
        said.append(f"{line}: {message(trajectories.read_trajectories, 'courses.csv')}")
    comparisons = {"mine": {"control": "a", "other": "b"}}
    config = {"published": {"tables": {trajectories.FIGURES: str(DATA)}, "repeated_by": ["mine"]}}
    said.append(f"another group: {message(check, SimpleNamespace(config=config, comparisons=comparisons))}")
    assert "\n".join(said) == snapshot


def test_contrasts_of_treatments(tables, random_genes):
    genomes = ["".join(map(str, genome)) for genome in random_genes(20, "contrasts").tolist()]
    runs = {"treatment": [*"a" * 12, *"b" * 7, "c"], "censored": [False] * 19 + [True], "champion": genomes}
    table = champions_of_runs(InMemory(pd.DataFrame(runs)), tables)
    share = table.set_index("treatment")["beat_listed_umg"]
    first, second = contrasts_of(table, {"a": "b", "b": "c"}).to_dict("records")
    assert [(row["a"], row["b"]) for row in (first, second)] == [("a", "b"), ("b", "c")]
    assert first["beat_listed_umg"] == pytest.approx(share["a"] - share["b"])
    assert first["beat_listed_umg_low"] < first["beat_listed_umg"] < first["beat_listed_umg_high"]
    assert math.isnan(second["beat_umg_low"])
    assert "'d' has no such data" in message(contrasts_of, table, {"a": "d"})


def test_figure_shows_the_documents_runs_beside_ours():
    """From the first generation on, with as many runs as the file has."""
    names = names_of(read_study(ROOT / "config" / "studies" / "ancheta2020.yaml").config)
    styles, published = Styles(assign([*UMG], [UMG]), {}, names), {"tables": {trajectories.FIGURES: str(DATA)}}
    source = SimpleNamespace(names=names, styles=styles, published=published)
    source.traces_of = lambda treatment, *columns: random_rows(7)[[*columns]]
    drawn = figure_8_umg(source, title="")
    titles = [axes.get_title() for axes in drawn.axes if axes.get_title()]
    assert titles == ["published (n = 30)", "the authors' program (n = 60)", "as described (n = 60)"]
    lines = [next(each for each in axes.collections if isinstance(each, LineCollection)) for axes in drawn.axes[:3]]
    assert [len(each.get_segments()) for each in lines] == [30, 30, 30]
    assert min(segment[:, 0].min() for each in lines for segment in each.get_segments()) == 1


def test_differences_beside_their_margin(snapshot):
    """Published values are told apart by an open marker."""
    columns = ["label", "source", "colour", "difference", "low", "high"]
    sources = [("then", "", -0.43, -1.73, 0.87), ("now", BLUE, 0.869, 0.719, 1.019)]
    table = pd.DataFrame([(label, *source) for label in ("UMG", "RMG") for source in sources], columns=columns)
    figure = differences(table, margin=1.0, title="T")
    assert picture(figure) == snapshot
    assert smallest(figure) >= LEAST
    fills = [to_hex(line.get_markerfacecolor()) for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert fills == ["#ffffff", BLUE.lower()] * 2
    without = table.drop(columns=["low", "high"])
    assert message(differences, without, margin=1.0).startswith("missing low, high;")


SAMPLED = {"allele_uniformity_p": (1e-3, 1), "rmg_difference": (0, 1e-12), "random_fitness": (0.28, 0.38)}
SAMPLED |= {"most_changed": (24, 35)}
"""Facts that depend on what is drawn, with their limits."""


@pytest.fixture(scope="module")
def recipes():
    return read_study(ROOT / "config" / "studies" / "ancheta2020.yaml").recipes


@pytest.fixture(scope="module")
def facts(recipes, tables):
    return method_facts(recipes, tables, seed=2020).set_index("fact")


@pytest.mark.needs_jit
def test_facts(facts, snapshot):
    exact = facts.drop(index=[*SAMPLED])
    assert "\n".join(f"{row.Index}: {row.text or f'{row.value:.6g}'}" for row in exact.itertuples()) == snapshot
    least, greatest = zip(*SAMPLED.values(), strict=True)
    assert facts.loc[[*SAMPLED], "value"].between([*least], [*greatest]).all()


@pytest.mark.needs_jit
def test_facts_by_arithmetic(facts):
    """Also j(i) = i + 2N (i-1)(i-2) / ((N-1)(N-2)) in fractions, which the listing cuts off."""
    third = Fraction(5, 13) - Fraction(5, 21)
    assert facts.loc["niching_shift", "value"] == round(float(13 * third), 2), "shares 4 : 4 : 5, and 8 : 8 : 5 without"
    ranks = [i + Fraction(200 * (i - 1) * (i - 2), 99 * 98) for i in range(1, 101)]
    assert facts.loc["elite_rounding", "value"] == sum(round(rank) != int(rank) for rank in ranks)
    free = [len(oracles.free_cells(board)) for board in oracles.game_base() if not oracles.winner(board)]
    assert len(free) == 627
    share = 1 - sum(Fraction(1, cells) for cells in free) / 627
    assert facts.loc["redraws_that_change", "value"] == pytest.approx(float(share), rel=1e-12)


@pytest.mark.needs_jit
def test_expected_mutations_and_silent_sites_are_those_of_the_operators(recipes, facts, tables, random_genes):
    """One of fifty sites is silent in a pair whose children switch parents 49 times."""
    described = build_recipe(recipes["control-described"], "control-described")
    genes = random_genes(4000, "mutants")
    mutants = np.empty_like(genes)
    described.mutate(genes, 0.1, Alleles.of(tables), np.random.default_rng(1), out=mutants)
    changed = np.count_nonzero(mutants != genes, axis=1)
    assert stats.ttest_1samp(changed, facts.loc["expected_changed", "value"]).pvalue > 1e-3
    pairs, first = 5000, np.zeros(5000, np.intp)
    children, parents = np.empty((2 * pairs, 765), np.uint8), np.array([[0] * 765, [1] * 765], np.uint8)
    described.cross(parents, first, first + 1, 765, np.random.default_rng(2), out=children)
    switches = np.count_nonzero(np.diff(children[::2].astype(np.int8), axis=1), axis=1)
    assert {*switches.tolist()} == {49, 50}
    silent = stats.binomtest(int((switches == 49).sum()), pairs, facts.loc["silent_last_site", "value"])
    assert silent.pvalue > 1e-3
