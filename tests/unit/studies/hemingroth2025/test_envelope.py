"""Global envelopes and distances: slow oracles, exact p-values, invariance, and curves made by hand."""

from functools import cmp_to_key

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from scipy import stats
from statsmodels.stats.multitest import multipletests

from tttcore.studies.hemingroth2025.envelope import (
    extreme_rank_lengths,
    log_bands,
    log_fit,
    own_window_chances,
    rank_envelope,
    studentised_deviation,
)
from tttcore.studies.hemingroth2025.published_trajectories import read_log

LEVELS = (0.05, 0.2, 0.5)


@pytest.fixture(scope="module")
def log():
    return read_log(ROOT / "config" / "published" / "hemingroth2025_log.csv")


def rng(name):
    return np.random.default_rng(list(name.encode()))


def walks(number, generator, *, steps=12):
    """Curves whose values depend on one another, skewed."""
    return np.exp(generator.normal(size=(number, steps)).cumsum(axis=1) / 3)


def slow_extremes(curves):
    """Share of curves at least as extreme as each, by comparing all pairs of sorted rank vectors."""
    number = len(curves)

    def ranks(curve):
        found = []
        for value, column in zip(curve, curves.T, strict=True):
            below, ties = sum(v < value for v in column), sum(v == value for v in column)
            from_below = below + (ties + 1) / 2
            found.append(min(from_below, number + 1 - from_below))
        return sorted(found)

    def compare(one, other):
        for a, b in zip(one, other, strict=True):
            if a != b:
                return -1 if a < b else 1
        return 0

    key = cmp_to_key(compare)
    vectors = [key(ranks(curve)) for curve in curves]
    return [sum(not vector < other for other in vectors) / number for vector in vectors]


def slow_deviation(curves):
    """Distance of each curve from all the others."""
    found = []
    for i, curve in enumerate(curves):
        others = np.delete(curves, i, axis=0)
        found.append(max(abs(v - o.mean()) / o.std(ddof=1) for v, o in zip(curve, others.T, strict=True)))
    return found


@pytest.mark.parametrize("decimals", [8, 1, 0])
def test_extreme_rank_length_by_its_definition(decimals):
    """With and without ties."""
    for attempt in range(5):
        curves = walks(24, rng(f"erl {attempt}"), steps=6).round(decimals)
        assert extreme_rank_lengths(curves).tolist() == pytest.approx(slow_extremes(curves))


def test_deviation_by_its_definition():
    for attempt in range(5):
        curves = walks(20, rng(f"deviation {attempt}"))
        distances = slow_deviation(curves)
        found = studentised_deviation(curves[0], curves[1:])
        assert found.distance == pytest.approx(distances[0])
        assert found.p == np.mean([distance >= distances[0] for distance in distances])
        means, spreads = curves[1:].mean(axis=0), curves[1:].std(axis=0, ddof=1)
        assert found.coordinate == np.argmax(np.abs(curves[0] - means) / spreads)


@pytest.mark.parametrize("test", [rank_envelope, studentised_deviation])
@pytest.mark.parametrize("decimals", [8, 0], ids=["without ties", "with ties"])
def test_p_is_exact_for_exchangeable_curves(test, decimals):
    """Rejections of 1,000 true hypotheses with 19 simulated curves: at most a share alpha, and without ties just that.

    Bounds are the binomial distribution's at 1 in 10,000.
    """
    generator = rng("calibration")
    p = np.empty(1000)
    for attempt in range(p.size):
        curves = walks(20, generator, steps=8).round(decimals)
        p[attempt] = test(curves[0], curves[1:]).p
    for level in LEVELS:
        low, high = stats.binom.ppf([1e-4, 1 - 1e-4], p.size, level)
        rejected = np.count_nonzero(p <= level)
        assert rejected <= high
        if decimals:
            assert rejected >= low


def test_calibration_would_notice_a_plain_comparison():
    """Measuring simulated curves among themselves but the observed one from outside is not exact at n = 3."""
    generator = rng("plain")
    rejected = 0
    for _ in range(1000):
        curves = walks(4, generator, steps=8)
        inner = slow_deviation(curves[1:])
        outer = slow_deviation(curves)[0]
        rejected += (1 + sum(distance >= outer for distance in inner)) / 4 <= 0.25
    assert not stats.binom.ppf(1e-4, 1000, 0.25) <= rejected <= stats.binom.ppf(1 - 1e-4, 1000, 0.25)


def test_envelope_is_left_exactly_if_p_is_small():
    generator = rng("interpretation")
    rejected = 0
    for _ in range(300):
        curves = walks(40, generator)
        found = rank_envelope(curves[0], curves[1:], alpha=0.2)
        leaves = ((curves[0] < found.low) | (curves[0] > found.high)).any()
        assert leaves == (found.p <= 0.2)
        rejected += leaves
    assert 0 < rejected < 300


def test_extreme_rank_length_sees_order_alone():
    curves = walks(30, rng("monotone"))
    growing = [np.log, np.sqrt, lambda x: x**3, lambda x: -1 / x]
    changed = np.stack([growing[i % 4](column) for i, column in enumerate(curves.T)], axis=1)
    assert extreme_rank_lengths(changed).tolist() == extreme_rank_lengths(curves).tolist()
    assert extreme_rank_lengths(-curves).tolist() == extreme_rank_lengths(curves).tolist()
    plain, stretched = (rank_envelope(c[0], c[1:], alpha=0.2) for c in (curves, changed))
    assert stretched.low == pytest.approx([growing[i % 4](low) for i, low in enumerate(plain.low)])


def stopped(number, generator, *, steps=14, decimals=8):
    """Two curves of each run, which stops when the first gets far enough; then the last values hold."""
    curves = np.stack([walks(number, generator, steps=steps) for _ in range(2)], axis=1).round(decimals)
    reached = curves[:, 0] > 1.5
    lengths = np.where(reached.any(axis=1), reached.argmax(axis=1) + 1, steps)
    for run, length in zip(curves, lengths, strict=True):
        run[:, length:] = run[:, [length - 1]]
    return curves, lengths


@pytest.mark.parametrize("decimals", [8, 0], ids=["without ties", "with ties"])
def test_own_windows_by_their_definition(decimals):
    """Each run's share by the slow oracle in its own window; then the share of shares that are at most its own."""
    for attempt in range(3):
        curves, lengths = stopped(18, rng(f"own {attempt}"), decimals=decimals)
        assert len(set(lengths)) > 3
        shares = []
        for run, length in enumerate(lengths):
            window = np.hstack([curves[:, 0, :length], curves[:, 1, :length]])
            shares.append(round(slow_extremes(window)[run], 12))
        expected = [np.mean([other <= share for other in shares]) for share in shares]
        assert own_window_chances(curves, lengths).tolist() == pytest.approx(expected)


def test_equal_windows_are_the_plain_test():
    curves, _ = stopped(25, rng("equal windows"))
    flat = curves.reshape(25, -1)
    found = own_window_chances(curves, np.full(25, curves.shape[2]))
    assert found.tolist() == pytest.approx(extreme_rank_lengths(flat).tolist())


def test_own_windows_are_exact_where_the_observed_window_alone_is_not():
    """1,500 true logs among 19 runs: a share alpha of them is rejected, or fewer."""
    generator, own, given = rng("own windows"), [], []
    for _ in range(1500):
        curves, lengths = stopped(20, generator)
        own.append(own_window_chances(curves, lengths)[0])
        window = curves[:, :, : lengths[0]].reshape(20, -1)
        given.append(rank_envelope(window[0], window[1:]).p)
    for level in LEVELS:
        high = stats.binom.ppf(1 - 1e-4, len(own), level)
        assert np.count_nonzero(np.less_equal(own, level)) <= high
    assert max(abs(np.mean(np.less_equal(given, level)) / level - 1) for level in LEVELS) > 0.1


def test_curves_made_by_hand():
    """Ranks from the nearer end, sorted: 113, 123, 122, 123, 122; equal vectors are equally extreme."""
    curves = np.array([[9.0, 9, 5], [1, 5, 4], [4, 1, 6], [5, 4, 1], [6, 6, 9]])
    assert extreme_rank_lengths(curves).tolist() == [1 / 5, 5 / 5, 3 / 5, 5 / 5, 3 / 5]
    found = rank_envelope(curves[0], curves[1:], alpha=0.2)
    assert (found.p, found.low.tolist(), found.high.tolist()) == (0.2, [1, 1, 1], [6, 6, 9])
    kept = rank_envelope(curves[0], curves[1:], alpha=0.19)
    assert (kept.low.tolist(), kept.high.tolist()) == ([1, 1, 1], [9, 9, 9])
    assert rank_envelope(curves[1], curves[[0, 2, 3, 4]]).p == 1.0


def test_equal_curves_are_not_extreme():
    curves = np.tile([0.5, 1.0], (10, 1))
    found = rank_envelope(curves[0], curves[1:])
    assert (found.p, found.low.tolist(), found.high.tolist()) == (1.0, [0.5, 1.0], [0.5, 1.0])
    assert studentised_deviation(curves[0], curves[1:])[:2] == (0.0, 1.0)


def test_what_never_varies_is_infinitely_far_or_not_at_all():
    """In either coordinate the others agree on a number that can't be written exactly."""
    same = np.column_stack([np.full(7, 0.1), np.arange(7.0)])
    assert np.isfinite(studentised_deviation(np.array([0.1, 3]), same).distance)
    found = studentised_deviation(np.array([0.3, 3]), same)
    assert found == (np.inf, 1 / 8, 0)


def test_one_curve_has_no_spread():
    found = studentised_deviation(np.array([1.0]), np.array([[2.0]]))
    assert np.isnan(found.distance)
    assert np.isnan(found.p)
    assert rank_envelope(np.array([1.0]), np.array([[2.0]])).p == 1.0


def simulated(log, number, generator, *, treatment="a", shift=0.0):
    """Traces around the log; runs stop where they are perfect, or go on beyond the log."""
    rows = []
    for run in range(number):
        noise = np.exp(generator.normal(shift, 0.3))
        length = len(log) + 3 if run % 2 else 30 + run % 7
        for generation in range(1, length + 1):
            row = log.iloc[min(generation, len(log) - 1) - 1]
            best, mean = (min(1, (1 - row[column]) * noise) for column in ("best", "avg"))
            solved = length <= len(log) and generation == length
            rows.append((treatment, run, generation, 0.0 if solved else best, mean))
    return pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "best", "mean"])


def vectors(log, traces):
    """Runs as lists, a loop per run; what a log would print."""
    found = []
    for _, run in traces.groupby("replicate"):
        curves = []
        for column in ("best", "mean"):
            values = [round(1 - value, 5) for value in run[column]]
            curves += [values[min(i, len(values) - 1)] for i in range(len(log))]
        found.append(curves)
    return np.array(found)


def whole(log, traces):
    """The log and all generations of runs, a loop per run, with the generations until each stopped."""
    runs = [[[*log["best"]], [*log["avg"]]]]
    for _, run in traces.groupby("replicate"):
        runs.append([[round(1 - value, 5) for value in run[column]] for column in ("best", "mean")])
    longest = max(len(best) for best, _ in runs)
    held = [[values + values[-1:] * (longest - len(values)) for values in run] for run in runs]
    return np.array(held), np.array([len(best) for best, _ in runs])


@pytest.fixture(scope="module")
def traces(log):
    return pd.concat(
        [
            simulated(log, 99, rng("near")),
            simulated(log, 60, rng("far"), treatment="far", shift=3),
            simulated(log, 60, rng("between"), treatment="between", shift=0.6),
        ]
    )


@pytest.fixture(scope="module")
def fit(log, traces):
    return log_fit(log, traces).set_index("treatment")


@pytest.fixture(scope="module")
def bands(log, traces):
    return log_bands(log, traces)


def test_fit(log, traces, fit):
    observed = np.concatenate([log["best"], log["avg"]])
    assert fit.index.tolist() == ["a", "far", "between"]
    assert fit["n"].tolist() == [99, 60, 60]
    for treatment, row in fit.iterrows():
        runs = vectors(log, traces[traces["treatment"] == treatment])
        assert row["erl_p"] == pytest.approx(rank_envelope(observed, runs).p)
        deviation = studentised_deviation(observed, runs)
        assert (row["distance"], row["distance_p"]) == pytest.approx((deviation.distance, deviation.p))
        curve, generation = divmod(deviation.coordinate, 37)
        assert (row["extreme_curve"], row["extreme_generation"]) == (("best", "average")[curve], generation + 1)
        every, lengths = whole(log, traces[traces["treatment"] == treatment])
        solved = every[:, 0, -1] == 1
        chances = own_window_chances(every, lengths)
        assert row["chance"] == chances[0]
        assert row["chance_least"] == 1 / len(every)
        exact = stats.binomtest(int(solved[1:].sum()), len(solved) - 1).proportion_ci()
        expected = [solved[1:].mean(), exact.low, exact.high]
        assert [row["solved"], row["solved_low"], row["solved_high"]] == pytest.approx(expected)
        assert row["chance_solved"] == own_window_chances(every[solved], lengths[solved])[0]
    for p in ("erl_p", "distance_p"):
        assert fit[f"{p}_holm"].tolist() == pytest.approx(multipletests(fit[p], method="holm")[1].tolist())


def test_verdicts_of_the_fit(fit):
    assert fit.loc["a", "compatible"] == "yes"
    assert fit.loc["far", "compatible"] == "no"
    assert fit.loc["far", "erl_p"] == 1 / 61
    assert fit.loc["far", "average_outside"] == 37


def test_bands(log, traces, bands):
    assert len(bands) == 3 * 2 * 37
    assert not bands.isna().any(axis=None)
    for treatment, own in bands.groupby("treatment"):
        runs = vectors(log, traces[traces["treatment"] == treatment])
        published = own["published"].to_numpy()
        assert published.tolist() == [*log["best"], *log["avg"]]
        assert own["generation"].tolist() == [*range(1, 38)] * 2
        assert own["curve"].tolist() == ["best"] * 37 + ["average"] * 37
        low, median, high = np.percentile(runs, [2.5, 50, 97.5], axis=0)
        for column, expected in (("low", low), ("median", median), ("high", high)):
            assert own[column].to_numpy() == pytest.approx(expected)
        assert own["outside"].tolist() == [p < a or p > b for p, a, b in zip(published, low, high, strict=True)]
        assert own["share_below"].tolist() == [np.mean(c < p) for c, p in zip(runs.T, published, strict=True)]
        assert own["share_equal"].tolist() == [np.mean(c == p) for c, p in zip(runs.T, published, strict=True)]
        envelope = rank_envelope(published, runs)
        assert own["global_low"].tolist() == pytest.approx(envelope.low.tolist())
        assert own["global_high"].tolist() == pytest.approx(envelope.high.tolist())


def test_fit_counts_what_the_bands_flag(fit, bands):
    counts = bands.groupby(["treatment", "curve"])["outside"].sum()
    for treatment, row in fit.iterrows():
        assert row["best_outside"] == counts[treatment, "best"]
        assert row["average_outside"] == counts[treatment, "average"]
    outside = bands.groupby("treatment")["outside_global"].any()
    assert {name: "no" if leaves else "yes" for name, leaves in outside.items()} == fit["compatible"].to_dict()


def test_order_of_rows_does_not_matter(log, traces, fit):
    own = traces[traces["treatment"] == "between"]
    mixed = log_fit(log, own.sample(frac=1, random_state=1))
    again = fit.loc[["between"], ["erl_p", "distance", "distance_p", "best_outside"]]
    assert mixed[again.columns].to_numpy().tolist() == again.to_numpy().tolist()
    assert mixed["erl_p_holm"].tolist() == mixed["erl_p"].tolist()
