"""The published log: files refused, its facts, and its numbers among those of runs."""

import math
import re

import numpy as np
import pandas as pd
import pytest
from helpers.learners import LOG_LINE, traces
from helpers.project import ROOT
from scipy import stats

from tttcore.engines.genetic_algorithm.engine import log_line
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.hemingroth2025.published_trajectories import read_log
from tttcore.studies.hemingroth2025.training_log import (
    as_logged,
    chance_among,
    fitting_games,
    log_facts,
    log_shape,
    milestones,
    plateau,
    plateau_games,
)

PUBLISHED = ROOT / "config" / "published" / "hemingroth2025_log.csv"
HEADER = "time_s,gen,best,avg"


@pytest.fixture(scope="module")
def log():
    return read_log(PUBLISHED)


@pytest.fixture(scope="module")
def facts(log):
    return log_facts(log).set_index("fact")


MISTAKES = {
    f"{HEADER},x\n": "columns are time_s, gen, best, avg, x; allowed: time_s, gen, best, avg",
    f"{HEADER}\n": "no rows below the header",
    f"{HEADER}\n1,1,0.5,0.4\n2,3,0.5,0.4\n": "line 3, gen: '3'; allowed: 1, 2, 3 and so on",
    f"{HEADER}\n1,0,0.5,0.4\n": "line 2, gen: '0'; allowed: 1, 2, 3 and so on",
    f"{HEADER}\n2,1,0.5,0.4\n2,2,0.5,0.4\n": "line 3, time_s: '2'; allowed: seconds that rise from row to row",
    f"{HEADER}\n0,1,0.5,0.4\n": "line 2, time_s: '0'; allowed: seconds that rise from row to row",
    f"{HEADER}\n1,1,1.5,0.4\n": "line 2, best: '1.5'; allowed: numbers from 0 to 1",
    f"{HEADER}\n1,1,0.5,0.4\n2,2,0.5,low\n": "line 3, avg: 'low'; allowed: numbers from 0 to 1",
    f"{HEADER}\n1,1,,0.4\n": "line 2, best: ''; allowed: numbers from 0 to 1",
}


@pytest.mark.parametrize("text", MISTAKES, ids=MISTAKES.values())
def test_a_mistake_is_told_in_one_line(tmp_path, text):
    path = tmp_path / "log.csv"
    path.write_text(text)
    with pytest.raises(ConfigError) as error:
        read_log(path)
    assert re.fullmatch(rf"{re.escape(str(path))}(: |, ){re.escape(MISTAKES[text])}", str(error.value))


def test_a_missing_file_is_told(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.csv: no such file$"):
        read_log(tmp_path / "none.csv")


def test_lines_say_what_the_rows_say(log):
    for row in log.itertuples():
        line = log_line(row.time_s, row.gen, 1 - row.best, 1 - row.avg)
        seconds, generation, best, average = LOG_LINE.fullmatch(line).groups()
        assert (int(seconds), int(generation), float(best), float(average)) == tuple(row)[1:]
    assert log_line(883.6, 37, 0.0, 0.00168) == "time=884s,gen=37,best=1.00000,avg=0.99832"
    assert not LOG_LINE.fullmatch("time=18s, gen=1, best=0.66215, avg=0.47777")


VALUES = {
    "generations": 37,
    "seconds": 884,
    "minutes": 884 / 60,
    "first_best": 0.66215,
    "first_average": 0.47777,
    "last_best": 1,
    "last_average": 0.99832,
    "best_falls": 1,
    "average_falls": 2,
    "best_from_0.9": 8,
    "best_from_0.99": 17,
    "best_from_0.998": 24,
    "average_from_0.9": 13,
    "average_from_0.99": 23,
    "average_from_0.998": 29,
    "plateau_first": 24,
    "plateau_last": 36,
    "plateau_low": 0.9983,
    "plateau_high": 0.99841,
    "seconds_per_generation": 884 / 37,
    "seconds_first": 18.8,
    "seconds_last": 27.8,
    "seconds_growth": 9.0,
    "seconds_least": 18,
    "seconds_most": 30,
    "gap_last": 0.00168,
    "gap_before_last": 0.00002,
}
TEXTS = {
    "first_line": "time=18s,gen=1,best=0.66215,avg=0.47777",
    "best_falls_at": "21 -> 22",
    "average_falls_at": "34 -> 35, 36 -> 37",
    "plateau_games_1": "587..630",
    "plateau_games_2": "1174..1261",
}


def test_facts(facts):
    assert facts["value"].dropna().to_dict() == pytest.approx(VALUES, rel=1e-9)
    assert facts.loc[facts["text"] != "", "text"].to_dict() == TEXTS
    assert len(facts) == len(VALUES) + len(TEXTS)
    assert (facts["how"] != "").all()


def test_a_log_that_gets_nowhere():
    short = pd.DataFrame({"time_s": [1], "gen": [1], "best": [0.5], "avg": [0.4]})
    facts = log_facts(short).set_index("fact")
    assert facts.loc["best_falls_at", "text"] == "never"
    assert facts.loc[["best_from_0.9", "plateau_first", "gap_before_last"], "value"].isna().all()
    assert plateau_games(short).empty


@pytest.mark.parametrize("losses", [1, 2, 3])
def test_fitting_games_by_trying_all(log, losses):
    for value in plateau(log)["best"].unique():
        fitting = [games for games in range(1, 3000) if f"{1 - losses / games:.5f}" == f"{value:.5f}"]
        assert list(fitting_games(value, losses)) == fitting
    assert not fitting_games(0.99999, 1) or fitting_games(0.99999, 1)[0] > 60_000
    assert list(fitting_games(0.40000, 1)) == []


def test_as_logged():
    logged = as_logged(traces([[(0.123456, 0.1)], [(0.5, 0.25), (1.0, 0.999994)]]).sample(frac=1, random_state=0))
    assert logged["best"].tolist() == [0.12346, 0.5, 1.0]
    assert logged["average"].tolist() == [0.1, 0.25, 0.99999]
    assert logged["generation"].tolist() == [1, 1, 2]


@pytest.mark.parametrize("change", [lambda t: t.assign(generation=t["generation"] - 1), lambda t: t.drop(1)])
def test_generations_count_from_one(change):
    with pytest.raises(ValueError, match="must be 1, 2, 3 and so on"):
        as_logged(change(traces([[(0.5, 0.4), (0.6, 0.5), (0.7, 0.6)]])))


def test_the_plateau_goes_on_through_a_fall_and_ends_before_the_last_row():
    falling = pd.DataFrame({"gen": range(1, 6), "best": [0.9, 0.998, 0.9, 0.999, 1.0]})
    assert plateau(falling)["gen"].tolist() == [2, 3, 4]


RUNS = [
    [(0.91, 0.5), (0.9985, 0.91), (0.9984, 0.99), (1.0, 0.998)],
    [(0.50, 0.4), (0.9000, 0.80), (0.9900, 0.90), (0.989, 0.93), (0.998, 0.95)],
    [(0.60, 0.5), (1.0000, 0.90)],
]
LOG = pd.DataFrame(
    {
        "time_s": [1, 2, 3, 4],
        "gen": [1, 2, 3, 4],
        "best": [0.6, 0.9, 0.9984, 1.0],
        "avg": [0.5, 0.8, 0.99, 0.9975],
    }
)


def rng(name):
    return np.random.default_rng(list(name.encode()))


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
            chance, least = chance_among(published, numbers)
            assert chance == slow_chance(published, numbers)
            assert least == slow_chance(-1.0, numbers)


def test_chance_of_what_is_unknown():
    assert all(map(math.isnan, chance_among(math.nan, np.ones(3))))
    assert all(map(math.isnan, chance_among(1.0, np.ones(0))))


@pytest.mark.parametrize("kind", ["normal", "counts"])
def test_true_reports_are_rarely_called_unlikely(kind):
    """5,000 documents of one run each: a share of at most 0.05, and of continuous numbers nearly that."""
    generator = rng(kind)
    draw = generator.normal if kind == "normal" else lambda size: generator.poisson(2, size).astype(float)
    samples = draw(size=(5000, 201))
    wrong = np.mean([chance_among(row[0], row[1:])[0] < 0.05 for row in samples])
    assert wrong <= 0.05 + 3 * math.sqrt(0.05 * 0.95 / 5000)
    assert (wrong >= 0.04) == (kind == "normal")


def expected(name, values, solved, published):
    """Columns of a quantity by other means than the code's."""
    ordered = sorted(values)
    row = {name: ordered[(len(values) - 1) // 2], "low": ordered[0], "high": ordered[-1], "published": published}
    known = not math.isnan(published)
    row["at_most"] = np.mean([value <= published for value in values]) if known else math.nan
    row["chance"] = slow_chance(published, values) if known else math.nan
    row["chance_least"] = min(1, 2 / (len(values) + 1)) if known else math.nan
    own = [value for value, is_solved in zip(values, solved, strict=True) if is_solved]
    return row | {"chance_solved": slow_chance(published, own) if known else math.nan}


def test_milestones():
    table = milestones(LOG, traces(RUNS)).set_index(["curve", "threshold"])
    firsts = {
        ("best", 0.9): ([1, 2, 2], 2),
        ("best", 0.99): ([2, 3, 2], 3),
        ("best", 0.998): ([2, 5, 2], 3),
        ("average", 0.9): ([2, 3, 2], 3),
        ("average", 0.99): ([3, math.inf, math.inf], 3),
        ("average", 0.998): ([4, math.inf, math.inf], math.nan),
    }
    for key, (generations, published) in firsts.items():
        row = table.loc[key]
        reached = int(np.isfinite(generations).sum())
        exact = stats.binomtest(reached, 3).proportion_ci()
        assert row["n"] == 3
        assert row[["reached", "reached_low", "reached_high"]].tolist() == pytest.approx([reached / 3, *exact])
        columns = expected("generation", generations, [True, False, True], published)
        assert row[[*columns]].tolist() == pytest.approx([*columns.values()], nan_ok=True)


def test_milestones_that_no_run_reaches():
    table = milestones(LOG, traces([[(0.5, 0.4)]] * 3))
    assert (table["reached"] == 0).all()
    assert np.isinf(table[["generation", "generation_low", "generation_high"]]).all(axis=None)
    assert table["chance"].dropna().tolist() == [0.5] * 5
    assert table["chance_solved"].isna().all()


def test_a_milestone_that_the_log_reaches_with_few():
    """Ninety-nine runs never get there, one does in the log's generation: two of 101 numbers."""
    runs = [[(0.5, 0.4)]] * 99 + [[(0.5, 0.4), (0.91, 0.5)]]
    row = milestones(LOG, traces(runs)).set_index(["curve", "threshold"]).loc[("best", 0.9)]
    assert row["chance"] == 4 / 101
    assert row["reached"] == 0.01
    assert math.isinf(row["generation"])


def test_treatments_stay_apart_and_in_order():
    both = pd.concat([traces(RUNS, "z"), traces(RUNS[:1], "a")])
    for make in (milestones, log_shape):
        table = make(LOG, both)
        assert table["treatment"].unique().tolist() == ["z", "a"]
        assert table.groupby("treatment")["n"].max().to_dict() == {"z": 3, "a": 1}


def test_shape():
    table = log_shape(LOG, traces(RUNS)).set_index("quantity")
    two, three = [True, True], [True, False, True]
    of_runs = {
        "generations": ([4, math.inf, 2], three, 4),
        "wait": ([2, math.inf, 0], three, 1),
        "plateau": ([1, 0, 0], three, 1),
        "falls": ([1, 1, 0], three, 0),  # a fall beyond the log's last generation doesn't count
        "average_falls": ([0, 0, 0], three, 0),
        "gap_last": ([0.002, 0.1], two, 0.0025),
        "gap_before_last": ([0.0084, 0.1], two, 0.0084),
        "first_best": ([0.91, 0.5, 0.6], three, 0.6),
        "first_average": ([0.5, 0.4, 0.5], three, 0.5),
        "after_selection": ([0.91, 0.8, 0.9], three, 0.5),
    }
    assert table.index.tolist() == [*of_runs]
    for quantity, (values, solved, published) in of_runs.items():
        row, columns = table.loc[quantity], expected("value", values, solved, published)
        assert row["n"] == len(values)
        assert row[[*columns]].tolist() == pytest.approx([*columns.values()])


def test_falls_after_the_log_do_not_count():
    late = [(0.5, 0.4), (0.6, 0.5), (0.7, 0.6), (0.8, 0.7), (0.75, 0.65)]
    table = log_shape(LOG, traces([late])).set_index("quantity")
    assert table.loc[["falls", "average_falls"], "value"].tolist() == [0, 0]
    assert table.loc["gap_last", "n"] == 0
    assert table.loc["gap_last", ["value", "chance", "at_most", "low"]].isna().all()


def test_a_run_that_begins_with_a_perfect_player():
    table = log_shape(LOG, traces([[(1.0, 0.4)]])).set_index("quantity")
    assert table.loc[["generations", "wait"], "value"].tolist() == [1, 0]
    assert table.loc["after_selection", "n"] == 0
