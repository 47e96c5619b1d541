"""Sets of samples: which runs are in which, and a published file that holds no generations."""

import numpy as np
import pandas as pd
import pytest
from helpers.project import ROOT
from helpers.tables import InMemory

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.study import comparison_of, first_runs
from tttcore.stats.evidence import published_sample, samples
from tttcore.stats.runtimes import of_comparison

TABLE6 = ROOT / "config" / "published" / "ancheta2020_table6.csv"
COLUMNS = {"length": "generations", "unfinished": "censored"}


def test_published_runs():
    """Thirty of each, with the mean squares 1.478 and 5.594 and the F of 0.264 that the document prints."""
    groups = published_sample(TABLE6)
    assert list(groups) == ["control", "rmg", "umg"]
    values = np.array([sample.values for sample in groups.values()])
    between = 30 * values.mean(axis=1).var(ddof=1)
    within = values.var(axis=1, ddof=1).mean()
    assert (round(between, 3), round(within, 3), round(between / within, 3)) == (1.478, 5.594, 0.264)
    assert [sample.values.size for sample in groups.values()] == [30, 30, 30]
    assert not any(sample.censored.any() for sample in groups.values())


@pytest.mark.parametrize(
    ("cell", "shown"),
    [("x7", "'x7'"), ("0", "'0'|0"), ("-3", "-3"), ("2.5", "2.5"), ("", "''"), ("inf", "inf"), ("1e30", "1e30")],
)
def test_a_published_value_that_is_no_number_of_generations(tmp_path, cell, shown):
    path = tmp_path / "table.csv"
    path.write_text(f"run,control,umg\n1,7,8\n2,9,{cell}\n3,6,6\n")
    with pytest.raises(ConfigError, match=rf"table\.csv, line 3, umg: \S*({shown})\S*; allowed: whole numbers from 1$"):
        published_sample(path)


def test_a_published_file_that_cannot_be_read(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.csv: no such file$"):
        published_sample(tmp_path / "none.csv")
    (tmp_path / "empty.csv").touch()
    with pytest.raises(ConfigError, match=r"empty\.csv: empty file; needs a header and rows$"):
        published_sample(tmp_path / "empty.csv")


def test_sets():
    treatments = ("slow", "fast", "other")
    runs = pd.DataFrame(
        {
            "treatment": np.repeat(treatments, 40),
            "replicate": np.tile(np.arange(40), 3),
            "generations": np.arange(120) % 50 + 1,
            "censored": np.arange(120) % 7 == 0,
        }
    )
    comparisons = {"speed": {"b": "slow", "a": "fast"}, "rest": {"x": "other", "y": "slow"}}
    rows = InMemory(runs)
    sets = samples(rows, comparisons, {"data": str(TABLE6), "repeated_by": ["speed"], "replicates": 30}, **COLUMNS)
    assert {name: list(groups) for name, groups in sets.items()} == {
        "published": ["control", "rmg", "umg"], "speed, first 30": ["b", "a"], "speed": ["b", "a"], "rest": ["x", "y"],
    }  # fmt: skip
    assert first_runs("speed", 30) == "speed, first 30"
    assert comparison_of("speed, first 30") == comparison_of("speed") == "speed"
    assert sets["speed"]["a"].values.tolist() == [generation % 50 + 1 for generation in range(40, 80)]
    assert sets["speed, first 30"]["a"].values.tolist() == [generation % 50 + 1 for generation in range(40, 70)]
    assert list(samples(rows, comparisons, {"repeated_by": []}, **COLUMNS)) == ["speed", "rest"], "no data are given"
    assert np.flatnonzero(sets["rest"]["x"].censored).tolist() == [n - 80 for n in range(80, 120) if n % 7 == 0]


def test_rows_of_a_comparison():
    traces = pd.DataFrame({"treatment": ["a", "b", "c", "b"], "best": [0.1, 0.2, 0.3, 0.4]})
    found = of_comparison(traces, {"one": "c", "two": "b"})
    assert found.to_dict("list") == {"best": [0.2, 0.3, 0.4], "group": ["two", "one", "two"]}
