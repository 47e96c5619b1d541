"""Weigh evidence: intervals widened for families, deviations that would be found, and runs that would decide."""

import dataclasses
import math

from scipy.special import ndtri, stdtrit

from tttcore.claims.assertions import compared_rows
from tttcore.claims.selectors import ClaimValue, Estimate
from tttcore.claims.targets import Range
from tttcore.stats.intervals import LEVEL

POWER = 0.8
"""Chance with which the smallest deviation that is told would be found."""


def kept_to_shares(adjusted: ClaimValue, found: ClaimValue) -> ClaimValue:
    """A share whose interval was widened, but to no less than 0 and no more than 1, unless it went further before."""
    low, high = max(adjusted.low, min(found.low, 0.0)), min(adjusted.high, max(found.high, 1.0))
    return adjusted if math.isnan(found.low) else dataclasses.replace(adjusted, low=low, high=high)


def widened(found: ClaimValue, rows: int) -> ClaimValue:
    """Bonferroni's correction: intervals of so many `rows` that together miss at most one time in twenty.

    Each side of an interval grows as the quantiles of Student's t do where it is one, those of a normal distribution
    elsewhere.
    """
    factor = float(stdtrit(found.df, LEVEL / rows / 2) / stdtrit(found.df, LEVEL / 2))
    ends = {name: _wider(*row, factor) for name, row in found.rows.items()}
    value, low, high = _wider(found.value, found.low, found.high, factor)
    return dataclasses.replace(found, value=value, low=low, high=high, rows=ends)


def smallest_found(found: ClaimValue, region: Range | None) -> float:
    """Smallest deviation from what is asserted that would be found four times in five; NaN without an interval.

    How far beyond the asserted values the true one must lie for an interval of this width to miss them all: the wider
    half of the interval, since halves differ where widths change with the value, and the distance by which a normal
    estimate exceeds that in `POWER` of all cases. Of a span, the deviation that is found in each of its rows.
    """
    half = found.half if math.isnan(found.value) else max(found.high - found.value, found.value - found.low)
    if region is None or not math.isfinite(half):
        return math.nan
    return float(half * (1 + ndtri(1 - POWER) / ndtri(LEVEL / 2)))


def runs_to_decide(found: ClaimValue, region: Range | None, target: str) -> float:
    """Factor by which runs must grow to decide an undecided statement, if its value stays; infinite if none would.

    Half widths shrink with the square root of the number of runs. NaN where that isn't known.

    Parameters
    ----------
    region : values that agree with the statement; None for an order.
    target : the order, without a `region`.
    """
    if found.rows:
        ratios = [_order_ratio(*pair) for pair in compared_rows(found, target)]
    elif region is not None and not math.isnan(found.value) and not math.isnan(found.low):
        ratios = _range_ratios(found, region)
    else:
        return math.nan
    return float(max((ratio**2 for ratio in ratios), default=math.nan))


def _wider(value: float, low: float, high: float, factor: float) -> Estimate:
    if math.isnan(value):
        return value, low, high
    return value, value - factor * (value - low), value + factor * (high - value)


def _range_ratios(found: ClaimValue, region: Range) -> list[float]:
    """For each end of the interval that must come to lie elsewhere, its distance by that of the value to the border."""
    if region.low <= found.value <= region.high:
        below = (found.value - found.low, found.value - region.low)
        sides = [below, (found.high - found.value, region.high - found.value)]
    elif found.value > region.high:
        sides = [(found.value - found.low, found.value - region.high)]
    else:
        sides = [(found.high - found.value, region.low - found.value)]
    return [_ratio(half, room) for half, room in sides if half > room]


def _order_ratio(lower: Estimate, higher: Estimate) -> float:
    (first, first_low, first_high), (second, second_low, second_high) = lower, higher
    facing = (first_high - first) + (second - second_low)
    halves = facing if first < second else (first - first_low) + (second_high - second)
    return _ratio(halves, abs(second - first))


def _ratio(half: float, room: float) -> float:
    return half / room if room > 0 else math.inf
