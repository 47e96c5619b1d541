"""Tables about Genies: their columns have labels, statements find their rows, streams follow the seed."""

import warnings
from itertools import product

import numpy as np
import pandas as pd
import pytest
from parted import InMemory

from tttcore.claims.selectors import claim_value
from tttcore.engines.genies import engine as genies
from tttcore.engines.genies import stats
from tttcore.engines.genies.stats.final_scores import QUANTITIES
from tttcore.pipeline.rng import stream
from tttcore.stats.evidence import Evidence

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
                **{quantity: rng.normal(120, 5) for quantity in QUANTITIES},
                "newborn_deaths": rng.random(),
                "genes": rng.normal([1, 1, 3, 9, 1, 0, 1, 4], 2),
            }
        )
        averages = np.where(np.arange(last) < last // 2 - 2, 100, 121) + rng.normal(0, 2, last)
        traces += [
            (treatment, replicate, generation, average, 201 - average)
            for generation, average in enumerate(averages, start=1)
        ]
    return Evidence(
        study="made-up",
        comparisons={"starts": {"random": "cube", "zeros": "short"}},
        published={"replicates": 5, "repeated_by": [], "tables": {}},
        recipes={
            name: {"generations": GENERATIONS[name], "success": {"score": 110, "window": WINDOWS[name]}}
            for name in GENERATIONS
        },
        run_rows=InMemory(pd.DataFrame(runs)),
        trace_rows=InMemory(
            pd.DataFrame(traces, columns=["treatment", "replicate", "generation", "evolving", "static"])
        ),
        states=None,
        seed=seed,
        stored=genies.STORED,
    )


def similarity(source):
    return stats.gene_similarity(
        source.runs, source.comparisons, source.stream, comparison="starts", baseline="short", resamples=100
    )


MADE = [
    (stats.FINAL_GENES, lambda source: stats.final_genes(source.runs, 5)),
    (stats.DEFENCE_AND_OFFENCE, lambda source: stats.defence_and_offence(source.runs)),
    (stats.GENES_BESIDE, lambda source: stats.genes_beside(source.runs, treatments=["cube"], baseline="short")),
    (stats.GENE_SIMILARITY, similarity),
    (stats.FINAL_SCORES, lambda source: stats.final_scores(source.runs, 5, source.stream)),
    (stats.TURNOVER, lambda source: stats.turnover(source.runs, baseline="cube")),
    (stats.SUCCESSES, lambda source: stats.success_rates(source.runs, source.recipes, 5, within=[40, 60])),
    (
        stats.SMALL_SAMPLES,
        lambda source: stats.small_samples(stats.success_rates(source.runs, source.recipes, 5, within=[40]), of=5),
    ),
    (stats.FIRST_RUNS, lambda source: stats.first_runs(source.runs, 5)),
    (
        stats.SUCCESS_GRID,
        lambda source: stats.success_grid(
            source.traces, source.recipes, treatments=["cube"], offsets=[-5, 0], windows=[3, 50]
        ),
    ),
    (
        stats.ONSET_OF_SUCCESS,
        lambda source: stats.onset_of_success(source.runs, source.traces, source.recipes),
    ),
    (stats.PLATEAU, lambda source: stats.plateau(source.runs, source.traces, ceilings={"cube": 121})),
]


@pytest.mark.parametrize(("columns", "make"), MADE)
def test_every_column_has_its_label(columns, make):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        table = make(evidence())
    assert len(table) > 0
    assert {*table} == {*columns}


def test_intervals_of_similarity_follow_the_seed():
    made, other = similarity(evidence()), similarity(evidence(seed=2))
    assert (made["correlation"] == other["correlation"]).all()
    assert (made["correlation_low"] != other["correlation_low"]).any()


def test_claims_find_genes_by_label():
    genes = stats.final_genes(evidence().runs, 5)
    made, cube = {"final_genes": genes}, genes[genes["treatment"] == "cube"]
    found = claim_value("final_genes.mean[treatment=cube; gene=-3]", made)
    (row,) = cube[cube["place"] == 0].itertuples()
    assert (found.value, found.low, found.high) == (row.mean, row.mean_low, row.mean_high)
    assert claim_value("final_genes.p_holm[treatment=cube; gene=+3]", made).value == cube["p_holm"].iloc[-1]
    ordered = claim_value("order final_genes.mean[treatment=cube]", made).text
    assert ordered == " < ".join(cube.sort_values("mean")["gene"])
