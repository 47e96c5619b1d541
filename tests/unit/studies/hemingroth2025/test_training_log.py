"""The published log: its facts, its numbers among those of runs, global envelopes by slow oracles."""

import math
from functools import cmp_to_key

import numpy as np
import pandas as pd
import pytest
from helpers.learners import traces
from helpers.project import ROOT
from helpers.rows import agrees, share, told
from helpers.texts import message
from statsmodels.stats.multitest import multipletests

from tttcore.engines.genetic_algorithm.engine import log_line
from tttcore.studies.hemingroth2025 import envelope, training_log
from tttcore.studies.hemingroth2025.published_trajectories import read_log


@pytest.fixture(scope="module")
def log():
    return read_log(ROOT / "config" / "published" / "hemingroth2025_log.csv")


def rng(name):
    return np.random.default_rng(list(name.encode()))


BROKEN = [
    "", "1,0,0.5,0.4", "1,1,0.5,0.4/2,3,0.5,0.4", "0,1,0.5,0.4", "2,1,0.5,0.4/2,2,0.5,0.4", "1,1,1.5,0.4",
    "1,1,0.5,0.4/2,2,0.5,low", "1,1,,0.4",
]  # fmt: skip


def test_mistakes_are_told_in_one_line(tmp_path, monkeypatch, snapshot):
    monkeypatch.chdir(tmp_path)
    told = [f"no file: {message(read_log, 'none.csv')}"]
    for rows in ("x", *BROKEN):
        text = f"time_s,gen,best,avg/{rows}" if rows != "x" else "time_s,gen,best,avg,x/"
        (tmp_path / "log.csv").write_text(text.replace("/", "\n"))
        told.append(f"{rows or 'nothing'}: {message(read_log, 'log.csv')}")
    assert "\n".join(told) == snapshot


def test_lines_say_what_the_rows_say():
    assert log_line(883.6, 37, 0.0, 0.00168) == "time=884s,gen=37,best=1.00000,avg=0.99832"


def _lines(facts):
    assert (facts["how"] != "").all()
    return "\n".join(f"{row.fact}: {row.text or f'{row.value:.8g}'}" for row in facts.itertuples())


def test_facts(log, snapshot):
    assert _lines(training_log.log_facts(log)) == snapshot


def test_a_log_that_gets_nowhere(snapshot):
    short = pd.DataFrame({"time_s": [1], "gen": [1], "best": [0.5], "avg": [0.4]})
    assert _lines(training_log.log_facts(short)) == snapshot
    assert training_log.plateau_games(short).empty


@pytest.mark.parametrize("losses", [1, 2, 3])
def test_fitting_games_by_trying_all(log, losses):
    for value in training_log.plateau(log)["best"].unique():
        fitting = [games for games in range(1, 3000) if f"{1 - losses / games:.5f}" == f"{value:.5f}"]
        assert list(training_log.fitting_games(value, losses)) == fitting
    assert min(training_log.fitting_games(0.99999, 1), default=60_001) > 60_000
    assert list(training_log.fitting_games(0.40000, 1)) == []


def test_as_logged():
    table = traces([[(0.123456, 0.1)], [(0.5, 0.25), (1.0, 0.999994)]])
    logged = training_log.as_logged(table.sample(frac=1, random_state=0))
    assert logged[["best", "average", "generation"]].to_numpy().tolist() == [[0.12346, 0.1, 1], [0.5, 0.25, 1],
                                                                             [1.0, 0.99999, 2]]  # fmt: skip
    run = traces([[(0.5, 0.4), (0.6, 0.5), (0.7, 0.6)]])
    for broken in (run.assign(generation=run["generation"] - 1), run.drop(1)):
        assert "must be 1, 2, 3 and so on" in message(training_log.as_logged, broken)


def test_the_plateau_goes_on_through_a_fall_and_ends_before_the_last_row():
    falling = pd.DataFrame({"gen": range(1, 6), "best": [0.9, 0.998, 0.9, 0.999, 1.0]})
    assert training_log.plateau(falling)["gen"].tolist() == [2, 3, 4]


def slow_chance(published, runs):
    """Twice the share of the numbers, the published one among them, on its emptier side."""
    numbers = [published, *runs]
    sides = [sum(number <= published for number in numbers), sum(number >= published for number in numbers)]
    return min(1, 2 * min(sides) / len(numbers))


def test_chance_by_counting():
    generator = rng("counting")
    for runs in range(1, 60):
        numbers = generator.poisson(3, runs).astype(float)
        numbers[generator.random(runs) < 0.2] = math.inf
        for published in (-1.0, *np.unique(numbers), 99.0):
            expected = slow_chance(published, numbers), slow_chance(-1.0, numbers)
            assert training_log.chance_among(published, numbers) == expected
    for unknown in ((math.nan, np.ones(3)), (1.0, np.ones(0))):
        assert all(map(math.isnan, training_log.chance_among(*unknown)))


RUNS = [
    [(0.91, 0.5), (0.9985, 0.91), (0.9984, 0.99), (1.0, 0.998)],
    [(0.50, 0.4), (0.9000, 0.80), (0.9900, 0.90), (0.989, 0.93), (0.998, 0.95)],
    [(0.60, 0.5), (1.0000, 0.90)],
]
SOLVED = [True, False, True]
ROWS = [(1, 1, 0.6, 0.5), (2, 2, 0.9, 0.8), (3, 3, 0.9984, 0.99), (4, 4, 1.0, 0.9975)]
LOG = pd.DataFrame(ROWS, columns=["time_s", "gen", "best", "avg"])


def holds(row, name, values, solved, published):
    """Columns of a quantity by other means than the code's."""
    ordered, known = sorted(values), not math.isnan(published)
    own = [value for value, is_solved in zip(values, solved, strict=True) if is_solved]
    agrees(row, chance=slow_chance(published, values) if known else math.nan, **{name: ordered[(len(values) - 1) // 2]})
    agrees(row, n=len(values), chance_solved=slow_chance(published, own) if known else math.nan)
    agrees(row, low=ordered[0], high=ordered[-1], chance_least=min(1, 2 / (len(values) + 1)) if known else math.nan)
    agrees(row, published=published, at_most=np.mean([value <= published for value in values]) if known else math.nan)


def test_milestones():
    table = training_log.milestones(LOG, traces(RUNS)).set_index(["curve", "threshold"])
    firsts = {
        ("best", 0.9): ([1, 2, 2], 2), ("best", 0.99): ([2, 3, 2], 3), ("best", 0.998): ([2, 5, 2], 3),
        ("average", 0.9): ([2, 3, 2], 3), ("average", 0.99): ([3, math.inf, math.inf], 3),
        ("average", 0.998): ([4, math.inf, math.inf], math.nan),
    }  # fmt: skip
    for key, (generations, published) in firsts.items():
        agrees(table.loc[key], reached=share(map(math.isfinite, generations)))
        holds(table.loc[key], "generation", generations, SOLVED, published)


def test_milestones_that_no_run_or_one_reaches():
    """One of a hundred runs gets there in the log's generation: two of 101 numbers."""
    for row in training_log.milestones(LOG, traces([[(0.5, 0.4)]] * 3)).to_dict("records"):
        agrees(row, reached=0, generation=[math.inf, math.nan, math.nan], chance_solved=math.nan)
        assert row["chance"] == 0.5 or math.isnan(row["published"])
    runs = [[(0.5, 0.4)]] * 99 + [[(0.5, 0.4), (0.91, 0.5)]]
    row = training_log.milestones(LOG, traces(runs)).set_index(["curve", "threshold"]).loc[("best", 0.9)]
    agrees(row, chance=4 / 101, reached=0.01, generation=math.inf)


def test_shape():
    table = training_log.log_shape(LOG, traces(RUNS)).set_index("quantity")
    of_runs = {
        "generations": ([4, math.inf, 2], 4), "wait": ([2, math.inf, 0], 1), "plateau": ([1, 0, 0], 1),
        "falls": ([1, 1, 0], 0),  # a fall beyond the log's last generation doesn't count
        "average_falls": ([0, 0, 0], 0), "gap_last": ([0.002, 0.1], 0.0025), "gap_before_last": ([0.0084, 0.1], 0.0084),
        "first_best": ([0.91, 0.5, 0.6], 0.6), "first_average": ([0.5, 0.4, 0.5], 0.5),
        "after_selection": ([0.91, 0.8, 0.9], 0.5),
    }  # fmt: skip
    assert table.index.tolist() == [*of_runs]
    for quantity, (values, published) in of_runs.items():
        solved = SOLVED if len(values) == len(SOLVED) else [True, True]
        holds(table.loc[quantity], "value", values, solved, published)


def test_shape_of_a_fall_after_the_log_and_of_a_run_that_begins_perfect(snapshot):
    late = [(0.5, 0.4), (0.6, 0.5), (0.7, 0.6), (0.8, 0.7), (0.75, 0.65)]
    tables = [training_log.log_shape(LOG, traces([run])) for run in (late, [(1.0, 0.4)])]
    assert "\n\n".join(map(told, tables)) == snapshot


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
        return next((-1 if a < b else 1 for a, b in zip(one, other, strict=True) if a != b), 0)

    key = cmp_to_key(compare)
    vectors = [key(ranks(curve)) for curve in curves]
    return [sum(not vector < other for other in vectors) / number for vector in vectors]


@pytest.mark.parametrize("decimals", [8, 1, 0])
def test_extreme_rank_length_by_its_definition(decimals):
    """With and without ties."""
    for attempt in range(5):
        curves = walks(24, rng(f"erl {attempt}"), steps=6).round(decimals)
        extremes = slow_extremes(curves)
        assert envelope.extreme_rank_lengths(curves).tolist() == pytest.approx(extremes)
        assert envelope.rank_envelope(curves[0], curves[1:]).p == pytest.approx(extremes[0])


def test_envelope_is_left_exactly_if_p_is_small():
    generator = rng("interpretation")
    rejected = 0
    for _ in range(100):
        curves = walks(40, generator)
        found = envelope.rank_envelope(curves[0], curves[1:], alpha=0.2)
        leaves = ((curves[0] < found.low) | (curves[0] > found.high)).any()
        assert leaves == (found.p <= 0.2)
        rejected += leaves
    assert 0 < rejected < 100


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
        assert envelope.own_window_chances(curves, lengths).tolist() == pytest.approx(expected)
        equal = envelope.own_window_chances(curves, np.full(18, curves.shape[2]))
        assert equal.tolist() == pytest.approx(envelope.extreme_rank_lengths(curves.reshape(18, -1)).tolist())


def test_curves_made_by_hand():
    """Ranks from the nearer end, sorted: 113, 123, 122, 123, 122; equal vectors are equally extreme."""
    curves = np.array([[9.0, 9, 5], [1, 5, 4], [4, 1, 6], [5, 4, 1], [6, 6, 9]])
    assert envelope.extreme_rank_lengths(curves).tolist() == [1 / 5, 5 / 5, 3 / 5, 5 / 5, 3 / 5]
    found = envelope.rank_envelope(curves[0], curves[1:], alpha=0.2)
    assert (found.p, found.low.tolist(), found.high.tolist()) == (0.2, [1, 1, 1], [6, 6, 9])
    kept = envelope.rank_envelope(curves[0], curves[1:], alpha=0.19)
    assert (kept.low.tolist(), kept.high.tolist()) == ([1, 1, 1], [9, 9, 9])
    assert envelope.rank_envelope(curves[1], curves[[0, 2, 3, 4]]).p == 1.0


def test_curves_that_do_not_vary():
    """Equal ones aren't extreme."""
    curves = np.tile([0.5, 1.0], (10, 1))
    found = envelope.rank_envelope(curves[0], curves[1:])
    assert (found.p, found.low.tolist(), found.high.tolist()) == (1.0, [0.5, 1.0], [0.5, 1.0])
    assert envelope.rank_envelope(np.array([1.0]), np.array([[2.0]])).p == 1.0


def simulated(log, number, generator, *, treatment="a", shift=0.0):
    """Traces around the log; runs stop where they are perfect, or go on beyond the log."""
    rows = []
    losses = (1 - log[["best", "avg"]]).to_numpy()
    for run in range(number):
        noise = np.exp(generator.normal(shift, 0.3))
        length = len(log) + 3 if run % 2 else 30 + run % 7
        for generation in range(1, length + 1):
            best, mean = np.minimum(1, losses[min(generation, len(log) - 1) - 1] * noise)
            solved = length <= len(log) and generation == length
            rows.append((treatment, run, generation, 0.0 if solved else best, mean))
    return pd.DataFrame(rows, columns=["treatment", "replicate", "generation", "best", "mean"])


def whole(log, traces):
    """The log and all generations of runs, a loop per run, with the generations until each stopped."""
    runs = [[[*log["best"]], [*log["avg"]]]]
    for _, run in traces.groupby("replicate"):
        runs.append([[round(1 - value, 5) for value in run[column]] for column in ("best", "mean")])
    longest = max(len(best) for best, _ in runs)
    held = [[values + values[-1:] * (longest - len(values)) for values in run] for run in runs]
    return np.array(held), np.array([len(best) for best, _ in runs])


@pytest.fixture(scope="module")
def around(log):
    """Runs that are like the log, far from it, and in between."""
    parts = [simulated(log, 99, rng("near")), simulated(log, 60, rng("far"), treatment="far", shift=3)]
    return pd.concat([*parts, simulated(log, 60, rng("between"), treatment="between", shift=0.6)])


@pytest.fixture(scope="module")
def fit(log, around):
    return envelope.log_fit(log, around).set_index("treatment")


def test_fit(log, around, fit):
    assert fit["n"].to_dict() == {"a": 99, "far": 60, "between": 60}
    for treatment, row in fit.iterrows():
        every, lengths = whole(log, around[around["treatment"] == treatment])
        observed, *runs = every[:, :, :37].reshape(len(every), -1)
        agrees(row, erl_p=envelope.rank_envelope(observed, runs).p)
        solved = every[:, 0, -1] == 1
        agrees(row, chance=envelope.own_window_chances(every, lengths)[0], chance_least=1 / len(every))
        agrees(row, chance_solved=envelope.own_window_chances(every[solved], lengths[solved])[0])
        agrees(row, solved=share(solved[1:]))
    assert fit["erl_p_holm"].tolist() == pytest.approx(multipletests(fit["erl_p"], method="holm")[1].tolist())
    assert fit.loc["a", "erl_p"] > 0.05
    assert fit.loc["far", ["erl_p", "average_outside"]].tolist() == [1 / 61, 37]


def test_bands(log, around, fit):
    """Fits count the generations in which the log is outside."""
    bands = envelope.log_bands(log, around)
    assert len(bands) == 3 * 2 * 37
    for treatment, own in bands.groupby("treatment"):
        every, _ = whole(log, around[around["treatment"] == treatment])
        published, *runs = every[:, :, :37].reshape(len(every), -1)
        low, median, high = np.percentile(runs, [2.5, 50, 97.5], axis=0)
        whole_runs, outside = envelope.rank_envelope(published, runs), (published < low) | (published > high)
        expected = {"curve": ["best"] * 37 + ["average"] * 37, "generation": [*range(1, 38)] * 2}
        expected |= {"low": low, "median": median, "high": high, "published": published}
        expected |= {"global_low": whole_runs.low, "global_high": whole_runs.high}
        pd.testing.assert_frame_equal(own[[*expected]].reset_index(drop=True), pd.DataFrame(expected))
        counts = [outside[:37].sum(), outside[37:].sum()]
        assert fit.loc[treatment, ["best_outside", "average_outside"]].tolist() == counts
