"""A null result as a study's file gives it, and which rows it shows."""

import pandas as pd

from tttcore.claims.null_result import NullResult, margins
from tttcore.stats.columns import columns
from tttcore.stats.published_design import POWER_GRID
from tttcore.studies.tables import Table

ASKED = {"claim": "X-1", "grid": "grid", "tables": ["design", "same"], "sets": ["published", "speed"]}
STUDY = {"null_result": ASKED, "comparisons": {"speed": {}, "length": {}}}
TABLES = {
    name: Table(columns(labels)(lambda _: pd.DataFrame()), "Power")
    for name, labels in (("grid", POWER_GRID), ("design", {"power": "Power"}), ("same", {}))
}


def test_rows_of_the_sets_and_of_their_first_runs():
    found = NullResult.of(STUDY, TABLES, ["X-1"], "study.yaml")
    table = pd.DataFrame(
        {"set": ["published", "speed, first 30", "speed", "length", "length, first 30"], "row": range(5)}
    )
    assert found.rows(table)["row"].tolist() == [0, 1, 2]
    without = pd.DataFrame({"alpha": [0.05, 0.1]})
    assert found.rows(without).equals(without)


def test_a_study_without_one():
    assert NullResult.of({**STUDY, "null_result": {}}, TABLES, [], "study.yaml") is None


def test_margins_are_those_of_the_studys_tables():
    assert margins("ancheta2020") == [
        {"name": "one generation", "unit": "generations", "size": 1.0},
        {"name": "a fifth of a standard deviation", "unit": "sd", "size": 0.2},
    ]
    assert margins("gardner1962") == []
