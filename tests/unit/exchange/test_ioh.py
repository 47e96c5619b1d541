"""The export of traces, read by another package and by hand."""

import json

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from iohinspector import DataManager

from tttcore.exchange.ioh import exported, recorded
from tttcore.pipeline.schema import Objective

FALLING = Objective("GamesLost", "best", maximised=False)
RISING = Objective("LifeScore", "evolving", maximised=True)
RUNS = {"some": [[0.5, 0.6, 0.25, 0.25, 0.0], [0.4]], "other": [[0.5, 0.5, 0.7]]}


def traces(column: str) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {"treatment": treatment, "replicate": replicate, "generation": generation, column: value}
            for treatment, runs in RUNS.items()
            for replicate, run in enumerate(runs)
            for generation, value in enumerate(run)
        ]
    )


@pytest.fixture(params=[FALLING, RISING], ids=lambda objective: objective.name)
def folder(request, tmp_path):
    objective = request.param
    dimensions = {"some": 765, "other": 627}
    for path, text in exported(traces(objective.column), study="madeup", objective=objective, dimensions=dimensions):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    return objective, tmp_path


def test_another_package_reads_it(folder):
    objective, path = folder
    manager = DataManager()
    manager.add_folder(str(path))
    overview = manager.overview.to_pandas().sort_values(["algorithm_name", "run_id"])
    assert overview[["algorithm_name", "dimension", "run_id", "evals"]].to_numpy().tolist() == [
        ["other", 627, 1, 3],
        ["some", 765, 1, 5],
        ["some", 765, 2, 1],
    ]
    assert (overview["suite"] == "madeup").all()
    assert (overview["function_name"] == objective.name).all()
    best = max if objective.maximised else min
    assert overview["best_y"].tolist() == [best(RUNS["other"][0]), *map(best, RUNS["some"])]
    data = manager.load(monotonic=False, include_meta_data=True).to_pandas()
    for (algorithm, run), rows in data.groupby(["algorithm_name", "run_id"]):
        values = RUNS[algorithm][run - 1]
        assert [values[int(step) - 1] for step in rows["evaluations"]] == rows["raw_y"].tolist()
        assert rows["evaluations"].iloc[0] == 1
        assert rows["evaluations"].iloc[-1] == len(values)


def test_layout():
    files = dict(exported(traces("best"), study="madeup", objective=FALLING, dimensions={"some": 765, "other": 627}))
    assert list(files) == [
        "some/IOHprofiler_f1_GamesLost.json",
        "some/data_f1_GamesLost/IOHprofiler_f1_DIM765.dat",
        "other/IOHprofiler_f1_GamesLost.json",
        "other/data_f1_GamesLost/IOHprofiler_f1_DIM627.dat",
    ]
    assert files["some/data_f1_GamesLost/IOHprofiler_f1_DIM765.dat"] == (
        "evaluations raw_y\n1 0.5\n3 0.25\n5 0.0\nevaluations raw_y\n1 0.4\n"
    )
    about = json.loads(files["some/IOHprofiler_f1_GamesLost.json"])
    assert list(about) == [
        "version", "suite", "function_id", "function_name", "maximization", "algorithm", "attributes", "scenarios",
    ]  # fmt: skip
    (scenario,) = about["scenarios"]
    assert scenario["path"] == "data_f1_GamesLost/IOHprofiler_f1_DIM765.dat"
    assert scenario["runs"] == [
        {"instance": 1, "evals": 5, "best": {"evals": 5, "y": 0.0, "x": []}},
        {"instance": 1, "evals": 1, "best": {"evals": 1, "y": 0.4, "x": []}},
    ]


@given(st.lists(st.integers(-3, 3), min_size=1), st.booleans())
def test_recorded_are_the_first_the_better_and_the_last(values, maximised):
    sign = 1 if maximised else -1
    expected = [
        step
        for step, value in enumerate(values)
        if step in (0, len(values) - 1) or all(sign * value > sign * before for before in values[:step])
    ]
    assert recorded(np.array(values, float), maximised=maximised).tolist() == expected
