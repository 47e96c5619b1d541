"""Final scores against another package; rises and plateaus by hand, and every definition in plain loops."""

import math
import statistics
from functools import partial
from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from helpers.texts import message
from statsmodels.stats.proportion import proportion_confint
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import median_interval
from tttcore.studies.post1999 import scores as module
from tttcore.studies.post1999.scores import QUANTITIES, final_scores, onset_of_success, plateau, turnover

pytestmark = pytest.mark.filterwarnings("error")


def runs(n, treatment="cube"):
    rng = stream(0, "tests", "averages", treatment)
    table = pd.DataFrame({name: rng.normal(120, 5, n) for name in QUANTITIES if name != "static_beaten"})
    return table.assign(treatment=treatment, replicate=range(n), kept=rng.random(n))[::-1]


def by_quantity(made, few=5):
    return final_scores(made, few, partial(stream, 0)).set_index("quantity")


def test_final_scores_against_another_package():
    made = pd.concat([runs(30), runs(12, "square")])
    table = final_scores(made, 5, partial(stream, 0))
    assert {*table} == {*module.FINAL_SCORES}
    table = table.set_index(["treatment", "quantity"])
    assert list(table.index) == [(name, quantity) for name in ("cube", "square") for quantity in QUANTITIES]
    for (treatment, quantity), row in table.drop("static_beaten", level="quantity").iterrows():
        own = made[made["treatment"] == treatment].set_index("replicate")[quantity].sort_index().to_numpy()
        second = DescrStatsW(own)
        summary = [own.size, second.mean, *second.tconfint_mean(), second.std_mean * np.sqrt(own.size)]
        summary += [np.median(own), own.min(), own.max(), own[:5].mean()]
        assert row["n":"first_mean"].tolist() == pytest.approx(summary)
        normal = 1.96 * own.std() / np.sqrt(5)
        assert row["of_few"] == pytest.approx(own.mean())
        assert row["of_few_low"] == pytest.approx(own.mean() - normal, abs=normal / 5)
        assert row["of_few_high"] == pytest.approx(own.mean() + normal, abs=normal / 5)


def test_final_scores_of_odd_runs():
    """Static families at the lowest score; no unofficial games; a single run; runs that don't vary."""
    table = by_quantity(runs(4).assign(static=[1, 1, 1.5, 1], unofficial=np.nan))
    assert table.loc["static_beaten", ["mean", "minimum", "maximum"]].tolist() == [0.75, 0, 1]
    assert table.loc["unofficial", "n"] == 0
    assert table.loc["unofficial", "mean":"first_mean"].isna().all()
    assert (table.drop("unofficial")["n"] == 4).all()
    assert table.loc["static", "first_mean"] == table.loc["static", "mean"]
    single = by_quantity(runs(1))
    assert single[["mean_low", "mean_high", "sd"]].isna().all(axis=None)
    assert (single["mean"] == single["median"]).all()
    same = by_quantity(runs(3).assign(static=1.0)).loc["static"]
    assert same["mean":"first_mean"].tolist() == [1, 1, 1, 0, 1, 1, 1, 1]


def test_turnover():
    made = pd.concat([runs(10), runs(1, "alone")])
    made.loc[(made["treatment"] == "cube") & (made["replicate"] == 3), "kept"] = np.nan  # a short run
    made.loc[(made["treatment"] == "cube") & (made["replicate"] == 4), "kept"] = 0.5
    assert {*turnover(made)} == {*module.TURNOVER}
    table = turnover(made).set_index("treatment")
    own = made.loc[made["treatment"] == "cube", "kept"].dropna()
    second, static = DescrStatsW(own), sum(kept >= 0.5 for kept in own)
    shares = [static / 9, *proportion_confint(static, 9, method="beta")]
    assert table.loc["cube"].tolist() == pytest.approx([9, second.mean, *second.tconfint_mean(), *shares])
    assert 1 < static < 9
    assert table.loc["alone", "kept"] == made.iloc[-1]["kept"]
    assert table.loc["alone", ["kept_low", "kept_high"]].isna().all()


LATE = module.LATE


@pytest.fixture(autouse=True)
def _early(monkeypatch):
    """Early successes count, so that traces drawn by hand can be short."""
    monkeypatch.setattr(module, "LATE", 1)


def test_early_successes_have_no_rise(monkeypatch):
    monkeypatch.setattr(module, "LATE", LATE)
    climb = [100.0] * 5 + [120.0] * (LATE - 5)
    assert (rise_of(climb).n, rise_of(climb[:-1]).n) == (1, 0)


def tables(traces, solved, treatment="cube"):
    """Runs and traces from the averages of each run and the generation of its success, None without."""
    runs = [
        (treatment, run, len(own) if at is None else at, at is None)
        for run, (own, at) in enumerate(zip(traces, solved, strict=True))
    ]
    rows = [(treatment, run, g, average) for run, own in enumerate(traces) for g, average in enumerate(own, start=1)]
    return (
        pd.DataFrame(runs, columns=["treatment", "replicate", "generations", "censored"]),
        pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "evolving"]),
    )


def rise_of(*traces, window=1, solved=None):
    """The row of traces that succeed in their last generation."""
    made = tables(traces, solved or [len(own) for own in traces])
    table = onset_of_success(*made, {"cube": {"success": {"window": window}}})
    assert {*table} == {*module.ONSET_OF_SUCCESS}
    (row,) = table.itertuples()
    return row


PAUSED = {"pause": 200, "longest_pause": 200, "paused": 1}
RISES = {
    "a step": ([100] * 300 + [120], {"n": 1, "steepest_share": 1, "duration": 1, "pause": 0, "paused": 0}),
    "a steady rise": (range(401), {"steepest_share": 50 / 400, "duration": 201, **PAUSED}),
    "a pause half way": ([90] * 100 + [105] * 200 + [120], {"steepest_share": 0.5, "duration": 201, **PAUSED}),
    "a pause before a fall; the climb is the last, from 92 to 119":
        ([90] * 10 + [105] * 150 + [90] * 60 + [92, 100, 110, 119, 120], {"pause": 150, "paused": 1, "duration": 3}),
    "one generation less": ([90] * 10 + [105] * 149 + [90] * 60 + [120], {"pause": 149, "paused": 0}),
    "stays under a quarter and over three": ([90] * 200 + [97] * 200 + [113] * 200 + [120], {"pause": 0}),
    "making up for a fall": ([100] * 10 + [60] * 100 + [100] * 100 + [110] * 100 + [120], {"steepest_share": 0.5}),
    "rising from a fall at once": ([100] * 10 + [60] * 100 + [120], {"steepest_share": 1}),
}  # fmt: skip


@pytest.mark.parametrize(("trace", "expected"), RISES.values(), ids=RISES)
def test_rises_by_hand(trace, expected):
    row = rise_of(trace)
    assert {name: getattr(row, name) for name in expected} == pytest.approx(expected)


@pytest.mark.parametrize("last_digit", [-1e-15, 0, 1e-15])
def test_limits_are_met_whatever_the_last_digit(last_digit):
    """A quarter is in the band, three are not."""
    averages = np.array([0, 1, 1, 3, 3, 3, 4]) / 3 + 0.1
    averages[1:6] *= 1 + last_digit
    row = rise_of(averages.tolist())
    assert (row.pause, row.duration) == (2, 3)


def test_runs_without_a_rise_or_a_success():
    """A run that is successful at once has no rise."""
    assert rise_of([115] * 51, [100] * 50 + [120], window=3, solved=[3, 51]).n == 1
    fallen = rise_of([115, 112])
    assert fallen.n == 0
    assert math.isnan(fallen.pause)
    made = tables([[100.0] * 30, [101.0] * 30], [None, None])
    recipes = {"cube": {"success": {"window": 20}}}
    for table in (onset_of_success(*made, recipes), plateau(*made, ceilings={})):
        (row,) = table.to_dict("records")
        assert (row.pop("treatment"), row.pop("n")) == ("cube", 0)
        assert np.isnan(list(row.values())).all()


def noisy(n, length, name):
    rng = stream(0, "tests", "rises", name)
    changes = np.sort(rng.integers(0, length * 5 // 4, (n, 3)), axis=1)
    levels = np.array([95, 104, 100, 121])
    return [
        (levels[np.searchsorted(own, np.arange(length), side="right")] + rng.normal(0, 4, length)).astype(np.float32)
        for own in changes
    ]


def second_success(averages, window, score):
    ends = range(window, len(averages) + 1)
    return next((g for g in ends if statistics.fmean(averages[g - window : g].tolist()) >= score), None)


def second_shape(averages, success, window):
    """Steepest share, duration and pause, generation by generation from the definitions."""
    scores = {g: statistics.fmean(averages[g - window : g].tolist()) for g in range(window, success + 1)}
    start, end = scores[window], scores[success]
    if end <= start:
        return None
    part = {g: (score - start) / (end - start) for g, score in scores.items()}
    best = {g: max(part[h] for h in part if h <= g) for g in part}
    steepest = max(best[g] - best.get(g - 50, 0) for g in best) / best[success]
    low = max(g for g in part if part[g] < 0.25)
    duration = min(g for g in part if g > low and part[g] >= 0.75) - low
    pause = stay = 0
    for score in part.values():
        stay = stay + 1 if 0.25 <= score < 0.75 else 0
        pause = max(pause, stay)
    return steepest, duration, pause


@pytest.mark.parametrize("window", [5, 20])
def test_definitions_generation_by_generation(window):
    traces = noisy(25, 400, window)
    solved = [second_success(own, window, 108) for own in traces]
    shapes = [second_shape(own, at, window) for own, at in zip(traces, solved, strict=True) if at]
    shapes = [shape for shape in shapes if shape]
    assert 10 < len(shapes) < 25
    row = rise_of(*traces, window=window, solved=solved)
    steepest, durations, pauses = (sorted(values) for values in zip(*shapes, strict=True))
    expected = median_interval("s", steepest)
    assert row.n == len(shapes)
    assert [row.steepest_share, row.steepest_share_low, row.steepest_share_high] == pytest.approx([*expected.values()])
    assert (row.duration, row.pause) == (statistics.median_low(durations), statistics.median_low(pauses))
    assert row.longest_pause == max(pauses)
    abrupt = sum(each <= 50 for each in durations)
    shares = [abrupt / len(durations), *proportion_confint(abrupt, len(durations), method="beta")]
    assert [row.abrupt, row.abrupt_low, row.abrupt_high] == pytest.approx(shares)
    assert row.paused == np.mean([pause >= 150 for pause in pauses])


def test_generations_above_a_ceiling():
    traces = [[90, 115, 120, 131, 125], [90, 90, 110, 116, 140], [80, 80, 80, 112, 99]]
    made = tables(traces, [2, 3, 4])
    assert {*plateau(*made, ceilings={})} == {*module.PLATEAU}
    (row,) = plateau(*made, ceilings={"cube": 120.0}).itertuples()
    shares = DescrStatsW([2 / 3, 1 / 2, 0])
    assert row.ceiling == 120
    assert [row.above, row.above_low, row.above_high] == pytest.approx([shares.mean, *shares.tconfint_mean()])
    assert math.isnan(plateau(*made, ceilings={"equal": 120.0})["above"].item())


def test_variation_after_success():
    traces = noisy(9, 200, "plateau")
    solved = [150, 20, None, 199, 120, 198, 200, 60, 5]
    (row,) = plateau(*tables(traces, solved), ceilings={}).itertuples()
    after = [own[at:].astype(float).tolist() for own, at in zip(traces, solved, strict=True) if at and at < 200]
    steps = [[b - a for a, b in pairwise(own)] for own in after]
    assert row.n == 7
    levels = DescrStatsW([statistics.fmean(own) for own in after])
    assert [row.level, row.level_low, row.level_high] == pytest.approx([levels.mean, *levels.tconfint_mean()])
    assert row.sd == pytest.approx(statistics.median_low(statistics.stdev(own) for own in after if len(own) > 1))
    assert row.step_sd == pytest.approx(statistics.median_low(statistics.stdev(own) for own in steps if len(own) > 1))
    assert row.top == pytest.approx(np.percentile([average for own in after for average in own], 97.5))


def test_treatments_of_different_length_stay_apart():
    both = [tables(noisy(4, 300, "long"), [200, 150, 250, 299], "z"), tables(noisy(3, 90, "short"), [80, 70, 60], "a")]
    runs, traces = (pd.concat(parts) for parts in zip(*both, strict=True))
    recipes = {name: {"success": {"window": window}} for name, window in (("z", 20), ("a", 5))}
    mixed = runs.sample(frac=1, random_state=1).sort_values("treatment", ascending=False, kind="stable")
    for make in (lambda *of: onset_of_success(*of, recipes), partial(plateau, ceilings={})):
        table = make(runs, traces)
        assert table["treatment"].tolist() == ["z", "a"]
        pd.testing.assert_frame_equal(table, pd.concat([make(*part) for part in both], ignore_index=True))
        pd.testing.assert_frame_equal(table, make(mixed, traces.sample(frac=1, random_state=2)))


def test_a_trace_with_a_gap_is_refused():
    runs, traces = tables([[100.0] * 30, [101.0] * 30], [25, 20])
    for broken in (traces.drop(12), traces[traces["generation"] > 1], traces[traces["generation"] != 7]):
        refused = message(plateau, runs, broken, ceilings={})
        assert refused == "cube: the generations of a run must be 1, 2, 3 and so on to the last"
