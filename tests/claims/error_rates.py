"""Error rates of simulated studies, held against those that are printed."""

from scipy.stats import binomtest

STUDIES, FAMILY = 200, 5
"""Simulated studies of each case, and statements of a family."""
CERTAIN = 1e-4
"""Chance below which what was found isn't taken for chance; all streams are fixed."""


def at_most(times, trials, share):
    """True if so many cases agree with a chance of at most `share`."""
    return binomtest(times, trials, share, alternative="greater").pvalue > CERTAIN


def at_least(times, trials, share):
    """True if so many cases agree with a chance of at least `share`."""
    return binomtest(times, trials, share, alternative="less").pvalue > CERTAIN


def printed(rate):
    """A rate as a row prints it, as a number."""
    return float(rate.removeprefix("at most ").removesuffix("%")) / 100
