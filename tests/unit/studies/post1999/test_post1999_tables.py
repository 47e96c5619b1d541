"""Tables of the study: their columns have labels, statements find their rows, streams follow the seed."""

from functools import partial
from itertools import product
from types import SimpleNamespace

import numpy as np
import pandas as pd
import pytest

from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import genes, scores, success

GENERATIONS = {"cube": 60, "short": 40}
WINDOWS = {"cube": 10, "short": 5}


def evidence(seed=1):
    """Eight made-up runs of each of two treatments, six of them solved half way."""
    rng = stream(0, "tests", "genie kinds")
    runs, traces = [], []
    for treatment, replicate in product(GENERATIONS, range(8)):
        last, solved = GENERATIONS[treatment], replicate % 4 > 0
        runs.append(
            {
                "treatment": treatment,
                "replicate": replicate,
                "generations": last // 2 if solved else last,
                "censored": not solved,
                "held": solved and replicate % 2 == 0,
                **{quantity: rng.normal(120, 5) for quantity in scores.QUANTITIES},
                "kept": rng.random(),
                "genes": rng.normal([1, 1, 3, 9, 1, 0, 1, 4], 2),
            }
        )
        averages = np.where(np.arange(last) < last // 2 - 2, 100, 121) + rng.normal(0, 2, last)
        traces += [
            (treatment, replicate, generation, average, 201 - average)
            for generation, average in enumerate(averages, start=1)
        ]
    return SimpleNamespace(
        runs=pd.DataFrame(runs),
        traces=pd.DataFrame(traces, columns=["treatment", "replicate", "generation", "evolving", "static"]),
        comparisons={"starts": {"random": "cube", "zeros": "short"}},
        recipes={
            name: {"generations": GENERATIONS[name], "success": {"score": 110, "window": WINDOWS[name]}}
            for name in GENERATIONS
        },
        stream=partial(stream, seed),
    )


def similarity(source):
    return genes.gene_similarity(
        source.runs, source.comparisons, source.stream, comparison="starts", baseline="short", resamples=100
    )


MADE = [
    (genes.FINAL_GENES, lambda source: genes.final_genes(source.runs, 5)),
    (genes.DEFENCE_AND_OFFENCE, lambda source: genes.defence_and_offence(source.runs)),
    (genes.GENES_BESIDE, lambda source: genes.genes_beside(source.runs, treatments=["cube"], baseline="short")),
    (genes.GENE_SIMILARITY, similarity),
    (scores.FINAL_SCORES, lambda source: scores.final_scores(source.runs, 5, source.stream)),
    (scores.TURNOVER, lambda source: scores.turnover(source.runs)),
    (success.SUCCESSES, lambda source: success.success_rates(source.runs, source.recipes, 5, within=[40, 60])),
    (
        success.SMALL_SAMPLES,
        lambda source: success.small_samples(success.success_rates(source.runs, source.recipes, 5, within=[40]), of=5),
    ),
    (success.FIRST_RUNS, lambda source: success.first_runs(source.runs, 5)),
    (
        success.SUCCESS_GRID,
        lambda source: success.success_grid(
            source.traces, source.recipes, treatments=["cube"], offsets=[-5, 0], windows=[3, 50]
        ),
    ),
    (
        scores.ONSET_OF_SUCCESS,
        lambda source: scores.onset_of_success(source.runs, source.traces, source.recipes),
    ),
    (scores.PLATEAU, lambda source: scores.plateau(source.runs, source.traces, ceilings={"cube": 121})),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("columns", "make"), MADE)
def test_every_column_has_its_label(columns, make):
    table = make(evidence())
    assert len(table) > 0
    assert {*table} == {*columns}


def test_intervals_of_similarity_follow_the_seed():
    made, other = similarity(evidence()), similarity(evidence(seed=2))
    assert (made["correlation"] == other["correlation"]).all()
    assert (made["correlation_low"] != other["correlation_low"]).any()
