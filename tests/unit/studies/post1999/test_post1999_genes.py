"""Final genes by hand; tests and corrections against another package; correlations pair by pair."""

from itertools import product

import numpy as np
import pandas as pd
import pytest
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.studies.post1999 import genes as module

pytestmark = pytest.mark.filterwarnings("error")

LABELS = ["-3", "-2", "-1", "0", "+1", "+2", "+3"]
MEANS = [5, 2, 0.5, 1, 1, 1, 0, 0.2]
"""Of own[0], ..., own[3], theirs[0], ..., theirs[3]."""
FIRST = ["first_mean", "first_low", "first_high", "first_p"]


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
    assert {*table} == {*module.FINAL_GENES}
    assert table["gene"].tolist() == LABELS
    assert table["place"].tolist() == list(range(7))
    for row in table.to_dict("records"):
        values = np.array([second_combined(each)[row["gene"]] for each in genes])
        own, first = DescrStatsW(values), DescrStatsW(values[:5])
        expected = [40, own.mean, *own.tconfint_mean(), *own.ttest_mean(0)[:2], values.std(ddof=1)]
        assert [row[name] for name in ("n", "mean", "mean_low", "mean_high", "t", "p", "sd")] == pytest.approx(expected)
        expected = [first.mean, *first.tconfint_mean(), first.ttest_mean(0)[1]]
        assert [row[name] for name in FIRST] == pytest.approx(expected)
    assert table["p_holm"].to_numpy() == holm(table)
    assert (table["p_holm"] > table["p"]).any()


def test_treatments_stay_apart_and_in_order():
    cube, square = drawn(12, "cube"), drawn(9, "square", edge=6)
    both = module.final_genes(runs(square=square, cube=cube), 5)
    assert both["treatment"].tolist() == ["square"] * 11 + ["cube"] * 7
    assert both["gene"].tolist() == [*module.gene_labels(6), *LABELS]
    pd.testing.assert_frame_equal(both[11:].reset_index(drop=True), module.final_genes(runs(cube=cube), 5))


def test_genes_that_do_not_vary_and_few_runs():
    genes = drawn(6, "constant")
    genes[:, 3] = 7  # +3
    genes[:5, 2] = 0  # +2 among the first
    table = module.final_genes(runs(cube=genes), 5).set_index("gene")
    assert table.loc["+3", ["mean", "mean_low", "mean_high", "sd"]].tolist() == [7, 7, 7, 0]
    assert table.loc["+3", ["t", "p", "p_holm", "first_p"]].isna().all()
    assert table.loc["+2", FIRST].tolist() == pytest.approx([0, 0, 0, np.nan], nan_ok=True)
    assert table.drop("+3")["p_holm"].to_numpy() == holm(table.drop("+3"))
    single, few = (module.final_genes(runs(cube=drawn(n, "few")), 5) for n in (1, 3))
    assert (single["n"] == 1).all()
    assert (single["mean"] == single["first_mean"]).all()
    assert single[["sd", "mean_low", "t", "p", "p_holm", "first_low", "first_p"]].isna().all(axis=None)
    assert (few["n"] == 3).all()
    assert few["first_p"].tolist() == few["p"].tolist()


def test_genes_beside_a_baseline():
    made = {"cube": drawn(9, "cube"), "drift": drawn(14, "drift")}
    table = module.genes_beside(runs(**made), treatments=["cube"], baseline="drift")
    assert {*table} == {*module.GENES_BESIDE}
    assert table["gene"].tolist() == LABELS
    for row in table.itertuples():
        one, other = (np.array([second_combined(each)[row.gene] for each in own]) for own in made.values())
        low, high = CompareMeans(DescrStatsW(one), DescrStatsW(other)).tconfint_diff(usevar="unequal")
        assert [row.mean, row.baseline_mean] == pytest.approx([one.mean(), other.mean()])
        found = [row.difference, row.difference_low, row.difference_high]
        assert found == pytest.approx([one.mean() - other.mean(), low, high])


def test_defence_and_offence():
    genes = drawn(12, "sides")
    table = module.defence_and_offence(runs(cube=genes))
    assert {*table} == {*module.DEFENCE_AND_OFFENCE}
    (row,) = table.to_dict("records")
    attacks, blocks = genes[:, 1:4].mean(axis=1), genes[:, 5:].mean(axis=1)
    second = DescrStatsW(blocks - attacks)
    assert [row["defence"], row["offence"]] == pytest.approx([blocks.mean(), attacks.mean()])
    found = [row["difference"], row["difference_low"], row["difference_high"]]
    assert found == pytest.approx([second.mean, *second.tconfint_mean()])


def similarity(genes, treatments=None, baseline=None, seed=0):
    names = treatments or [*genes]
    asked = {"asked": {name: name for name in names}}
    options = {"comparison": "asked", "baseline": baseline, "resamples": 200}
    table = module.gene_similarity(runs(**genes), asked, lambda *_: stream(seed, "tests", "similarity"), **options)
    assert {*table} == {*module.GENE_SIMILARITY}
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
        assert row["correlation"] == pytest.approx(found)
        weights = rng.multinomial(len(one), [1 / len(one)] * len(one), size=200)
        other_weights = weights
        if a != b:
            other_weights = rng.multinomial(len(other), [1 / len(other)] * len(other), size=200)
        redrawn = [
            second_similarity(one, other, *pair)
            for pair in zip(weights, other_weights, strict=True)
            if a != b or np.count_nonzero(pair[0]) > 1
        ]
        ends = row[["correlation_low", "correlation_high"]].astype(float).tolist()
        assert ends == pytest.approx([*np.quantile(redrawn, [0.025, 0.975])])
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
    for column in ("correlation", "correlation_low", "correlation_high"):
        assert similarity(patterns)[column].tolist() == pytest.approx([1, -1, 1])
    flat = [np.zeros(8), [1, 2, 3, 4, 5, 6, 7, 8]]  # the run whose genes are all zero has no correlation
    table = similarity({"flat": flat, "square": drawn(4, "square", edge=6), "cube": drawn(2, "two")})
    assert table["pairs"].tolist() == [0, 0, 2, 6, 0, 1], "flat beside all, square beside square and cube, cube"
    known = table.loc[:, "correlation":"correlation_high"].notna()
    assert known.all(axis=1).tolist() == known.any(axis=1).tolist() == (table["pairs"] > 0).tolist()


def test_interval_covers():
    """Of 100 experiments with known mean correlation, that of all pairs of many runs, about 95 intervals hold it."""
    many = drawn(3000, "many")
    shapes = module.combined_genes(many)
    known = np.mean([np.corrcoef(*pair)[0, 1] for pair in zip(shapes[::2], shapes[1::2], strict=True)])
    inside = 0
    for experiment in range(100):
        (row,) = similarity({"cube": many[30 * experiment : 30 * experiment + 30]}).itertuples()
        inside += row.correlation_low <= known <= row.correlation_high
    assert 85 <= inside <= 100
