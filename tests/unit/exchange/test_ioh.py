"""The export of traces, read by another package and by hand."""

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
DIMENSIONS = {"some": 765, "other": 627}


def traces(column: str) -> pd.DataFrame:
    rows = [
        {"treatment": treatment, "replicate": replicate, "generation": generation, column: value}
        for treatment, runs in RUNS.items()
        for replicate, run in enumerate(runs)
        for generation, value in enumerate(run)
    ]
    return pd.DataFrame(rows)


@pytest.mark.parametrize("objective", [FALLING, RISING], ids=lambda objective: objective.name)
def test_another_package_reads_it(tmp_path, objective):
    for path, text in exported(traces(objective.column), study="madeup", objective=objective, dimensions=DIMENSIONS):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
    manager = DataManager()
    manager.add_folder(str(tmp_path))
    overview = manager.overview.to_pandas().sort_values(["algorithm_name", "run_id"])
    rows = [["other", 627, 1, 3], ["some", 765, 1, 5], ["some", 765, 2, 1]]
    assert overview[["algorithm_name", "dimension", "run_id", "evals"]].to_numpy().tolist() == rows
    assert {*overview["suite"], *overview["function_name"]} == {"madeup", objective.name}
    best = max if objective.maximised else min
    assert overview["best_y"].tolist() == [best(RUNS["other"][0]), *map(best, RUNS["some"])]
    data = manager.load(monotonic=False, include_meta_data=True).to_pandas()
    for (algorithm, run), own in data.groupby(["algorithm_name", "run_id"]):
        values, steps = RUNS[algorithm][run - 1], own["evaluations"].tolist()
        assert [values[int(step) - 1] for step in steps] == own["raw_y"].tolist()
        assert (steps[0], steps[-1]) == (1, len(values))


def test_layout(snapshot):
    files = exported(traces("best"), study="madeup", objective=FALLING, dimensions=DIMENSIONS)
    assert "\n".join(f"{path}\n{text}" for path, text in files) == snapshot


@given(st.lists(st.integers(-3, 3), min_size=1), st.booleans())
def test_recorded_are_the_first_the_better_and_the_last(values, maximised):
    sign, ends = 1 if maximised else -1, (0, len(values) - 1)
    better = [all(sign * value > sign * before for before in values[:step]) for step, value in enumerate(values)]
    expected = [step for step, found in enumerate(better) if step in ends or found]
    assert recorded(np.array(values, float), maximised=maximised).tolist() == expected
