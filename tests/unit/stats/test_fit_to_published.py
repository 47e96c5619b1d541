"""Fit of simulated runs to published ones, by hand and against scipy."""

import numpy as np
import pandas as pd
import pytest
from scipy import stats

from tttcore.stats.comparison import Sample
from tttcore.stats.fit_to_published import compare_with_reference, likelihood_ratio


def compare(reference, simulated, resamples=99, seed=0):
    return compare_with_reference(reference, simulated, resamples=resamples, rng=np.random.default_rng(seed))


@pytest.fixture(scope="module")
def fit(table6):
    rng = np.random.default_rng(7)
    alike = {group: Sample.of(rng.choice(sample.values, 300)) for group, sample in table6.items()}
    slower = {group: Sample.of(sample.values + 4) for group, sample in alike.items()}
    return compare(table6, {"alike": alike, "slower": slower}), {"alike": alike, "slower": slower}


def test_a_row_per_protocol_and_group(fit):
    table, _ = fit
    assert table["protocol"].tolist() == ["alike"] * 3 + ["slower"] * 3
    assert table["group"].tolist() == ["control", "rmg", "umg"] * 2
    assert (table["n_reference"] == 30).all()
    assert (table["n_simulated"] == 300).all()
    assert table["mean_reference"][:3].tolist() == pytest.approx([227 / 30, 218 / 30, 214 / 30])
    assert table["mean_simulated"][3] == pytest.approx(table["mean_simulated"][0] + 4)


def test_only_the_protocol_that_differs_is_rejected(fit):
    table, _ = fit
    tests = [f"{test}_p_holm" for test in ("mann_whitney", "anderson_darling", "ks")]
    assert (table.loc[:2, tests] > 0.05).all(axis=None)
    assert (table.loc[3:, ["mann_whitney_p_holm", "ks_p_holm"]] < 1e-4).all(axis=None)
    assert (table.loc[3:, "anderson_darling_p"] == 1 / 100).all()


def test_p_values_agree_with_scipy_and_are_corrected_over_all_rows(fit, table6):
    table, simulated = fit
    for row in table.itertuples():
        other = simulated[row.protocol][row.group].values
        one = table6[row.group].values
        assert row.ks_p == pytest.approx(stats.kstest(one, other).pvalue)
        assert row.mann_whitney_p == pytest.approx(stats.mannwhitneyu(one, other).pvalue)
    for test in ("mann_whitney_p", "anderson_darling_p", "ks_p"):
        p = np.sort(table[test])
        expected = np.maximum.accumulate(np.minimum(1, p * np.arange(6, 0, -1)))
        assert np.sort(table[f"{test}_holm"]) == pytest.approx(expected)


def test_anderson_darling_agrees_with_the_tabulated_p_value():
    rng = np.random.default_rng(18)
    one, other = rng.poisson(7, 40), rng.poisson(7.9, 400)
    tabulated = stats.anderson_ksamp([one, other], variant="midrank").pvalue
    assert 0.002 < tabulated < 0.2  # where the table does not end
    table = compare({"g": Sample.of(one + 1)}, {"p": {"g": Sample.of(other + 1)}}, resamples=1999)
    assert table["anderson_darling_p"][0] == pytest.approx(tabulated, abs=0.02)


def test_log_likelihood_by_hand():
    reference = {"g": Sample.of([2, 2, 6])}
    simulated = {"p": {"g": Sample.of([2, 2, 3, 9])}, "q": {"g": Sample.of([1])}}
    # seen 1 2 3 6 9, their neighbours 4 5 7 8 10: ten values share five more counts
    table = compare(reference, simulated, resamples=9)
    p = 2 * np.log(2.5 / (4 + 5)) + np.log(0.5 / (4 + 5))
    q = 3 * np.log(0.5 / (1 + 5))
    assert table["log_likelihood"].tolist() == pytest.approx([p, q])


def test_a_censored_run_is_later_than_one_at_the_cap():
    reference = {"g": Sample.of([5, 5])}
    simulated = {
        "solved": {"g": Sample.of([5, 5, 5, 5])},
        "stopped": {"g": Sample.of([5, 5, 5, 5], [True] * 4)},
    }
    table = compare(reference, simulated, resamples=9)
    # support 4 5 6 7
    assert table["log_likelihood"].tolist() == pytest.approx([2 * np.log(4.5 / 6), 2 * np.log(0.5 / 6)])


def test_likelihood_ratio_sums_over_groups(fit):
    table, _ = fit
    ratio = likelihood_ratio(table)
    assert ratio["protocol"].tolist() == ["alike", "slower"]
    assert ratio["log_likelihood"][0] == pytest.approx(table["log_likelihood"][:3].sum())
    assert ratio["difference_to_best"][0] == 0
    assert ratio["difference_to_best"][1] == pytest.approx(
        table["log_likelihood"][3:].sum() - ratio["log_likelihood"][0]
    )
    assert ratio["difference_to_best"][1] < -20


def test_same_generator_same_table(table6):
    simulated = {"p": {group: Sample.of(sample.values[:8]) for group, sample in table6.items()}}
    pd.testing.assert_frame_equal(compare(table6, simulated), compare(table6, simulated))


@pytest.mark.filterwarnings("error")
def test_tiny_and_constant_samples_never_raise():
    reference = {"g": Sample.of([4, 4])}
    table = compare(reference, {"same": {"g": Sample.of([4, 4])}, "one": {"g": Sample.of([7])}}, resamples=9)
    assert np.isnan(table["anderson_darling_p"][0])
    assert np.isfinite(table["log_likelihood"]).all()


def test_mistakes_are_named(table6):
    with pytest.raises(ValueError, match="no simulated runs of 'rmg' in 'listed'; there are control"):
        compare(table6, {"listed": {"control": table6["control"]}})
    for value in (0, 2.5):
        with pytest.raises(ValueError, match="whole numbers from 1"):
            compare({"g": Sample.of([1, 2])}, {"p": {"g": Sample.of([value, 3])}})
