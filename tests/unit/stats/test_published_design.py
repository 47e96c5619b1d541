"""Power of the document's design, and the fit of our runs to its own."""

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tttcore.stats.comparison import Sample
from tttcore.stats.fit_to_published import compare_with_reference, likelihood_ratio
from tttcore.stats.published_design import (
    SMALL_EFFECT,
    design_grid,
    design_power,
    design_table,
    needed_per_group,
    smallest_detectable,
)


def test_power_is_the_share_of_experiments_that_find_the_effect():
    rng = np.random.default_rng(1)
    means = 0.4 * np.sqrt(3 / 2) * np.array([-1, 0, 1])  # their standard deviation is 0.4
    runs = rng.normal(means[:, None, None], 1, (3, 20, 5000))
    found = (stats.f_oneway(*runs, axis=0).pvalue < 0.05).mean()
    assert design_power(groups=3, per_group=20, f=0.4, alpha=0.05) == pytest.approx(found, abs=0.025)


@settings(max_examples=25)
@given(st.integers(2, 6), st.integers(2, 2000), st.sampled_from([0.01, 0.05, 0.1]), st.floats(0.3, 0.95))
def test_the_smallest_detectable_effect_is_found_with_that_power(groups, per_group, alpha, power):
    f = smallest_detectable(groups=groups, per_group=per_group, alpha=alpha, power=power)
    assert design_power(groups=groups, per_group=per_group, f=f, alpha=alpha) == pytest.approx(power, abs=1e-6)


@pytest.mark.parametrize("f", [0.01, 0.0779, 0.25, 1.0, 10.0])
def test_one_run_fewer_per_group_is_too_few(f):
    n = needed_per_group(groups=3, f=f, alpha=0.05, power=0.8)
    assert n == int(n)
    assert design_power(groups=3, per_group=int(n), f=f, alpha=0.05) >= 0.8
    assert n == 2 or design_power(groups=3, per_group=int(n) - 1, f=f, alpha=0.05) < 0.8


def test_a_table_of_cohen():  # Cohen (1988), three groups, level .05, power .80
    needed = [needed_per_group(groups=3, f=f, alpha=0.05, power=0.8) for f in (0.1, 0.25, 0.4)]
    assert needed == pytest.approx([322, 52, 21], abs=1)


def test_no_effect_is_never_found():
    assert np.isnan(needed_per_group(groups=3, f=0, alpha=0.05, power=0.8))


def test_the_table_of_the_document():
    table = design_table(groups=3, per_group=30, f=SMALL_EFFECT, alphas=[0.05], power=0.8)
    assert table["detectable_f"][0] == pytest.approx(0.333, abs=0.005)
    assert table["power"][0] == design_power(groups=3, per_group=30, f=0.1, alpha=0.05)
    assert table["needed_per_group"][0] == needed_per_group(groups=3, f=0.1, alpha=0.05, power=0.8)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"groups": 1}, "at least 2 groups"),
        ({"per_group": 1}, "of 2 runs"),
        ({"alpha": 0}, "alpha"),
        ({"power": 0.01}, "power must be between"),
        ({"power": 1}, "power must be between"),
    ],
)
def test_a_design_that_makes_no_sense_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        smallest_detectable(**{"groups": 3, "per_group": 30, "alpha": 0.05, "power": 0.8} | change)


def test_a_negative_effect_is_refused():
    with pytest.raises(ValueError, match="f must be"):
        design_power(groups=3, per_group=30, f=-0.1, alpha=0.05)


def mixed(*, groups, per_group, f, alpha):
    """Power as a mixture: squares between groups gain two degrees of freedom for each event of a Poisson variable."""
    between, within = (groups - 1) / 2, groups * (per_group - 1) / 2
    share = stats.beta.isf(alpha, between, within)
    mean = groups * per_group * f**2 / 2
    events = np.arange(stats.poisson.ppf(1e-15, mean), stats.poisson.isf(1e-15, mean) + 1)
    return stats.poisson.pmf(events, mean) @ stats.beta.sf(share, between + events, within)


def test_a_grid_agrees_with_the_mixture():
    grid = design_grid(
        groups=3, per_group=[2, 5, 30, 3000, 5000], f=[0, 0.05, 0.32, 0.42, 0.6], alphas=[0.05, 0.1], spread=1
    )
    assert list(grid.columns) == ["alpha", "per_group", "f", "difference", "power"]
    assert not grid.duplicated(["alpha", "per_group", "f"]).any()
    assert len(grid) == 50
    for row in grid.itertuples():
        found = mixed(groups=3, per_group=row.per_group, f=row.f, alpha=row.alpha)
        assert row.power == pytest.approx(found, abs=1e-9), row


@pytest.mark.parametrize("groups", [2, 3, 6])
def test_the_difference_of_a_grid_is_that_of_the_outermost_means(groups):
    (row,) = design_grid(groups=groups, per_group=[30], f=[0.25], alphas=[0.05], spread=2.4).itertuples()
    means = np.array([0, row.difference, *[row.difference / 2] * (groups - 2)])
    assert means.std() / 2.4 == pytest.approx(0.25)


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
    simulated = {"solved": {"g": Sample.of([5, 5, 5, 5])}, "stopped": {"g": Sample.of([5, 5, 5, 5], [True] * 4)}}
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
