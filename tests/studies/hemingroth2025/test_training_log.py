"""Published log: files refused, facts of the log, and our traces in its numbers."""

import re

import pandas as pd
import pytest
from project import ROOT
from small_traces import traces

from tttcore.engines.genetic_algorithm.engine import LOG_LINE, log_line
from tttcore.pipeline.messages import ConfigError
from tttcore.studies.hemingroth2025.published_courses import read_log
from tttcore.studies.hemingroth2025.training_log import (
    as_logged,
    fitting_games,
    log_facts,
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


def test_line():
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


@pytest.mark.parametrize("fact", VALUES)
def test_values(facts, fact):
    assert facts.loc[fact, "value"] == pytest.approx(VALUES[fact], rel=1e-9)


@pytest.mark.parametrize("fact", TEXTS)
def test_texts(facts, fact):
    assert facts.loc[fact, "text"] == TEXTS[fact]


def test_a_fact_is_a_value_or_a_text(facts):
    assert set(facts.index) == {*VALUES, *TEXTS}
    assert (facts["value"].isna() == (facts["text"] != "")).all()
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
