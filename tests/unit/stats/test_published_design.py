"""Power of the document's design."""

import numpy as np
import pytest
from helpers.texts import message
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from tttcore.stats import published_design
from tttcore.stats.published_design import SMALL_EFFECT, design_power, needed_per_group, smallest_detectable


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
