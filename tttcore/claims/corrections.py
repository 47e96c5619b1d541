"""Correct verdicts for the parts of a sentence (Bonferroni), and tell how often their rules err."""

import dataclasses
import math

import scipy

from tttcore.claims.assertions import Assertion, Range, compared_rows
from tttcore.claims.selectors import ClaimValue, Estimate
from tttcore.stats.intervals import LEVEL, share_interval


def widened(found: ClaimValue, parts: float) -> ClaimValue:
    """Bonferroni's correction: widened intervals of `parts` parts that together miss at most one time in twenty.

    Clopper and Pearson's interval is computed at the corrected level. Each side of any other grows as the quantiles of
    a normal distribution do. One whose ends are values of runs stays, see `rate_of_error`.
    """
    if found.fixed or parts <= 1:
        return found
    factor = float(scipy.special.ndtri(LEVEL / parts / 2) / scipy.special.ndtri(LEVEL / 2))

    def wider(value: float, low: float, high: float) -> Estimate:
        if math.isnan(value) or math.isnan(low):
            return value, low, high
        if not math.isnan(found.trials):
            exact = share_interval("", round(value * found.trials), int(found.trials), level=LEVEL / parts)
            return value, exact["_low"], exact["_high"]
        return value, value - factor * (value - low), value + factor * (high - value)

    ends = {name: wider(*row) for name, row in found.rows.items()}
    if found.spanned:
        spanned = tuple(wider(*row) for row in found.spanned)
        low, high = min(low for _, low, _ in spanned), max(high for _, _, high in spanned)
        half = max(high - low for _, low, high in spanned) / 2
        return dataclasses.replace(found, low=low, high=high, half=half, spanned=spanned)
    value, low, high = wider(found.value, found.low, found.high)
    return dataclasses.replace(found, value=value, low=low, high=high, rows=ends)


def pairs_that_err(found: ClaimValue, target: str) -> float:
    """Factor by which an order counts as several parts: each pair errs on one side, so that two share its rate."""
    return max(1.0, len([*compared_rows(found, target)]) / 2)


def rate_of_error(found: ClaimValue, *, sides: int, parts: float) -> float:
    """Rate at which one of the intervals of `parts` parts misses on one side, or on either, as far as runs tell.

    What is beyond half of `LEVEL` comes from one side, and wider intervals don't lessen it; nothing is less where
    intervals can't be widened.
    """
    beyond = 0.0 if math.isnan(found.error) else found.error - LEVEL / 2
    return sides * LEVEL / 2 * (parts if found.fixed else 1) + parts * beyond


def rate_of_rule(assertion: Assertion, region: Range | None, found: ClaimValue, parts: float) -> float:
    """Greatest rate at which a true sentence of so many parts is said to differ, or a true report to be unlikely.

    Parameters
    ----------
    region : values that agree with it, where there are such.
    found : value that is estimated from runs.
    """
    if assertion.judge is None:
        return assertion.false_rejection_rate
    sides = 1 if region is not None and not math.isfinite(region.high - region.low) else 2
    return min(1.0, rate_of_error(found, sides=sides, parts=parts))
