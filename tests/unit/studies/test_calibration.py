"""How often what studies say by chance is wrong, by simulations whose truth is known: as often as they say, or less."""

import math

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.pipeline.rng import stream
from tttcore.studies.hemingroth2025 import envelope, training_log
from tttcore.studies.michie1963.tables import single_run
from tttcore.studies.osipa2017 import deepening, outcomes
from tttcore.studies.post1999 import genes

LEVELS = (0.05, 0.2, 0.5)


def rng(name):
    return np.random.default_rng(list(name.encode()))


def walks(number, generator, *, steps):
    """Curves whose values depend on one another, skewed."""
    return np.exp(generator.normal(size=(number, steps)).cumsum(axis=1) / 3)


def stopped(number, generator, *, steps=14):
    """Two curves of each run, which stops when the first gets far enough; then the last values hold."""
    curves = np.stack([walks(number, generator, steps=steps) for _ in range(2)], axis=1)
    reached = curves[:, 0] > 1.5
    lengths = np.where(reached.any(axis=1), reached.argmax(axis=1) + 1, steps)
    for run, length in zip(curves, lengths, strict=True):
        run[:, length:] = run[:, [length - 1]]
    return curves, lengths


@pytest.mark.parametrize("decimals", [8, 0], ids=["without ties", "with ties"])
def test_envelopes_reject_true_hypotheses_as_often_as_their_level(decimals):
    """1,000 curves among 19 others: at most a share alpha, and without ties just that; bounds err once in 10,000."""
    generator, p = rng("calibration"), np.empty(1000)
    for attempt in range(p.size):
        curves = walks(20, generator, steps=8).round(decimals)
        p[attempt] = envelope.rank_envelope(curves[0], curves[1:]).p
    for level in LEVELS:
        low, high = stats.binom.ppf([1e-4, 1 - 1e-4], p.size, level)
        assert (low if decimals else 0) <= np.count_nonzero(p <= level) <= high


@pytest.mark.slow
def test_own_windows_are_exact_where_the_observed_window_alone_is_not():
    """1,500 true logs among 19 runs: a share alpha of them is rejected, or fewer."""
    generator, own, given = rng("own windows"), [], []
    for _ in range(1500):
        curves, lengths = stopped(20, generator)
        own.append(envelope.own_window_chances(curves, lengths)[0])
        window = curves[:, :, : lengths[0]].reshape(20, -1)
        given.append(envelope.rank_envelope(window[0], window[1:]).p)
    for level in LEVELS:
        assert np.count_nonzero(np.less_equal(own, level)) <= stats.binom.ppf(1 - 1e-4, len(own), level)
    assert max(abs(np.mean(np.less_equal(given, level)) / level - 1) for level in LEVELS) > 0.1


@pytest.mark.parametrize("kind", ["normal", "counts"])
def test_true_numbers_of_a_log_are_rarely_called_unlikely(kind):
    """5,000 documents of one run each: a share of at most 0.05, and of continuous numbers nearly that."""
    generator = rng(kind)
    samples = (
        generator.normal(size=(5000, 201)) if kind == "normal" else generator.poisson(2, (5000, 201)).astype(float)
    )
    wrong = np.mean([training_log.chance_among(row[0], row[1:])[0] < 0.05 for row in samples])
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 5000)
    assert (wrong >= 0.04) == (kind == "normal")


def test_a_report_of_a_series_like_ours_is_rarely_unlikely():
    """A report of one of 41 series alike is called unlikely at most one time in twenty, also where values are equal."""
    generator, differs = np.random.default_rng(1), 0
    for _ in range(250):
        values = generator.poisson(3, 41)
        asked = {"x": values[0]}
        table = single_run([("t", pd.DataFrame({"x": values[1:]}))], reports=asked)
        differs += table.loc[0, "chance"] < 0.05
    assert differs <= 21  # the upper 1% point of 250 draws with a chance of 0.05


@pytest.mark.parametrize("true_share", [0.01, 0.03, 0.05, 0.1])
@pytest.mark.parametrize("games", [30, 100, 1000])
def test_a_game_that_shows_something_rarely_differs(games, true_share):
    """Over all numbers of our games that show it, with chances of the binomial distribution."""
    shown = np.arange(games + 1)
    told = [deepening._chances(each / games, games, 1)["chance"] < 0.05 for each in shown]
    assert true_share * stats.binom(games, true_share).pmf(shown)[told].sum() <= 0.05


@pytest.mark.parametrize(("true_share", "limit"), [(0.02, 1.8), (0.045, 1.7), (0.08, 1.6)])
def test_a_pair_of_games_that_shows_something_rarely_differs(true_share, limit):
    """Games are numbers from 0 to 1, and a pair shows something if its sum is large, which is rare."""
    assert true_share == pytest.approx((2 - limit) ** 2 / 2)
    generator, games, told = stream(0, "tests", "pairs"), 40, []
    for _ in range(3000):
        ours, document = generator.uniform(size=games), generator.uniform(size=2)
        share = (ours[:, None] + ours > limit)[~np.eye(games, dtype=bool)].mean()
        chance = deepening._chances(share, games * (games - 1), 4 * games + 2)["chance"]
        told.append(document.sum() > limit and chance < 0.05)
    assert np.mean(told) <= 0.05


def opening_table(generator, chances, games):
    """Openings of games whose chance to be won by X is that of their first cell."""
    opening = np.arange(games) % 81
    winner = np.where(generator.random(games) < chances[opening], 1, 2).astype("int8")
    played = {"treatment": "plain", "replicate": np.arange(games), "winner": winner, "opening": opening.astype("int8")}
    return outcomes.openings(pd.DataFrame(played))


@pytest.mark.slow
def test_the_spread_of_openings_lies_in_its_interval():
    """Of games whose chance differs between boards by a known standard deviation."""
    generator, held = stream(0, "tests", "spread"), []
    chances = 0.55 + 0.06 * np.where(np.arange(81) // 9 % 2, 1, -1)
    known = math.sqrt(np.mean((chances - chances.mean()) ** 2))
    for _ in range(60):
        table = opening_table(generator, chances, 4050).set_index(["by", "opening"])
        for by in ("opening", "class"):
            row = table.loc[(by, outcomes.ALL)]
            assert 0 <= row["spread_low"] <= row["spread"] <= row["spread_high"]
        held.append(row["spread_low"] <= known <= row["spread_high"])
    assert sum(held) >= 54
    assert table["spread"].notna().sum() == 2


@pytest.mark.slow
def test_the_greatest_distance_of_openings_lies_in_its_interval():
    generator = stream(1, "tests", "greatest")
    chances = 0.55 + 0.1 * (np.arange(81) // 9 == 4)
    known = np.max(np.abs(chances - chances.mean()))
    rows = [opening_table(generator, chances, 8100).iloc[-1] for _ in range(100)]
    assert sum(row["greatest_low"] <= known <= row["greatest_high"] for row in rows) >= 93
    assert sum(row["greatest_low"] > 0 for row in rows) > 50


def test_correlations_of_genes_lie_in_their_intervals():
    """Of 100 experiments with known mean correlation, that of all pairs of many runs, about 95 intervals hold it."""
    means = [5, 2, 0.5, 1, 1, 1, 0, 0.2]
    many = stream(0, "tests", "genes", "many").normal(means, 3, (3000, 8))
    shapes = genes.combined_genes(many)
    known = np.mean([np.corrcoef(*pair)[0, 1] for pair in zip(shapes[::2], shapes[1::2], strict=True)])
    inside = 0
    for first in range(0, 3000, 30):
        rows = [("cube", replicate, many[first + replicate]) for replicate in range(30)]
        runs = pd.DataFrame(rows, columns=["treatment", "replicate", "genes"])
        options = {"comparison": "asked", "baseline": None, "resamples": 200}
        asked = {"asked": {"cube": "cube"}}
        (row,) = genes.gene_similarity(runs, asked, lambda *_: stream(0, "tests", "similarity"), **options).itertuples()
        inside += row.correlation_low <= known <= row.correlation_high
    assert 85 <= inside <= 100
