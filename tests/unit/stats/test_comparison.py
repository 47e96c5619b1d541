"""Summaries, analysis of variance and omnibus tests against the published Table 6 and second packages."""

import warnings

import numpy as np
import pandas as pd
import pytest
import scipy.stats
import statsmodels.formula.api as smf
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import CensoredData
from statsmodels.stats.anova import anova_lm
from statsmodels.stats.multitest import multipletests

from tttcore.stats.comparison import Sample, anova, effect_sizes, logrank, omnibus, summaries
from tttcore.stats.hypothesis_tests import holm, or_nan


def test_summaries_of_table_6(table6):
    table = summaries(table6).set_index("group")
    assert list(table.index) == ["control", "rmg", "umg"]
    assert table["median"].tolist() == [7, 7, 7]
    assert table["notch_low"].tolist() == pytest.approx([6.13, 6.42, 5.92], abs=0.005)
    assert table["notch_high"].tolist() == pytest.approx([7.87, 7.58, 8.08], abs=0.005)
    assert table.loc["umg", ["minimum", "q1", "q3", "iqr", "maximum"]].tolist() == [1, 5, 8.75, 3.75, 14]


def test_summaries_count_what_was_censored_and_know_one_run_has_no_spread():
    table = summaries({"a": Sample.of([3, 500, 500], [False, True, True]), "b": Sample.of([4])})
    assert table["censored"].tolist() == [2, 0]
    assert table["n"].tolist() == [3, 1]
    assert table.loc[1, ["mean", "median", "notch_low"]].tolist() == [4, 4, 4]
    assert table.loc[1, ["sd", "sem", "mean_low", "mean_high"]].isna().all()


def test_anova_table_is_the_published_one(table6):
    table = anova(table6).set_index("source")
    assert table["df"].tolist() == [2, 87]
    assert table.loc["treatments", "sum_of_squares"] == pytest.approx(2.9556, abs=5e-5)
    assert table.loc["residuals", "sum_of_squares"] == pytest.approx(486.7, abs=0.05)
    assert table["mean_square"].tolist() == pytest.approx([1.478, 5.594], abs=5e-4)
    assert table.loc["treatments", "F"] == pytest.approx(0.264, abs=5e-4)
    assert table.loc["treatments", "p"] == pytest.approx(0.768, abs=5e-4)
    assert table.loc["residuals", ["F", "p", "eta_squared"]].isna().all()


def test_anova_agrees_with_statsmodels_on_unequal_groups():
    rng = np.random.default_rng(5)
    groups = {name: Sample.of(rng.poisson(mean, size)) for name, mean, size in [("z", 5, 9), ("a", 7, 20), ("m", 6, 4)]}
    long = pd.concat([pd.DataFrame({"group": name, "value": s.values}) for name, s in groups.items()])
    other = anova_lm(smf.ols("value ~ C(group)", long).fit())
    table = anova(groups)
    assert table["sum_of_squares"].tolist() == pytest.approx(other["sum_sq"].tolist())
    assert table.loc[0, ["F", "p"]].tolist() == pytest.approx(other.loc["C(group)", ["F", "PR(>F)"]].tolist())
    assert table.loc[0, "eta_squared"] == pytest.approx(other["sum_sq"].iloc[0] / other["sum_sq"].sum())


def test_omnibus_on_table_6(table6):
    table = omnibus(table6).set_index("test")
    assert table.loc["bartlett", "statistic"] == pytest.approx(5.1019, abs=5e-5)
    assert table.loc["bartlett", "p"] == pytest.approx(0.07801, abs=5e-6)
    assert table.loc["brown_forsythe", "p"] == pytest.approx(0.1205, abs=5e-5)
    assert table.loc["fligner", "p"] == pytest.approx(0.1155, abs=5e-5)
    assert table.loc["anova", "p"] == pytest.approx(0.768, abs=5e-4)
    assert table.loc["kruskal_wallis", "p"] == pytest.approx(0.742, abs=5e-4)
    assert table["df1"].tolist()[:4] == [2, 2, 2, 2]
    assert table["df2"].isna().tolist() == [True, False, True, False, False, True, True]
    assert table.loc[["brown_forsythe", "anova"], "df2"].tolist() == [87, 87]


def test_samples_that_no_success_compares_are_equal_to_the_logrank_test():
    """None ended, all ended at once, or one had left before; that one counts as a degree of freedom all the same."""
    quick, slow, left = Sample.of([2, 3, 5]), Sample.of([4, 6, 6], [0, 0, 1]), Sample.of([1, 1], [1, 1])
    for samples in ([left, left], [Sample.of([3, 3]), Sample.of([3])], [quick, left]):
        assert logrank(samples) == (0, 1)
    statistic, p = logrank([quick, slow])
    assert p == pytest.approx(scipy.stats.chi2.sf(statistic, 1))
    assert logrank([quick, left, slow]) == pytest.approx((statistic, scipy.stats.chi2.sf(statistic, 2)))


def test_logrank_knows_who_was_censored():
    """One run is stopped before the cap, and at the cap others are solved."""
    values, censored = [2.0, 3, 5, 9, 9, 9, 4, 6, 7, 9, 9, 9], np.array([0] * 5 + [1] + [0] * 2 + [1] * 4, bool)
    groups = {"a": Sample.of(values[:6], censored[:6]), "b": Sample.of(values[6:], censored[6:])}
    found = omnibus(groups).set_index("test").loc["logrank", ["statistic", "p"]].tolist()
    known = scipy.stats.logrank(
        *(CensoredData(s.values[~s.censored], right=s.values[s.censored]) for s in groups.values())
    )
    assert found == pytest.approx([known.statistic**2, known.pvalue])
    ignored = scipy.stats.logrank(*(sample.values for sample in groups.values()))
    assert found != pytest.approx([ignored.statistic**2, ignored.pvalue])


def test_ranks_put_a_censored_run_after_one_that_succeeded_at_the_cap():
    groups = {"a": Sample.of([10] * 5), "b": Sample.of([10] * 5, [True] * 5)}
    assert omnibus(groups).set_index("test").loc["kruskal_wallis", "p"] < 0.01


def test_holm_corrects_each_family_alone(table6):
    table = omnibus(table6)
    for family in (slice(0, 2), slice(3, 6)):
        p = table.loc[family, "p"].to_numpy()
        assert table.loc[family, "p_holm"].tolist() == pytest.approx(multipletests(p, method="holm")[1])
    assert table.loc[0, "p_holm"] == pytest.approx(3 * 0.07801, abs=2e-5)


def test_holm_ignores_undefined_tests():
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
    assert [len(table) for table in tables] == [len(samples), 2, 7, 3]
    p = tables[2]["p"].dropna()
    assert p.between(0, 1).all()
    assert len(samples) > 1 or p.empty


def test_no_spread_within_groups_is_undefined_not_certain():
    groups = {"a": Sample.of([4, 4, 4]), "b": Sample.of([9, 9, 9])}
    table = omnibus(groups).set_index("test")
    assert table.loc[["bartlett", "anova", "welch_anova"], ["statistic", "p"]].isna().all(axis=None)
    assert effect_sizes(groups)["value"].isna().all()


def test_cohen_f_is_the_spread_of_means_over_the_spread_within():
    groups = {"a": Sample.of([1, 3]), "b": Sample.of([5, 7])}  # means 2 and 6, deviation 1 within, 2 between
    assert effect_sizes(groups).set_index("effect").loc["cohen_f", "value"] == pytest.approx(2.0)


small = st.lists(st.integers(1, 30), min_size=2, max_size=12)


@settings(max_examples=15)
@given(st.lists(small, min_size=2, max_size=4), st.integers(1, 100))
def test_a_shift_of_all_runs_changes_no_test(samples, shift):
    groups = {str(i): Sample.of(values) for i, values in enumerate(samples)}
    shifted = {name: Sample.of(sample.values + shift) for name, sample in groups.items()}
    np.testing.assert_allclose(omnibus(groups)["p"], omnibus(shifted)["p"], rtol=1e-6, atol=1e-9)


@pytest.mark.parametrize(
    ("values", "censored", "message"),
    [
        ([], None, "at least one value"),
        ([[1, 2]], None, "at least one value"),
        ([1, 2], [True], "2 values but 1 marks"),
        ([1, np.nan], None, "not finite"),
    ],
)
def test_a_sample_that_makes_no_sense_is_refused(values, censored, message):
    with pytest.raises(ValueError, match=message):
        Sample.of(values, censored)


def test_only_undefined_tests_are_forgiven():
    assert np.isnan(or_nan(lambda: [1.0, np.inf], count=2)).all()
    with pytest.raises(AttributeError):
        or_nan(lambda: None.statistic, count=1)


@pytest.mark.parametrize(("cut", "known"), [(1, True), (2, False)])
def test_variances_tell_nothing_where_more_than_one_run_in_twenty_is_censored(cut, known):
    rng = np.random.default_rng(5)
    whole = Sample.of(rng.poisson(9, 20) + 1)
    groups = {
        "a": whole,
        "b": Sample.of(np.append(whole.values[cut:], [30] * cut), [False] * (20 - cut) + [True] * cut),
    }
    tests = omnibus(groups).set_index("test")["p"].notna()
    ranks = ["kruskal_wallis", "logrank"]
    assert tests[ranks].all()
    assert (tests.drop(ranks) == known).all()
    assert anova(groups)["df"].tolist() == [1, 38]
    assert anova(groups)[["sum_of_squares", "mean_square"]].notna().all(axis=None) == known
    assert effect_sizes(groups)["value"].notna().all() == known
