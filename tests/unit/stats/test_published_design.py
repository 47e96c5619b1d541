"""Power of the document's design, and the fit of our runs to its own."""

import numpy as np
import pytest
from helpers.project import ROOT
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tttcore.stats import published_design
from tttcore.stats.comparison import Sample
from tttcore.stats.evidence import published_sample
from tttcore.stats.fit_to_published import compare_with_reference, likelihood_ratio
from tttcore.stats.published_design import SMALL_EFFECT, design_power, needed_per_group, smallest_detectable

TABLE6 = published_sample(ROOT / "config" / "published" / "ancheta2020_table6.csv")


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


def test_tables_of_cohen_and_of_the_document():
    """Cohen (1988), three groups, level .05, power .80."""
    needed = [needed_per_group(groups=3, f=f, alpha=0.05, power=0.8) for f in (0.1, 0.25, 0.4)]
    assert needed == pytest.approx([322, 52, 21], abs=1)
    assert np.isnan(needed_per_group(groups=3, f=0, alpha=0.05, power=0.8)), "no effect is never found"
    (row,) = published_design.design_table(
        groups=3, per_group=30, f=SMALL_EFFECT, alphas=[0.05], power=0.8
    ).itertuples()
    assert row.detectable_f == pytest.approx(0.333, abs=0.005)
    assert (row.power, row.needed_per_group) == (design_power(groups=3, per_group=30, f=0.1, alpha=0.05), needed[0])


def test_what_makes_no_sense_is_refused(snapshot):
    design = {"groups": 3, "per_group": 30, "alpha": 0.05, "power": 0.8}
    changes = [{"groups": 1}, {"per_group": 1}, {"alpha": 0}, {"power": 0.01}, {"power": 1}]
    told = [message(smallest_detectable, **design | change) for change in changes]
    told.append(message(design_power, groups=3, per_group=30, f=-0.1, alpha=0.05))
    told.append(message(compare, TABLE6, {"listed": {"control": TABLE6["control"]}}))
    told += [message(compare, {"g": Sample.of([1, 2])}, {"p": {"g": Sample.of([value, 3])}}) for value in (0, 2.5)]
    assert "\n".join(told) == snapshot


def mixed(*, groups, per_group, f, alpha):
    """Power as a mixture: squares between groups gain two degrees of freedom for each event of a Poisson variable."""
    between, within = (groups - 1) / 2, groups * (per_group - 1) / 2
    share = stats.beta.isf(alpha, between, within)
    mean = groups * per_group * f**2 / 2
    events = np.arange(stats.poisson.ppf(1e-15, mean), stats.poisson.isf(1e-15, mean) + 1)
    return stats.poisson.pmf(events, mean) @ stats.beta.sf(share, between + events, within)


def test_a_grid_agrees_with_the_mixture():
    grid = published_design.design_grid(
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
    (row,) = published_design.design_grid(
        groups=groups, per_group=[30], f=[0.25], alphas=[0.05], spread=2.4
    ).itertuples()
    means = np.array([0, row.difference, *[row.difference / 2] * (groups - 2)])
    assert means.std() / 2.4 == pytest.approx(0.25)


def compare(reference, simulated, resamples=99):
    return compare_with_reference(reference, simulated, resamples=resamples, rng=np.random.default_rng(0))


def test_only_the_protocol_that_differs_is_rejected():
    """A row for each protocol and group: p-values are SciPy's, corrected over all rows; likelihoods add up."""
    rng = np.random.default_rng(7)
    alike = {group: Sample.of(rng.choice(sample.values, 300)) for group, sample in TABLE6.items()}
    simulated = {"alike": alike, "slower": {group: Sample.of(sample.values + 4) for group, sample in alike.items()}}
    table = compare(TABLE6, simulated)
    columns = ["protocol", "group", "n_reference", "n_simulated"]
    expected = [[protocol, group, 30, 300] for protocol in simulated for group in TABLE6]
    assert table[columns].to_numpy().tolist() == expected
    assert table["mean_reference"][:3].tolist() == pytest.approx([227 / 30, 218 / 30, 214 / 30])
    assert table["mean_simulated"][3] == pytest.approx(table["mean_simulated"][0] + 4)
    tests = [f"{test}_p_holm" for test in ("mann_whitney", "anderson_darling", "ks")]
    assert (table.loc[:2, tests] > 0.05).all(axis=None)
    assert (table.loc[3:, ["mann_whitney_p_holm", "ks_p_holm"]] < 1e-4).all(axis=None)
    assert (table.loc[3:, "anderson_darling_p"] == 1 / 100).all()
    for row in table.itertuples():
        one, other = TABLE6[row.group].values, simulated[row.protocol][row.group].values
        assert row.ks_p == pytest.approx(stats.kstest(one, other).pvalue)
        assert row.mann_whitney_p == pytest.approx(stats.mannwhitneyu(one, other).pvalue)
    for test in ("mann_whitney_p", "anderson_darling_p", "ks_p"):
        p = np.sort(table[test])
        corrected = np.maximum.accumulate(np.minimum(1, p * np.arange(6, 0, -1)))
        assert np.sort(table[f"{test}_holm"]) == pytest.approx(corrected)
    ratio = likelihood_ratio(table)
    assert ratio["protocol"].tolist() == ["alike", "slower"]
    sums = [table["log_likelihood"][:3].sum(), table["log_likelihood"][3:].sum()]
    assert ratio["log_likelihood"].tolist() == pytest.approx(sums)
    assert ratio["difference_to_best"].tolist() == pytest.approx([0, sums[1] - sums[0]])
    assert ratio["difference_to_best"][1] < -20


def test_anderson_darling_agrees_with_the_tabulated_p_value():
    rng = np.random.default_rng(18)
    one, other = rng.poisson(7, 40), rng.poisson(7.9, 400)
    tabulated = stats.anderson_ksamp([one, other], variant="midrank").pvalue
    assert 0.002 < tabulated < 0.2  # where the table does not end
    table = compare({"g": Sample.of(one + 1)}, {"p": {"g": Sample.of(other + 1)}}, resamples=1999)
    assert table["anderson_darling_p"][0] == pytest.approx(tabulated, abs=0.02)


def test_log_likelihood_by_hand():
    """A censored run is later than one at the cap."""
    reference = {"g": Sample.of([2, 2, 6])}
    simulated = {"p": {"g": Sample.of([2, 2, 3, 9])}, "q": {"g": Sample.of([1])}}
    # seen 1 2 3 6 9, their neighbours 4 5 7 8 10: ten values share five more counts
    p = 2 * np.log(2.5 / (4 + 5)) + np.log(0.5 / (4 + 5))
    q = 3 * np.log(0.5 / (1 + 5))
    assert compare(reference, simulated, resamples=9)["log_likelihood"].tolist() == pytest.approx([p, q])
    simulated = {"solved": {"g": Sample.of([5] * 4)}, "stopped": {"g": Sample.of([5] * 4, [True] * 4)}}
    table = compare({"g": Sample.of([5, 5])}, simulated, resamples=9)  # support 4 5 6 7
    assert table["log_likelihood"].tolist() == pytest.approx([2 * np.log(4.5 / 6), 2 * np.log(0.5 / 6)])


@pytest.mark.filterwarnings("error")
def test_tiny_and_constant_samples_never_raise():
    reference = {"g": Sample.of([4, 4])}
    table = compare(reference, {"same": {"g": Sample.of([4, 4])}, "one": {"g": Sample.of([7])}}, resamples=9)
    assert np.isnan(table["anderson_darling_p"][0])
    assert np.isfinite(table["log_likelihood"]).all()
