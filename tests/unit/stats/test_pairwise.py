"""Comparisons of pairs against the published values, second packages and brute force."""

import time

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.multicomp import pairwise_tukeyhsd
from statsmodels.stats.weightstats import CompareMeans, ttost_ind

from tttcore.stats.comparison import Sample
from tttcore.stats.pairwise import Margin, a12, equivalence, error_of_difference, pairwise


@pytest.fixture(scope="module")
def pairs(table6):
    return pairwise(table6, resamples=500, rng=np.random.default_rng(3))


@pytest.fixture(scope="module")
def uneven():
    """Groups that differ, whose names don't sort in the order of display."""
    rng = np.random.default_rng(8)
    parameters = [("z", 5, 12), ("a", 12, 25), ("m", 7, 8)]
    return {name: Sample.of(rng.poisson(mean, size) + 1) for name, mean, size in parameters}


def compare(groups, resamples=50):
    return pairwise(groups, resamples=resamples, rng=np.random.default_rng(0))


def test_table_6_pair_by_pair(pairs):
    assert list(zip(pairs["a"], pairs["b"], strict=True)) == [("control", "rmg"), ("control", "umg"), ("rmg", "umg")]
    assert pairs["tukey_p"].tolist() == pytest.approx([0.876, 0.759, 0.974], abs=5e-4)
    assert pairs["mean_difference"].tolist() == pytest.approx([9 / 30, 13 / 30, 4 / 30])
    assert (pairs["difference_low"] < 0).all()
    assert (pairs["difference_high"] > 0).all()


def test_p_values_of_the_studentised_range_have_the_decimals_that_are_known():
    """They are integrals with errors up to 1e-11, taken from 1."""
    groups = {name: Sample.of(place * 3 + np.arange(40) % 7) for place, name in enumerate("abc")}
    table = compare(groups)
    for column in ("tukey_p", "games_howell_p"):
        assert (table[column] == table[column].round(9)).all()
        assert (table[column] == 0).any()


def test_uneven_groups_agree_with_second_packages(uneven):
    table = compare(uneven)
    values = [sample.values for sample in uneven.values()]
    codes = np.repeat([0, 1, 2], [v.size for v in values])
    assert table["tukey_p"].tolist() == pytest.approx(
        pairwise_tukeyhsd(np.concatenate(values), codes).pvalues, abs=1e-6
    )
    scipys = stats.tukey_hsd(*values, equal_var=False).pvalue[[0, 0, 1], [1, 2, 2]]
    assert table["games_howell_p"].tolist() == pytest.approx(scipys, abs=1e-6)
    assert table["tukey_p"].tolist() != pytest.approx(table["games_howell_p"].tolist(), rel=1e-2)
    for row in table.itertuples():
        one, other = uneven[row.a].values, uneven[row.b].values
        means = CompareMeans.from_data(one, other)
        assert (row.difference_low, row.difference_high) == pytest.approx(means.tconfint_diff(usevar="unequal"))
        assert (row.mann_whitney_p, row.a12) == pytest.approx(tuple(pg.mwu(one, other)[["p_val", "CLES"]].iloc[0]))
        assert row.cohen_d == pytest.approx(pg.compute_effsize(one, other, eftype="cohen"))


def test_logrank_by_hand_with_censoring():
    # at risk and solved: t=1: 1 of 2+2, t=2: 1 of 1+2, t=3: 1 of 0+2 (the other run is stopped at 3)
    groups = {"a": Sample.of([1, 2]), "b": Sample.of([3, 3], [False, True])}
    expected, variance = 2 / 4 + 1 / 3, 1 / 4 + 2 / 9
    statistic = (2 - expected) ** 2 / variance
    assert compare(groups)["logrank_p"][0] == pytest.approx(stats.chi2.sf(statistic, 1))


def test_a12_counts_ties_half_and_the_censored_as_later():
    assert a12(Sample.of([1, 2]), Sample.of([1, 3])) == pytest.approx((0.5 + 0 + 1 + 0) / 4)
    assert a12(Sample.of([9], [True]), Sample.of([9])) == 1


generations = st.lists(st.integers(1, 12), min_size=1, max_size=15)


@settings(max_examples=60)
@given(generations, generations)
def test_a12_is_the_share_of_won_pairs_and_symmetric(first, second):
    one, other = Sample.of(first), Sample.of(second)
    won = np.subtract.outer(first, second)
    assert a12(one, other) == pytest.approx(((won > 0) + 0.5 * (won == 0)).mean())
    assert a12(one, other) + a12(other, one) == pytest.approx(1)


@settings(max_examples=20)
@given(*[st.lists(st.integers(1, 9), min_size=4, max_size=15)] * 2)
def test_bootstrap_interval_contains_the_estimate(first, second):
    row = compare({"a": Sample.of(first), "b": Sample.of(second)}, resamples=400).iloc[0]
    low, estimate, high = row[["a12_low", "a12", "a12_high"]]
    assert low - 1e-12 <= estimate <= high + 1e-12
    assert 0 <= low <= high <= 1 + 1e-12


def test_bootstrap_is_the_resampling_of_runs(table6):
    pair = {"control": table6["control"], "umg": table6["umg"]}
    row = pairwise(pair, resamples=20_000, rng=np.random.default_rng(1)).iloc[0]
    rng = np.random.default_rng(2)
    one, other = (rng.choice(sample.values, (4000, 30)) for sample in pair.values())
    redrawn = [
        (np.subtract.outer(a, b) > 0).mean() + (np.subtract.outer(a, b) == 0).mean() / 2
        for a, b in zip(one, other, strict=True)
    ]
    assert [row["a12_low"], row["a12_high"]] == pytest.approx(np.quantile(redrawn, (0.025, 0.975)), abs=0.012)


def test_same_generator_same_table(table6, pairs):
    again = pairwise(table6, resamples=500, rng=np.random.default_rng(3))
    pd.testing.assert_frame_equal(again, pairs)


def test_ten_thousand_runs_take_less_than_a_second():
    rng = np.random.default_rng(4)
    groups = {name: Sample.of(1 + rng.negative_binomial(5, 0.4, 10_000)) for name in "ab"}
    begin = time.process_time()
    pairwise(groups, resamples=2000, rng=rng)
    assert time.process_time() - begin < 1


@pytest.mark.parametrize("samples", [([4, 4], [4, 4]), ([4, 4], [9, 9]), ([4], [7, 8]), ([4], [7])])
@pytest.mark.filterwarnings("error")
def test_samples_that_say_little_give_nan(samples):
    groups = {f"g{i}": Sample.of(values) for i, values in enumerate(samples)}
    row = compare(groups).iloc[0]
    assert row[["difference_low", "difference_high", "tukey_p", "cohen_d"]].isna().sum() >= 3
    assert 0 <= row["a12_low"] <= row["a12_high"] <= 1
    assert np.isnan(equivalence(groups, margins=[Margin("one", 1.0, "generations")])["tost_p"][0])


def test_one_group_has_no_pairs():
    groups = {"only": Sample.of([1, 2, 3])}
    assert compare(groups).empty
    assert equivalence(groups, margins=[Margin("one", 1.0, "generations")]).empty


MARGINS = [Margin("one generation", 1.0, "generations"), Margin("small effect", 0.2, "sd")]


def test_equivalence_agrees_with_statsmodels(table6, uneven):
    for groups in (table6, uneven):
        table = equivalence(groups, margins=MARGINS)
        assert len(table) == 6
        for row in table.itertuples():
            one, other = groups[row.a].values, groups[row.b].values
            p, *_ = ttost_ind(one, other, -row.margin, row.margin, usevar="unequal")
            assert row.tost_p == pytest.approx(p)
            interval = CompareMeans.from_data(one, other).tconfint_diff(alpha=0.1, usevar="unequal")
            assert (row.difference_low, row.difference_high) == pytest.approx(interval)
            inside = -row.margin < row.difference_low and row.difference_high < row.margin
            assert inside == (row.tost_p < 0.05)


def test_margins_in_generations_and_in_standard_deviations(table6):
    table = equivalence(table6, margins=MARGINS)
    assert table["margin"][:3].tolist() == [1, 1, 1]
    variances = {group: sample.values.var(ddof=1) for group, sample in table6.items()}
    for row in table[3:].itertuples():
        assert row.margin == pytest.approx(0.2 * np.sqrt((variances[row.a] + variances[row.b]) / 2))


def test_holm_over_the_rows_of_a_margin(table6):
    table = equivalence(table6, margins=MARGINS)
    for _, rows in table.groupby("margin_name"):
        assert rows["tost_p_holm"].min() == pytest.approx(min(1, 3 * rows["tost_p"].min()))


def test_thirty_runs_cannot_show_equivalence_but_three_thousand_can():
    rng = np.random.default_rng(6)
    verdicts = []
    for size in (30, 3000):
        groups = {name: Sample.of(rng.poisson(7, size)) for name in "ab"}
        verdicts.append(equivalence(groups, margins=[Margin("small", 0.2, "sd")])["tost_p"][0] < 0.05)
    assert verdicts == [False, True]


@pytest.mark.parametrize("size", [0, -1, np.inf, np.nan])
def test_a_margin_that_makes_no_sense_is_refused(table6, size):
    with pytest.raises(ValueError, match="margin 'none'"):
        equivalence(table6, margins=[Margin("none", size, "sd")])


def test_variances_of_pairs_tell_nothing_where_runs_are_censored():
    """The difference of means restricted to the cap, ranks and the log-rank test remain."""
    groups = {"a": Sample.of([3, 5, 6, 8]), "b": Sample.of([7, 9, 30, 30], [False, False, True, True])}
    row = compare(groups).iloc[0]
    assert row[["tukey_p", "games_howell_p", "cohen_d"]].isna().all()
    assert row["mean_difference"] == pytest.approx(5.5 - 19)
    assert row[["difference_low", "mann_whitney_p", "logrank_p", "a12", "a12_low"]].notna().all()


def test_rare_long_runs_make_intervals_err_more_often():
    """As many as simulations find, see `claims.error_rates`."""
    lengths = np.random.default_rng(5).poisson(7, (2, 1000)).astype(float)
    lengths[1, :5] = 300
    usual, rare = map(Sample.of, lengths)
    assert error_of_difference(usual, usual) == 0.025
    assert error_of_difference(usual, rare) == error_of_difference(rare, usual) == 0.1
