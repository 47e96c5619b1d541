"""Power against pingouin, statsmodels and simulated experiments."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

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
