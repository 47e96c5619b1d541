"""Tables about Genies as a study's file asks for them: what its page shows, options, streams."""

import re
import warnings
from itertools import product

import numpy as np
import pandas as pd
import pytest
from parted import InMemory
from tttcore.pipeline.names import COMPARISON, named
from tttcore.studies.statistics import statistics

from tttcore.claims.selectors import claim_value
from tttcore.engines.genies import engine as genies
from tttcore.engines.genies.stats.final_genes import defence_and_offence, final_genes, genes_beside
from tttcore.engines.genies.stats.final_scores import QUANTITIES, final_scores, turnover
from tttcore.engines.genies.stats.gene_similarity import gene_similarity
from tttcore.engines.genies.stats.success_grid import success_grid
from tttcore.engines.genies.stats.success_onset import onset_of_success, plateau
from tttcore.engines.genies.stats.success_rates import binomial_successes, first_runs, success_rates
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.rooms import ENGINES, room_of
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import kinds

GENERATIONS = {"cube": 60, "short": 40}
WINDOWS = {"cube": 10, "short": 5}
TABLES = {
    "final_genes": {},
    "defence_and_offence": {},
    "genes_beside": {"treatments": ["cube"], "baseline": "short"},
    "gene_similarity": {"comparison": "starts", "baseline": "short", "resamples": 100},
    "final_scores": {},
    "turnover": {"baseline": "cube"},
    "successes": {"within": [40, 60]},
    "small_samples": {"within": [40]},
    "first_runs": {},
    "success_grid": {"offsets": [-5, 0], "windows": [3, 50]},
    "onset_of_success": {},
    "plateau": {"ceilings": {"cube": 121.0}},
}


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


@pytest.fixture(scope="module")
def source():
    return evidence()


@pytest.fixture(scope="module")
def made(source):
    asked = {name: {"name": name, **options} for name, options in TABLES.items()}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        return statistics({name: kinds.build(table, name) for name, table in asked.items()}, source)


@pytest.mark.parametrize("name", TABLES)
def test_the_page_shows_columns_that_are_there(made, name):
    assert room_of(kinds[name].__module__, ENGINES) == "genies"
    assert len(made[name]) > 0
    assert {*kinds[name].columns} <= {*made[name]}


def test_tables_hold_what_their_modules_compute(made, source):
    of_runs = (source.runs, source.recipes, 5)
    expected = {
        "final_genes": final_genes(source.runs, 5),
        "defence_and_offence": defence_and_offence(source.runs),
        "final_scores": final_scores(source.runs, 5, source.stream),
        "turnover": turnover(source.runs, baseline="cube"),
        "successes": success_rates(*of_runs, within=[40, 60]),
        "small_samples": binomial_successes(success_rates(*of_runs, within=[40]), of=5),
        "first_runs": first_runs(source.runs, 5),
        "success_grid": success_grid(source.traces, source.recipes, offsets=[-5, 0], windows=[3, 50]),
        "onset_of_success": onset_of_success(source.runs, source.traces, source.recipes),
        "plateau": plateau(source.runs, source.traces, ceilings={"cube": 121}),
        "genes_beside": genes_beside(source.runs, treatments=["cube"], baseline="short"),
        "gene_similarity": gene_similarity(
            source.runs, source.comparisons, source.stream, comparison="starts", baseline="short", resamples=100
        ),
    }
    assert expected.keys() == TABLES.keys()
    for name, table in expected.items():
        pd.testing.assert_frame_equal(made[name], table)


def test_the_seed_names_the_stream(made):
    other = kinds.build({"name": "gene_similarity", **TABLES["gene_similarity"]}, "").make(evidence(seed=2))
    assert (made["gene_similarity"]["correlation"] == other["correlation"]).all()
    assert (made["gene_similarity"]["correlation_low"] != other["correlation_low"]).any()


def test_claims_find_genes_by_label(made):
    genes = made["final_genes"]
    cube = genes[genes["treatment"] == "cube"]
    found = claim_value("final_genes.mean[treatment=cube; gene=-3]", made)
    (row,) = cube[cube["place"] == 0].itertuples()
    assert (found.value, found.low, found.high) == (row.mean, row.mean_low, row.mean_high)
    assert claim_value("final_genes.p_holm[treatment=cube; gene=+3]", made).value == cube["p_holm"].iloc[-1]
    ordered = claim_value("order final_genes.mean[treatment=cube]", made).text
    assert ordered == " < ".join(cube.sort_values("mean")["gene"])


MISTAKES = [
    ({"name": "successes"}, "asked.within: kind of table 'successes' needs this key"),
    ({"name": "successes", "within": [0]}, "asked.within.0: 0 is out of range; allowed: from 1 to 2,147,483,647"),
    ({"name": "small_samples", "within": []}, "asked.within: [] is not a list of at least one"),
    ({"name": "gene_similarity"}, "asked.comparison: kind of table 'gene_similarity' needs this key"),
    (
        {"name": "gene_similarity", "comparison": "starts", "resamples": 9},
        "asked.resamples: 9 is out of range; allowed: from 100 to 100,000 (memory grows with it)",
    ),
]


@pytest.mark.parametrize(("table", "message"), MISTAKES)
def test_options_are_checked(table, message):
    with pytest.raises(ConfigError, match=f"^{re.escape(message)}$"):
        kinds.build(table, "asked")


def test_a_comparison_is_asked_for_by_name():
    asked = kinds.build({"name": "gene_similarity", "comparison": "starts"}, "asked")
    assert named(asked, COMPARISON) == ["starts"]
