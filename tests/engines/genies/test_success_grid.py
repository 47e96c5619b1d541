"""Other rules of success, against the slow twin's and against the summaries of real runs."""

import oracles_genies as twin
import pandas as pd
import pytest
from small_genies import RECIPE
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.genies import engine as genies
from tttcore.engines.genies.stats.success_grid import success_grid
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.rng import stream

OFFSETS, WINDOWS = [-10, 0, 3], [1, 4, 100]


@pytest.fixture(scope="module")
def recipe():
    return RECIPE | {"generations": 40, "success": {"score": 105, "window": 4}}


@pytest.fixture(scope="module")
def summary(recipe):
    histories = run_replicates(genies, "tests", "grid", recipe, None, seed=0, replicates=range(8))
    return genies.summarise(pd.DataFrame(histories), {"grid": recipe})


def test_rules_are_the_twins(recipe, summary):
    table = success_grid(summary.traces, {"grid": recipe}, treatments=["grid"], offsets=OFFSETS, windows=WINDOWS)
    assert [(row.window, row.score) for row in table.itertuples()] == [(w, 105 + o) for w in (1, 4) for o in OFFSETS]
    histories = [
        twin.run(recipe, *stream(0, "tests", "grid", run).bit_generator.random_raw(2).tolist()) for run in range(8)
    ]
    for row in table.itertuples():
        asked = recipe | {"success": {"score": row.score, "window": row.window}}
        solved = sum(twin.success(history, asked) is not None for history in histories)
        held = sum(twin.held(history, asked, 40) for history in histories)
        for count, found in ((solved, row[5:8]), (held, row[8:11])):
            assert list(found) == pytest.approx([count / 8, *proportion_confint(count, 8, method="wilson")])


def test_the_recipes_own_rule_is_that_of_the_runs(recipe, summary):
    own = success_grid(summary.traces, {"grid": recipe}, treatments=["grid"], offsets=[0], windows=[4])
    (row,) = own.itertuples()
    assert (row.n, row.share, row.held) == (8, 1 - summary.runs["censored"].mean(), summary.runs["held"].mean())
    both = pd.concat([summary.traces, summary.traces.assign(treatment="other")])
    kept = success_grid(both, {"other": recipe}, treatments=["other"], offsets=[0], windows=[4])
    assert kept["treatment"].tolist() == ["other"]
