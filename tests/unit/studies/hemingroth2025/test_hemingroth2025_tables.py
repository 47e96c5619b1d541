"""Tables of Hemingroth (2025): what they need, random organisms by reading, and extents of a mutation."""

import random
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from reference import hemingroth as twin
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.players.coding import fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.hemingroth2025.published_trajectories import read_log
from tttcore.studies.hemingroth2025.tables import LOSES, check, first_generations, mutation_extents

LOG = ROOT / "config" / "published" / "hemingroth2025_log.csv"
OTHER = {"name": "random_reset", "slope": 1, "base": 1}


@pytest.fixture(scope="module")
def study():
    found = read_study(ROOT / "config" / "studies" / "hemingroth2025.yaml")
    return replace(found, config=found.config | {"published": {"tables": {"log": LOG}}})


def test_the_study_as_it_is_passes(study):
    check(study)


def test_a_wrong_cell_of_the_log_is_told(study, tmp_path):
    log = tmp_path / "log.csv"
    read_log(LOG).assign(best=2).to_csv(log, index=False)
    with pytest.raises(ConfigError, match=r"log\.csv, line 2, best: '2'; allowed: numbers from 0 to 1$"):
        check(replace(study, config=study.config | {"published": {"tables": {"log": log}}}))


def test_a_mutation_of_another_kind_has_no_extent(study):
    other = replace(study.treatments["extent-0200"], recipe=study.recipes["extent-0200"] | {"mutate": OTHER})
    message = r"^comparisons\.extents\.0\.02: 'extent-0200' has no mutate\.rate to compare by$"
    with pytest.raises(ConfigError, match=message):
        check(replace(study, treatments=study.treatments | {"extent-0200": other}))


PUBLISHED = 0.47777
TREATMENTS = {"exclusive": "modulo", "legal-alleles": "never", "next-free-cell": "next_free"}


@pytest.fixture(scope="module")
def recipes():
    study = read_study(ROOT / "config/studies/hemingroth2025.yaml")
    return {name: study.recipes[name] for name in TREATMENTS}


@pytest.fixture(scope="module")
def table(recipes, tables):
    return first_generations(PUBLISHED, recipes, tables, np.random.default_rng(4))


def test_rows(table):
    first, *others = TREATMENTS
    own = [(first, reading) for reading in ("both", "first", "second", LOSES)]
    assert list(zip(table["treatment"], table["reading"], strict=True)) == [*own, *((name, "both") for name in others)]
    assert table["n"].tolist() == [20_000, 20_000, 20_000, 200, 20_000, 20_000]


@pytest.mark.needs_jit
@pytest.mark.parametrize(
    ("treatment", "reading", "seats"),
    [
        ("exclusive", "both", (1, -1)),
        ("exclusive", "first", (1,)),
        ("exclusive", "second", (-1,)),
        ("legal-alleles", "both", (1, -1)),
        ("next-free-cell", "both", (1, -1)),
    ],
)
def test_averages_are_those_of_naive_play(table, treatment, reading, seats):
    """Within four standard errors."""
    taken, rng = TREATMENTS[treatment], random.Random("averages")
    players = [twin.random_genome(rng, taken) for _ in range(120)]
    ends = [[(twin.games(player, seat, taken), seat) for seat in seats] for player in players]
    kept = [1 - sum(e[-s] for e, s in own) / sum(e.total() for e, _ in own) for own in ends]
    row = table.set_index(["treatment", "reading"]).loc[(treatment, reading)]
    assert abs(np.mean(kept) - row["average"]) < 4 * np.std(kept) / np.sqrt(len(kept))


def test_players_that_lose_on_a_taken_cell_lose_nearly_all(table):
    row = table.set_index("reading").loc[LOSES]
    assert row["average"] < 0.15
    assert row["chance"] < 1e-6


def test_chances_by_arithmetic(table):
    for row in table.itertuples():
        error = row.spread * (1 / 2000 + 1 / row.n) ** 0.5
        assert row.chance == pytest.approx(2 * stats.norm.cdf(-abs(row.average - PUBLISHED) / error))
        assert [row.low, row.high] == pytest.approx([row.average - 1.959964 * error, row.average + 1.959964 * error])
        assert (row.low <= PUBLISHED <= row.high) == (row.chance >= 0.05)
        interval = stats.t.interval(0.95, row.n - 1, row.average, row.spread / row.n**0.5)
        assert [row.average_low, row.average_high] == pytest.approx(interval)


@pytest.mark.needs_jit
def test_true_averages_are_rarely_called_unlikely(recipes, tables):
    """Of 2,000 populations of 50 random organisms about one in twenty has an average outside the interval."""
    few = {"exclusive": recipes["exclusive"] | {"population": 50}}
    row = first_generations(PUBLISHED, few, tables, np.random.default_rng(5)).iloc[0]
    coding = build_recipe(few["exclusive"], "few").coding.apply(tables)
    genes = np.empty((2000 * 50, coding.alleles.width), np.uint8)
    fill_randomly(genes, coding.alleles, np.random.default_rng(6))
    averages = 1 - Evaluator(tables, "both", coding)(genes).fitness.reshape(2000, 50).mean(axis=1)
    wrong = np.mean((averages < row["low"]) | (averages > row["high"]))
    assert abs(wrong - 0.05) < 4 * (0.05 * 0.95 / 2000) ** 0.5


RECIPES = {"a": {"mutate": {"name": "reset", "rate": 0.1}}, "b": {"mutate": {"name": "reset", "rate": 0.01}}}


def made(generations, censored, *, treatment="a", gap=0.25):
    runs = pd.DataFrame({"treatment": treatment, "generations": generations, "censored": censored})
    rows = [
        {"treatment": treatment, "replicate": row, "generation": g, "best": 0.5, "mean": 0.5 + gap * row}
        for row, last in enumerate(generations)
        for g in range(1, last + 1)
    ]
    return runs, pd.DataFrame(rows)


def test_rows_in_order_of_the_value():
    one, other = made([3, 5, 9], [False, False, True]), made([4, 4], [False, True], treatment="b")
    runs, traces = (pd.concat(tables) for tables in zip(one, other, strict=True))
    table = mutation_extents(runs, traces, RECIPES, treatments={"A": "a", "B": "b"}, generation=4)
    assert table["label"].tolist() == ["B", "A"]
    assert table["value"].tolist() == [0.01, 0.1]
    assert table["n"].tolist() == [2, 3]
    a = table.set_index("label").loc["A"]
    assert (a["generations"], a["solved"], a["going"]) == (5, pytest.approx(2 / 3), 2)
    assert a["gap"] == 0.25, "of the runs 1 and 2, which get to generation 4, the lower middle one"
    exact = stats.binomtest(2, 3).proportion_ci()
    assert (a["solved_low"], a["solved_high"]) == pytest.approx((exact.low, exact.high))


def test_equal_values_are_in_the_order_of_their_labels():
    names = [f"t{number:02}" for number in range(40)]
    runs, traces = (
        pd.concat(tables) for tables in zip(*(made([3], [False], treatment=name) for name in names), strict=True)
    )
    labels = {name.upper(): name for name in reversed(names)}
    recipes = dict.fromkeys(names, RECIPES["a"])
    table = mutation_extents(runs, traces, recipes, treatments=labels, generation=1)
    assert table["label"].tolist() == [name.upper() for name in names]


def test_a_median_beyond_the_cap_is_infinite():
    runs, traces = made([3, 9, 9], [False, True, True])
    table = mutation_extents(runs, traces, RECIPES, treatments={"A": "a"}, generation=50)
    assert np.isinf(table.loc[0, "generations"])
    assert table.loc[0, "going"] == 0
    assert np.isnan(table.loc[0, "gap"])


@pytest.mark.parametrize("n", [6, 25, 50])
def test_the_interval_of_a_median_covers_it(n):
    """By the binomial: the chance that the median is between the order statistics is 95% or more, and not much more."""
    runs, traces = made(np.arange(1, n + 1), np.zeros(n, bool))
    found = mutation_extents(runs, traces, RECIPES, treatments={"A": "a"}, generation=1)
    low, high = int(found.loc[0, "generations_low"]), int(found.loc[0, "generations_high"])
    assert low + high == n + 1
    outside = 2 * stats.binom.cdf(low - 1, n, 0.5)
    assert outside <= 0.05
    assert 2 * stats.binom.cdf(low, n, 0.5) > 0.05, "the next narrower interval would not do"
