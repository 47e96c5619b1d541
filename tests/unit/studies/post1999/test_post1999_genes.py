"""Final genes by hand; tests and corrections against another package; correlations pair by pair."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from helpers.rows import agrees, columns, mean, told, welch
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import genes as module

pytestmark = pytest.mark.filterwarnings("error")

LABELS = ["-3", "-2", "-1", "0", "+1", "+2", "+3"]
MEANS = [5, 2, 0.5, 1, 1, 1, 0, 0.2]
"""Of own[0], ..., own[3], theirs[0], ..., theirs[3]."""


def runs(**genes):
    """Runs of each treatment in reverse order, which must not matter."""
    rows = [
        (treatment, replicate, np.asarray(each, float))
        for treatment, own in genes.items()
        for replicate, each in reversed([*enumerate(own)])
    ]
    return pd.DataFrame(rows, columns=["treatment", "replicate", "genes"])


def drawn(n, name, edge=4):
    return stream(0, "tests", "genes", name).normal(np.resize(MEANS, 2 * edge), 3, (n, 2 * edge))


def second_combined(genes):
    """Each combined gene by its label."""
    own, theirs = genes[: len(genes) // 2], genes[len(genes) // 2 :]
    found = {"0": own[0] + theirs[0]}
    for marks in range(1, len(own)):
        found |= {f"+{marks}": own[marks], f"-{marks}": theirs[marks]}
    return found


def holm(table):
    return pytest.approx(multipletests(table["p"], method="holm")[1], rel=1e-9)


def test_combined():
    assert module.gene_labels(4) == LABELS
    assert module.gene_labels(2) == ["-1", "0", "+1"]
    assert module.combined_genes([[1, 2, 3, 4, 10, 20, 30, 40]]).tolist() == [[40, 30, 20, 11, 2, 3, 4]]
    for genes in drawn(3, "combined", edge=6):
        expected = second_combined(genes)
        assert module.combined_genes([genes])[0].tolist() == [expected[label] for label in module.gene_labels(6)]


def test_final_genes_against_another_package():
    genes = drawn(40, "final")
    table = module.final_genes(runs(cube=genes), 5)
    for place, row in enumerate(table.to_dict("records")):
        values = np.array([second_combined(each)[LABELS[place]] for each in genes])
        t, p, _ = DescrStatsW(values).ttest_mean(0)
        agrees(row, gene=LABELS[place], place=place, n=40, mean=mean(values), t=t, p=p, sd=values.std(ddof=1))
        first = dict(zip(("first_mean", "first_low", "first_high"), mean(values[:5]), strict=True))
        agrees(row, **first, first_p=DescrStatsW(values[:5]).ttest_mean(0)[1])
    assert table["p_holm"].to_numpy() == holm(table)
    assert (table["p_holm"] > table["p"]).any()


def test_treatments_stay_apart_and_in_order():
    cube, square = drawn(12, "cube"), drawn(9, "square", edge=6)
    both = module.final_genes(runs(square=square, cube=cube), 5)
    assert both["treatment"].tolist() == ["square"] * 11 + ["cube"] * 7
    assert both["gene"].tolist() == [*module.gene_labels(6), *LABELS]
    pd.testing.assert_frame_equal(both[11:].reset_index(drop=True), module.final_genes(runs(cube=cube), 5))


def test_genes_that_do_not_vary_and_few_runs(snapshot):
    """+3 is 7 in all runs, +2 is 0 among the first five; then one run and three, all of them among the first."""
    genes = drawn(6, "constant")
    genes[:, 3] = 7
    genes[:5, 2] = 0
    tables = [module.final_genes(runs(cube=own), 5) for own in (genes, drawn(1, "few"), drawn(3, "few"))]
    assert "\n\n".join(map(told, tables)) == snapshot
    known = tables[0].drop(index=tables[0].index[tables[0]["gene"] == "+3"])
    assert known["p_holm"].to_numpy() == holm(known)


def test_genes_beside_a_baseline():
    made = {"cube": drawn(9, "cube"), "drift": drawn(14, "drift")}
    table = module.genes_beside(runs(**made), treatments=["cube"], baseline="drift")
    for label, row in zip(LABELS, table.to_dict("records"), strict=True):
        one, other = ([second_combined(each)[label] for each in own] for own in made.values())
        agrees(row, gene=label, mean=np.mean(one), baseline_mean=np.mean(other), difference=welch(one, other))


def test_defence_and_offence():
    genes = drawn(12, "sides")
    (row,) = module.defence_and_offence(runs(cube=genes)).to_dict("records")
    attacks, blocks = genes[:, 1:4].mean(axis=1), genes[:, 5:].mean(axis=1)
    agrees(row, defence=blocks.mean(), offence=attacks.mean(), difference=mean(blocks - attacks))


def similarity(genes, treatments=None, baseline=None, seed=0):
    names = treatments or [*genes]
    asked = {"asked": {name: name for name in names}}
    options = {"comparison": "asked", "baseline": baseline, "resamples": 200}
    table = module.gene_similarity(runs(**genes), asked, lambda *_: stream(seed, "tests", "similarity"), **options)
    return table.set_index(["a", "b"])


def second_similarity(one, other, weights, other_weights):
    """Mean correlation over pairs of different runs that were drawn so often."""
    total = count = 0.0
    for i, j in product(range(len(one)), range(len(other))):
        if one is not other or i != j:
            weight = weights[i] * other_weights[j]
            total += weight * np.corrcoef(one[i], other[j])[0, 1]
            count += weight
    return total / count


def test_similarity_pair_by_pair():
    genes = {"a": drawn(7, "a"), "b": drawn(5, "b")}
    table = similarity(genes)
    assert table["pairs"].to_dict() == {("a", "a"): 21, ("a", "b"): 35, ("b", "b"): 10}
    rng = stream(0, "tests", "similarity")
    combined = {name: [list(second_combined(each).values()) for each in own[::-1]] for name, own in genes.items()}
    for (a, b), row in table.iterrows():
        one, other = combined[a], combined[b]
        found = second_similarity(one, other, np.ones(len(one)), np.ones(len(other)))
        sizes = {a: len(one), b: len(other)}.values()
        weights = [rng.multinomial(size, [1 / size] * size, size=200) for size in sizes]
        pairs = zip(weights[0], weights[-1], strict=True)
        redrawn = [second_similarity(one, other, *pair) for pair in pairs if a != b or np.count_nonzero(pair[0]) > 1]
        agrees(row, correlation=[found, *np.quantile(redrawn, [0.025, 0.975])])
    other = similarity(genes, seed=1)
    assert (other["correlation"] == table["correlation"]).all()
    assert (other["correlation_low"] != table["correlation_low"]).any()


def test_similarity_beyond_a_baseline():
    """Runs around one pattern are more alike than those around none; the interval is that of both redrawn."""
    around = np.array([9, 1, 2, 7, 0, 1, 3, 5]) + 0.5 * drawn(40, "alike")
    every = {"alike": around, "none": drawn(30, "none"), "other": drawn(30, "other")}
    plain, table = (similarity(every, ["alike", "other"], baseline) for baseline in (None, "none"))
    pd.testing.assert_series_equal(table["correlation"], plain["correlation"])
    assert plain["more"].isna().all()
    of_none = similarity(every, ["none"]).iloc[0]
    assert table["more"].tolist() == pytest.approx((plain["correlation"] - of_none["correlation"]).tolist())
    alike, of_alike = table.loc[("alike", "alike")], plain.loc[("alike", "alike")]
    reach = np.hypot(*(each["correlation_high"] - each["correlation_low"] for each in (of_alike, of_none)))
    assert alike["more_high"] - alike["more_low"] == pytest.approx(reach, rel=0.3)
    assert similarity(every, ["none", "other"], "none").iloc[0].loc["more":].isna().all()


def test_similarity_of_patterns_and_without_pairs():
    pattern = np.array([0, 1, 2, 9, 0, 0, 1, 5.0])
    patterns = {"same": [pattern, 3 * pattern, 0.5 * pattern], "opposite": [-pattern, -2 * pattern]}
    for (_, row), expected in zip(similarity(patterns).iterrows(), (1, -1, 1), strict=True):
        assert columns(row, "correlation") == pytest.approx([expected] * 3)
    flat = [np.zeros(8), [1, 2, 3, 4, 5, 6, 7, 8]]  # the run whose genes are all zero has no correlation
    table = similarity({"flat": flat, "square": drawn(4, "square", edge=6), "cube": drawn(2, "two")})
    assert table["pairs"].tolist() == [0, 0, 2, 6, 0, 1], "flat beside all, square beside square and cube, cube"
    known = table.loc[:, "correlation":"correlation_high"].notna()
    assert known.all(axis=1).tolist() == known.any(axis=1).tolist() == (table["pairs"] > 0).tolist()
