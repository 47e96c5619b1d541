"""Averages of random organisms by each reading: naive play, the chance by arithmetic, and calibration."""

import random

import numpy as np
import oracles_situations as situations
import pytest
from project import ROOT
from scipy import stats

from tttcore.engines.engine import read_study
from tttcore.engines.genetic_algorithm.players.coding import fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.studies.hemingroth2025.tables import LOSES, first_generations

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
    players = [situations.random_genome(rng, taken) for _ in range(120)]
    ends = [[(situations.games(player, seat, taken), seat) for seat in seats] for player in players]
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
        assert row.chance_least == 0


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
