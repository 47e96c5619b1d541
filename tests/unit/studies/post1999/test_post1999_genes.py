"""Final genes by hand; tests and corrections against other packages; correlations pair by pair."""

from itertools import product

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from scipy import stats
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import CompareMeans, DescrStatsW

from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.genes import (
    combined_genes,
    defence_and_offence,
    final_genes,
    gene_labels,
    gene_similarity,
    genes_beside,
)

pytestmark = pytest.mark.filterwarnings("error")

LABELS = ["-3", "-2", "-1", "0", "+1", "+2", "+3"]
MEANS = [5, 2, 0.5, 1, 1, 1, 0, 0.2]
"""Of own[0], ..., own[3], theirs[0], ..., theirs[3]."""


def runs(genes, treatment="cube"):
    """Runs in reverse order, which must not matter."""
    rows = [(treatment, replicate, np.asarray(each, float)) for replicate, each in enumerate(genes)]
    return pd.DataFrame(rows[::-1], columns=["treatment", "replicate", "genes"])


def drawn(n, name, edge=4):
    return stream(0, "tests", "genes", name).normal(np.resize(MEANS, 2 * edge), 3, (n, 2 * edge))


def second_combined(genes):
    """Each combined gene by its label."""
    own, theirs = genes[: len(genes) // 2], genes[len(genes) // 2 :]
    found = {"0": own[0] + theirs[0]}
    for marks in range(1, len(own)):
        found |= {f"+{marks}": own[marks], f"-{marks}": theirs[marks]}
    return found


def test_combined():
    assert gene_labels(4) == LABELS
    assert gene_labels(2) == ["-1", "0", "+1"]
    assert combined_genes([[1, 2, 3, 4, 10, 20, 30, 40]]).tolist() == [[40, 30, 20, 11, 2, 3, 4]]
    for genes in drawn(3, "combined", edge=6):
        expected = second_combined(genes)
        assert combined_genes([genes])[0].tolist() == [expected[label] for label in gene_labels(6)]


def test_against_another_package():
    genes = drawn(40, "final")
    table = final_genes(runs(genes), 5)
    assert table["gene"].tolist() == LABELS
    assert table["place"].tolist() == list(range(7))
    for row in table.itertuples():
        values = np.array([second_combined(each)[row.gene] for each in genes])
        for sample, mean, low, high, p in [
            (values, row.mean, row.mean_low, row.mean_high, row.p),
            (values[:5], row.first_mean, row.first_low, row.first_high, row.first_p),
        ]:
            test = pg.ttest(sample, 0).iloc[0]
            interval = stats.t.interval(0.95, sample.size - 1, sample.mean(), stats.sem(sample))
            assert [mean, low, high] == pytest.approx([sample.mean(), *interval], rel=1e-9)
            assert p == pytest.approx(test["p_val"], rel=1e-9)
        assert row.n == 40
        assert row.t == pytest.approx(pg.ttest(values, 0)["T"].iloc[0], rel=1e-9)
        assert row.sd == pytest.approx(values.std(ddof=1))
    assert table["p_holm"].to_numpy() == pytest.approx(multipletests(table["p"], method="holm")[1], rel=1e-9)
    assert (table["p_holm"] > table["p"]).any()


def test_treatments_stay_apart_and_in_order():
    cube, square = drawn(12, "cube"), drawn(9, "square", edge=6)
    both = final_genes(pd.concat([runs(square, "square"), runs(cube, "cube")]), 5)
    assert both["treatment"].tolist() == ["square"] * 11 + ["cube"] * 7
    assert both["gene"].tolist() == [*gene_labels(6), *LABELS]
    alone = final_genes(runs(cube, "cube"), 5)
    pd.testing.assert_frame_equal(both[both["treatment"] == "cube"].reset_index(drop=True), alone)


def test_genes_that_do_not_vary():
    genes = drawn(6, "constant")
    genes[:, 3] = 7  # +3
    genes[:5, 2] = 0  # +2 among the first
    table = final_genes(runs(genes), 5).set_index("gene")
    assert table.loc["+3", ["mean", "mean_low", "mean_high", "sd"]].tolist() == [7, 7, 7, 0]
    assert table.loc["+3", ["t", "p", "p_holm", "first_p"]].isna().all()
    assert table.loc["+2", ["first_mean", "first_low", "first_high"]].tolist() == [0, 0, 0]
    assert np.isnan(table.loc["+2", "first_p"])
    others = table.drop("+3")
    assert others["p_holm"].to_numpy() == pytest.approx(multipletests(others["p"], method="holm")[1])


def test_a_single_run():
    table = final_genes(runs(drawn(1, "single")), 5)
    assert (table["n"] == 1).all()
    assert (table["mean"] == table["first_mean"]).all()
    assert table[["sd", "mean_low", "t", "p", "p_holm", "first_low", "first_p"]].isna().all(axis=None)


def test_fewer_runs_than_the_document():
    table = final_genes(runs(drawn(3, "few")), 5)
    assert (table["n"] == 3).all()
    assert table["first_p"].tolist() == table["p"].tolist()


def similarity(table, treatments, resamples=200, baseline=None):
    return gene_similarity(
        table,
        {"asked": {name: name for name in treatments}},
        lambda *_: stream(0, "tests", "similarity"),
        comparison="asked",
        baseline=baseline,
        resamples=resamples,
    )


def second_similarity(one, other, weights, other_weights):
    """Mean correlation over pairs of different runs that were drawn so often."""
    total = count = 0.0
    for i, j in product(range(len(one)), range(len(other))):
        if one is other and i == j:
            continue
        weight = weights[i] * other_weights[j]
        total += weight * np.corrcoef(one[i], other[j])[0, 1]
        count += weight
    return total / count


def test_genes_beside_a_baseline():
    made = {"cube": drawn(9, "cube"), "drift": drawn(14, "drift")}
    every = pd.concat([runs(own, name) for name, own in made.items()])
    table = genes_beside(every, treatments=["cube"], baseline="drift")
    assert table["gene"].tolist() == LABELS
    for row in table.itertuples():
        one, other = (np.array([second_combined(each)[row.gene] for each in own]) for own in made.values())
        low, high = CompareMeans(DescrStatsW(one), DescrStatsW(other)).tconfint_diff(usevar="unequal")
        assert [row.mean, row.baseline_mean] == pytest.approx([one.mean(), other.mean()])
        assert [row.difference, row.difference_low, row.difference_high] == pytest.approx(
            [one.mean() - other.mean(), low, high]
        )


def test_similarity_beyond_a_baseline():
    """Runs around one pattern are more alike than those around none; the interval is that of both redrawn."""
    around = np.array([9, 1, 2, 7, 0, 1, 3, 5]) + 0.5 * drawn(40, "alike")
    every = pd.concat([runs(around, "alike"), runs(drawn(30, "none"), "none"), runs(drawn(30, "other"), "other")])
    plain = similarity(every, ["alike", "other"]).set_index(["a", "b"])
    table = similarity(every, ["alike", "other"], baseline="none").set_index(["a", "b"])
    pd.testing.assert_series_equal(table["correlation"], plain["correlation"])
    assert plain["more"].isna().all()
    of_none = similarity(every, ["none"]).iloc[0]
    assert table["more"].tolist() == pytest.approx((plain["correlation"] - of_none["correlation"]).tolist())
    alike = table.loc[("alike", "alike")]
    reach = np.hypot(*(high - low for high, low in (
        (plain.loc[("alike", "alike"), "correlation_high"], plain.loc[("alike", "alike"), "correlation_low"]),
        (of_none["correlation_high"], of_none["correlation_low"]),
    )))  # fmt: skip
    assert alike["more_high"] - alike["more_low"] == pytest.approx(reach, rel=0.3)
    assert similarity(every, ["none", "other"], baseline="none").loc[0, "more":].isna().all()


def test_similarity_pair_by_pair():
    genes = {"a": drawn(7, "a"), "b": drawn(5, "b")}
    table = similarity(pd.concat([runs(genes["a"], "a"), runs(genes["b"], "b")]), ["a", "b"])
    assert list(zip(table["a"], table["b"], strict=True)) == [("a", "a"), ("a", "b"), ("b", "b")]
    assert table["pairs"].tolist() == [21, 35, 10]
    rng = stream(0, "tests", "similarity")
    combined = {name: [list(second_combined(each).values()) for each in own[::-1]] for name, own in genes.items()}
    for row in table.itertuples():
        one, other = combined[row.a], combined[row.b]
        found = second_similarity(one, other, np.ones(len(one)), np.ones(len(other)))
        assert row.correlation == pytest.approx(found)
        weights = rng.multinomial(len(one), [1 / len(one)] * len(one), size=200)
        other_weights = weights
        if row.a != row.b:
            other_weights = rng.multinomial(len(other), [1 / len(other)] * len(other), size=200)
        redrawn = [
            second_similarity(one, other, *pair)
            for pair in zip(weights, other_weights, strict=True)
            if row.a != row.b or np.count_nonzero(pair[0]) > 1
        ]
        assert [row.correlation_low, row.correlation_high] == pytest.approx([*np.quantile(redrawn, [0.025, 0.975])])


def test_similarity_of_patterns():
    pattern = np.array([0, 1, 2, 9, 0, 0, 1, 5.0])
    same = runs([pattern, 3 * pattern, 0.5 * pattern], "same")
    opposite = runs([-pattern, -2 * pattern], "opposite")
    table = similarity(pd.concat([same, opposite]), ["same", "opposite"])
    for column in ("correlation", "correlation_low", "correlation_high"):
        assert table[column].tolist() == pytest.approx([1, -1, 1])


def test_interval_covers():
    """Of 100 experiments with known mean correlation, that of all pairs of many runs, about 95 intervals hold it."""
    many = drawn(3000, "many")
    shapes = combined_genes(many)
    known = np.mean([np.corrcoef(*pair)[0, 1] for pair in zip(shapes[::2], shapes[1::2], strict=True)])
    inside = 0
    for experiment in range(100):
        (row,) = similarity(runs(many[30 * experiment : 30 * experiment + 30]), ["cube"]).itertuples()
        inside += row.correlation_low <= known <= row.correlation_high
    assert 85 <= inside <= 100


def test_similarity_without_pairs():
    flat = runs([np.zeros(8), [1, 2, 3, 4, 5, 6, 7, 8]], "flat")
    square = runs(drawn(4, "square", edge=6), "square")
    cube = runs(drawn(2, "two"), "cube")
    table = similarity(pd.concat([flat, square, cube]), ["flat", "square", "cube"]).set_index(["a", "b"])
    assert table["pairs"].to_dict() == {
        ("flat", "flat"): 0,  # the run whose genes are all zero has no correlation
        ("flat", "square"): 0,
        ("flat", "cube"): 2,
        ("square", "square"): 6,
        ("square", "cube"): 0,
        ("cube", "cube"): 1,
    }
    assert (table.loc[table["pairs"] == 0, "correlation":"correlation_high"].isna()).all(axis=None)
    assert table.loc[table["pairs"] > 0, "correlation":"correlation_high"].notna().all(axis=None)


def test_defence_and_offence():
    genes = drawn(12, "sides")
    (row,) = defence_and_offence(runs(genes)).to_dict("records")
    attacks, blocks = genes[:, 1:4].mean(axis=1), genes[:, 5:].mean(axis=1)
    second = pg.ttest(blocks - attacks, 0).iloc[0]
    low, high = second[next(name for name in second.index if "CI" in name)]
    assert [row["defence"], row["offence"]] == pytest.approx([blocks.mean(), attacks.mean()])
    assert row["difference"] == pytest.approx(blocks.mean() - attacks.mean())
    assert [row["difference_low"], row["difference_high"]] == pytest.approx([low, high], abs=0.006)
