"""Summaries, omnibus tests and comparisons of pairs against the published Table 6, second packages and brute force."""

import math
import warnings

import numpy as np
import pandas as pd
import pingouin as pg
import pytest
import scipy.stats
import statsmodels.formula.api as smf
from helpers.project import ROOT
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import CensoredData
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multicomp import pairwise_tukeyhsd
from statsmodels.stats.multitest import multipletests
from statsmodels.stats.weightstats import CompareMeans, ttost_ind

from tttcore.stats.comparison import Sample, anova, effect_sizes, logrank, omnibus, summaries
from tttcore.stats.evidence import published_sample
from tttcore.stats.hypothesis_tests import holm, or_nan
from tttcore.stats.intervals import error_of_means
from tttcore.stats.pairwise import Margin, a12, equivalence, pairwise

TABLE6 = published_sample(ROOT / "config" / "published" / "ancheta2020_table6.csv")
ONE = Margin("one", 1.0, "generations")


def compare(groups):
    return pairwise(groups, resamples=50, rng=np.random.default_rng(0))


@pytest.fixture(scope="module")
def uneven():
    """Groups that differ, whose names don't sort in the order of display."""
    rng = np.random.default_rng(8)
    parameters = [("z", 5, 12), ("a", 12, 25), ("m", 7, 8)]
    return {name: Sample.of(rng.poisson(mean, size) + 1) for name, mean, size in parameters}


def test_what_is_published_of_table_6():
    table = summaries(TABLE6).set_index("group")
    assert list(table.index) == ["control", "rmg", "umg"]
    assert table["median"].tolist() == [7, 7, 7]
    assert table["notch_low"].tolist() == pytest.approx([6.13, 6.42, 5.92], abs=0.005)
    assert table["notch_high"].tolist() == pytest.approx([7.87, 7.58, 8.08], abs=0.005)
    assert table.loc["umg", ["minimum", "q1", "q3", "iqr", "maximum"]].tolist() == [1, 5, 8.75, 3.75, 14]
    table = anova(TABLE6).set_index("source")
    assert table["df"].tolist() == [2, 87]
    found = table.loc["treatments", ["sum_of_squares", "mean_square", "F", "p"]].tolist()
    assert found == pytest.approx([2.9556, 1.478, 0.264, 0.768], abs=5e-4)
    assert table.loc["residuals", ["sum_of_squares", "mean_square"]].tolist() == pytest.approx([486.7, 5.594], rel=1e-4)
    assert table.loc["residuals", ["F", "p", "eta_squared"]].isna().all()
    table = omnibus(TABLE6).set_index("test")
    assert table.loc["bartlett", ["statistic", "p"]].tolist() == pytest.approx([5.1019, 0.07801], abs=5e-5)
    tests = ["brown_forsythe", "fligner", "anova", "kruskal_wallis"]
    assert table.loc[tests, "p"].tolist() == pytest.approx([0.1205, 0.1155, 0.768, 0.742], abs=5e-4)
    assert table["df1"].tolist()[:4] == [2, 2, 2, 2]
    assert table["df2"].isna().tolist() == [True, False, True, False, False, True, True]
    assert table.loc[["brown_forsythe", "anova"], "df2"].tolist() == [87, 87]
    pairs = compare(TABLE6)
    assert list(zip(pairs["a"], pairs["b"], strict=True)) == [("control", "rmg"), ("control", "umg"), ("rmg", "umg")]
    assert pairs["tukey_p"].tolist() == pytest.approx([0.876, 0.759, 0.974], abs=5e-4)
    assert pairs["mean_difference"].tolist() == pytest.approx([9 / 30, 13 / 30, 4 / 30])


def test_summaries_count_what_was_censored_and_know_one_run_has_no_spread():
    table = summaries({"a": Sample.of([3, 500, 500], [False, True, True]), "b": Sample.of([4])})
    assert table[["n", "censored"]].to_numpy().tolist() == [[3, 2], [1, 0]]
    assert table.loc[1, ["mean", "median", "notch_low"]].tolist() == [4, 4, 4]
    assert table.loc[1, ["sd", "sem", "mean_low", "mean_high"]].isna().all()


def test_anova_agrees_with_statsmodels_on_unequal_groups(uneven):
    long = pd.concat([pd.DataFrame({"group": name, "value": s.values}) for name, s in uneven.items()])
    other = anova_lm(smf.ols("value ~ C(group)", long).fit())
    table = anova(uneven)
    assert table["sum_of_squares"].tolist() == pytest.approx(other["sum_sq"].tolist())
    assert table.loc[0, ["F", "p"]].tolist() == pytest.approx(other.loc["C(group)", ["F", "PR(>F)"]].tolist())
    assert table.loc[0, "eta_squared"] == pytest.approx(other["sum_sq"].iloc[0] / other["sum_sq"].sum())


def test_samples_that_no_success_compares_are_equal_to_the_logrank_test():
    """None ended, all ended at once, or one had left before; that one counts as a degree of freedom all the same."""
    quick, slow, left = Sample.of([2, 3, 5]), Sample.of([4, 6, 6], [0, 0, 1]), Sample.of([1, 1], [1, 1])
    for samples in ([left, left], [Sample.of([3, 3]), Sample.of([3])], [quick, left]):
        assert logrank(samples) == (0, 1)
    statistic, p = logrank([quick, slow])
    assert p == pytest.approx(scipy.stats.chi2.sf(statistic, 1))
    assert logrank([quick, left, slow]) == pytest.approx((statistic, scipy.stats.chi2.sf(statistic, 2)))


def test_tests_know_who_was_censored():
    """One run is stopped before the cap; at the cap others are solved, and those that are not come later in ranks."""
    values, censored = [2.0, 3, 5, 9, 9, 9, 4, 6, 7, 9, 9, 9], np.array([0] * 5 + [1] + [0] * 2 + [1] * 4, bool)
    groups = {"a": Sample.of(values[:6], censored[:6]), "b": Sample.of(values[6:], censored[6:])}
    found = omnibus(groups).set_index("test").loc["logrank", ["statistic", "p"]].tolist()
    told = (CensoredData(s.values[~s.censored], right=s.values[s.censored]) for s in groups.values())
    known = scipy.stats.logrank(*told)
    assert found == pytest.approx([known.statistic**2, known.pvalue])
    groups = {"a": Sample.of([10] * 5), "b": Sample.of([10] * 5, [True] * 5)}
    assert omnibus(groups).set_index("test").loc["kruskal_wallis", "p"] < 0.01
    assert a12(Sample.of([9], [True]), Sample.of([9])) == 1


def test_holm_corrects_each_family_alone_and_ignores_undefined_tests():
    table = omnibus(TABLE6)
    for family in (slice(0, 2), slice(3, 6)):
        p = table.loc[family, "p"].to_numpy()
        assert table.loc[family, "p_holm"].tolist() == pytest.approx(multipletests(p, method="holm")[1])
    assert table.loc[0, "p_holm"] == pytest.approx(3 * 0.07801, abs=2e-5)
    assert holm([0.04, np.nan, 0.01]) == pytest.approx([0.04, np.nan, 0.02], nan_ok=True)
    assert holm([]).size == 0


@pytest.mark.parametrize(
    "samples",
    [
        ([4, 4, 4], [4, 4, 4]),
        ([4, 4, 4], [9, 9, 9]),
        ([4, 4, 4], [3, 5, 9]),
        ([4], [7]),
        ([4, 6], [7]),
        ([1, 2], [3, 5], [2, 2]),
        ([5, 6, 7],),
    ],
)
def test_samples_that_say_little_give_nan_without_noise(samples):
    groups = {f"g{i}": Sample.of(values) for i, values in enumerate(samples)}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        tables = [summaries(groups), anova(groups), omnibus(groups), effect_sizes(groups)]
        pairs, margins = compare(groups), equivalence(groups, margins=[ONE])
    assert [len(table) for table in tables] == [len(samples), 2, 7, 3]
    p = tables[2]["p"].dropna()
    assert p.between(0, 1).all()
    assert len(samples) > 1 or p.empty
    assert len(pairs) == len(margins) == len(samples) * (len(samples) - 1) / 2
    assert ((pairs["a12_low"] >= 0) & (pairs["a12_low"] <= pairs["a12_high"]) & (pairs["a12_high"] <= 1)).all()
    undefined = pairs[["difference_low", "difference_high", "tukey_p", "cohen_d"]].isna().sum(axis=1)
    if all(len(set(values)) == 1 for values in samples):  # nothing varies within
        assert (undefined >= 3).all()
        assert margins["tost_p"].isna().all()
        assert (
            tables[2]
            .set_index("test")
            .loc[["bartlett", "anova", "welch_anova"], ["statistic", "p"]]
            .isna()
            .all(axis=None)
        )
        assert tables[3]["value"].isna().all()


def test_what_makes_no_sense_is_refused(snapshot):
    told = [message(Sample.of, *given) for given in ([[]], [[[1, 2]]], [[1, 2], [True]], [[1, np.nan]])]
    told += [message(equivalence, TABLE6, margins=[Margin("none", size, "sd")]) for size in (0, -1, np.inf, np.nan)]
    assert "\n".join(told) == snapshot
    assert np.isnan(or_nan(lambda: [1.0, np.inf], count=2)).all()
    with pytest.raises(AttributeError):
        or_nan(lambda: None.statistic, count=1)


@pytest.mark.parametrize(("cut", "known"), [(1, True), (2, False)])
def test_variances_tell_nothing_where_more_than_one_run_in_twenty_is_censored(cut, known):
    """The difference of means restricted to the cap, ranks and the log-rank test remain."""
    whole = Sample.of(np.random.default_rng(5).poisson(9, 20) + 1)
    stopped = Sample.of(np.append(whole.values[cut:], [30] * cut), [False] * (20 - cut) + [True] * cut)
    groups = {"a": whole, "b": stopped}
    tests = omnibus(groups).set_index("test")["p"].notna()
    ranks = ["kruskal_wallis", "logrank"]
    assert tests[ranks].all()
    assert (tests.drop(ranks) == known).all()
    assert anova(groups)["df"].tolist() == [1, 38]
    assert anova(groups)[["sum_of_squares", "mean_square"]].notna().all(axis=None) == known
    assert effect_sizes(groups)["value"].notna().all() == known
    row = compare(groups).iloc[0]
    assert (row[["tukey_p", "games_howell_p", "cohen_d"]].notna() == known).all()
    assert row["mean_difference"] == pytest.approx(whole.values.mean() - stopped.values.mean())
    assert row[["difference_low", "mann_whitney_p", "logrank_p", "a12", "a12_low"]].notna().all()


def test_p_values_of_the_studentised_range_have_the_decimals_that_are_known():
    """They are integrals with errors up to 1e-11, taken from 1."""
    table = compare({name: Sample.of(place * 3 + np.arange(40) % 7) for place, name in enumerate("abc")})
    for column in ("tukey_p", "games_howell_p"):
        assert (table[column] == table[column].round(9)).all()
        assert (table[column] == 0).any()


def test_uneven_pairs_agree_with_second_packages(uneven):
    table = compare(uneven)
    values = [sample.values for sample in uneven.values()]
    codes = np.repeat([0, 1, 2], [v.size for v in values])
    tukey = pairwise_tukeyhsd(np.concatenate(values), codes).pvalues
    assert table["tukey_p"].tolist() == pytest.approx(tukey, abs=1e-6)
    scipys = scipy.stats.tukey_hsd(*values, equal_var=False).pvalue[[0, 0, 1], [1, 2, 2]]
    assert table["games_howell_p"].tolist() == pytest.approx(scipys, abs=1e-6)
    margins = equivalence(uneven, margins=[ONE, Margin("small effect", 0.2, "sd")])
    for row in table.itertuples():
        one, other = uneven[row.a].values, uneven[row.b].values
        means = CompareMeans.from_data(one, other)
        assert (row.difference_low, row.difference_high) == pytest.approx(means.tconfint_diff(usevar="unequal"))
        assert (row.mann_whitney_p, row.a12) == pytest.approx(tuple(pg.mwu(one, other)[["p_val", "CLES"]].iloc[0]))
        assert row.cohen_d == pytest.approx(pg.compute_effsize(one, other, eftype="cohen"))
        own = margins[(margins["a"] == row.a) & (margins["b"] == row.b)]
        assert own["margin"].tolist() == pytest.approx([1, 0.2 * (one.mean() - other.mean()) / row.cohen_d])
        interval = means.tconfint_diff(alpha=0.1, usevar="unequal")
        for found in own.itertuples():
            p, *_ = ttost_ind(one, other, -found.margin, found.margin, usevar="unequal")
            assert (found.tost_p, found.difference_low, found.difference_high) == pytest.approx((p, *interval))
    for _, rows in margins.groupby("margin_name"):
        assert len(rows) == 3
        assert rows["tost_p_holm"].min() == pytest.approx(min(1, 3 * rows["tost_p"].min()))


@settings(max_examples=60)
@given(*[st.lists(st.integers(1, 12), min_size=1, max_size=15)] * 2)
def test_a12_is_the_share_of_won_pairs_and_symmetric(first, second):
    one, other = Sample.of(first), Sample.of(second)
    won = np.subtract.outer(first, second)
    assert a12(one, other) == pytest.approx(((won > 0) + 0.5 * (won == 0)).mean())
    assert a12(one, other) + a12(other, one) == pytest.approx(1)


def test_rare_long_runs_make_intervals_err_more_often():
    """By the skewness of the mean, or of the difference; scipy's of a sample is that of single values."""
    usual, rare = np.random.default_rng(5).poisson(7, (2, 1000)).astype(float)
    rare[:5] = 300
    alone = error_of_means("", rare)["_error"]
    assert alone == pytest.approx(0.025 + 0.3 * abs(scipy.stats.skew(rare)) / math.sqrt(1000))
    assert error_of_means("", usual)["_error"] < 0.03 < error_of_means("", usual, rare)["_error"] < alone + 0.002
    assert error_of_means("", np.ones(5))["_error"] == 0.025
    assert (1 - error_of_means("", usual, rare[:100])["_unseen"]) ** 100 == pytest.approx(0.025)
