"""Success rates on runs made by hand, small samples added up, other rules of success against the oracle's."""

import math
from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.learners import RECIPE
from reference import genies as twin
from statsmodels.stats.proportion import proportion_confint

from tttcore.engines.genies import engine as genies
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import success as module
from tttcore.studies.post1999.genes import final_genes
from tttcore.studies.post1999.success import first_runs, small_samples, success_grid, success_rates

pytestmark = pytest.mark.filterwarnings("error")

TAKEN = {"cube": [300, None, 1000, 1001, 700, 999, 2000, None], "short": [None, 40, None]}
"""Generations to success of each run; None for no success."""
RECIPES = {"cube": {"generations": 2000}, "short": {"generations": 1000}}


@pytest.fixture
def runs():
    rng = stream(0, "tests", "successes")
    columns = ["treatment", "replicate", "generations", "censored", "held", "genes"]
    rows = []
    for treatment, own in TAKEN.items():
        for replicate, last in enumerate(own):
            genes = rng.normal([2, 0, 1, 5] * 2, 2)
            end, held = last or RECIPES[treatment]["generations"], bool(last) and replicate % 2 == 0
            rows.append((treatment, replicate, end, not last, held, genes))
    return pd.DataFrame(rows, columns=columns)


def test_successes(runs):
    """Of `TAKEN`, runs with even numbers are successful in the end; those stopped at 2,000 did not succeed there."""
    table = success_rates(runs, RECIPES, 5, within=[999, 1000, 2000])
    assert {*table} == {*module.SUCCESSES}
    counted = {
        (row.treatment, row.success, row.within): (row.successes, row.n, row.first) for row in table.itertuples()
    }
    assert counted == {
        ("cube", "at any time", 999): (3, 8, 2),
        ("cube", "at any time", 1000): (4, 8, 3),
        ("cube", "at any time", 2000): (6, 8, 4),
        ("short", "at any time", 999): (1, 3, 1),
        ("short", "at any time", 1000): (1, 3, 1),
        ("cube", "in the end", 999): (2, 8, 2),
        ("cube", "in the end", 1000): (3, 8, 3),
        ("cube", "in the end", 2000): (4, 8, 3),
        ("short", "in the end", 999): (0, 3, 0),
        ("short", "in the end", 1000): (0, 3, 0),
    }
    for row in table.itertuples():
        low, high = proportion_confint(row.successes, row.n, method="beta")
        assert [row.share, row.share_low, row.share_high] == pytest.approx([row.successes / row.n, low, high])


def test_the_order_of_runs_does_not_matter(runs):
    shuffled = pd.concat([own.sample(frac=1, random_state=0) for _, own in runs.groupby("treatment", sort=False)])
    in_order, mixed = (success_rates(each, RECIPES, 5, within=[1000]) for each in (runs, shuffled))
    pd.testing.assert_frame_equal(mixed, in_order)
    pd.testing.assert_frame_equal(first_runs(shuffled, 5), first_runs(runs, 5))


def test_no_treatment_lasts_so_long(runs):
    table = success_rates(runs, RECIPES, 5, within=[5000])
    assert table.empty
    assert small_samples(table, of=5).empty
    assert {*small_samples(table, of=5)} == {*module.SMALL_SAMPLES}


@pytest.mark.parametrize(("ours", "n"), [(4, 40), (40, 100), (50, 100), (97, 100)])
def test_small_samples_sequence_by_sequence(ours, n):
    """Every sequence of five runs with its chance; the test by every way to share out all successes."""
    shares = pd.DataFrame({"treatment": ["cube"], "success": ["in the end"], "within": [1000], "n": [n]})
    table = small_samples(shares.assign(successes=ours, share=ours / n), of=5)
    assert {*table} == {*module.SMALL_SAMPLES}
    probabilities = [0.0] * 6
    for sequence in product((0, 1), repeat=5):
        probabilities[sum(sequence)] += math.prod(ours / n if success else 1 - ours / n for success in sequence)
    assert table["successes"].tolist() == [0, 1, 2, 3, 4, 5]
    assert (table["of"] == 5).all()
    assert table["probability"].tolist() == pytest.approx(probabilities)
    for row in table.itertuples():
        together = ours + row.successes
        ways = [math.comb(5, own) * math.comb(n, together - own) for own in range(min(5, together) + 1)]
        no_likelier = sum(other for other in ways if other <= ways[row.successes] * (1 + 1e-7))
        assert row.chance == pytest.approx(no_likelier / math.comb(n + 5, together))
        assert row.chance_least == table["chance"].min()
    told_apart = [row.probability for row in table.itertuples() if row.chance < 0.05]
    assert table["wrong"].tolist() == pytest.approx([sum(told_apart)] * 6)


def test_first_runs(runs):
    found = first_runs(runs, 5)
    assert {*found} == {*module.FIRST_RUNS}
    table, genes = found.set_index("treatment"), final_genes(runs, 5)
    assert table["successes"].to_dict() == {"cube": 3, "short": 0}
    assert table["of"].to_dict() == {"cube": 5, "short": 3}
    assert table["generations"].to_dict() == {"cube": "300, >2000, 1000, 1001, 700", "short": ">1000, 40, >1000"}
    for treatment, row in table.iterrows():
        tested = [gene for gene in genes.itertuples() if gene.treatment == treatment]
        by_first = [gene.gene for gene in tested if gene.first_p < 0.05]
        by_all = [gene.gene for gene in tested if gene.p_holm < 0.05]
        assert row["significant"] == (", ".join(by_first) or "none")
        assert row["significant_all"] == (", ".join(by_all) or "none")
        assert row["missed"] == ", ".join(gene for gene in by_all if gene not in by_first)
    assert table.loc["short", "significant_all"] == "none"


def test_what_a_few_runs_miss():
    """+3 differs from zero already in five runs, +2 only in all, -3 in five by chance, the others never."""
    genes = np.zeros((40, 8))
    noise = np.tile([-1.0, 1.0], 20)
    genes[:, 3] = 20 + noise
    genes[:, 2] = 1.2 + 2 * noise
    genes[:, 7] = np.where(np.arange(40) < 5, 3 + noise, -3 / 7 + noise)
    genes[:, [0, 1, 4, 5, 6]] = noise[:, None]
    made = pd.DataFrame({"treatment": "cube", "replicate": range(40), "generations": 5, "censored": False})
    (row,) = first_runs(made.assign(genes=list(genes), held=True), 5).itertuples()
    assert (row.significant, row.significant_all, row.missed) == ("-3, +3", "+2, +3", "+2")


def test_rules_of_success_are_the_twins():
    """By other scores and windows, of which those longer than a run are left out; the recipe's own is that of runs."""
    recipe = RECIPE | {"generations": 40, "success": {"score": 105, "window": 4}}
    histories = run_replicates(genies, "tests", "grid", recipe, None, seed=0, replicates=range(8))
    summary = genies.summarise(pd.DataFrame(histories), {"grid": recipe})
    options = {"treatments": ["grid"], "offsets": [-10, 0, 3], "windows": [1, 4, 100]}
    traces = pd.concat([summary.traces.assign(treatment="other"), summary.traces])
    table = success_grid(traces, {"grid": recipe}, **options)
    assert {*table} == {*module.SUCCESS_GRID}
    assert (table["treatment"] == "grid").all()
    rules = list(product((1, 4), (95, 105, 108)))
    assert [(row.window, row.score) for row in table.itertuples()] == rules
    seeds = [stream(0, "tests", "grid", run).bit_generator.random_raw(2).tolist() for run in range(8)]
    plain = [twin.run(recipe, *seed) for seed in seeds]
    for row in table.itertuples():
        asked = recipe | {"success": {"score": row.score, "window": row.window}}
        solved = sum(twin.success(history, asked) is not None for history in plain)
        held = sum(twin.held(history, asked, 40) for history in plain)
        for count, found in ((solved, row[5:8]), (held, row[8:11])):
            assert list(found) == pytest.approx([count / 8, *proportion_confint(count, 8, method="beta")])
    (own,) = table[(table["window"] == 4) & (table["score"] == 105)].itertuples()
    assert (own.n, own.share, own.held) == (8, 1 - summary.runs["censored"].mean(), summary.runs["held"].mean())
