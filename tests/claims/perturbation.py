"""Check that a verdict can come out either way: judge a statement by other values that its table could hold."""

import dataclasses
import math
from collections.abc import Iterable, Iterator

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS, Terms, around
from tttcore.claims.selectors import ClaimValue, Estimate, is_number
from tttcore.claims.targets import MORE, Range, chain

FACTORS = (-1000.0, -2.0, -1.0, 0.0, 0.5, 1.0, 2.0, 1000.0)
"""Multiples of the largest number in sight that are tried."""
OTHER = "another text"
"""Text that no table holds."""


def can_fail(asserts: str, found: ClaimValue, terms: Terms, column: pd.Series) -> bool:
    """Tell whether the outcome of a statement would change with the values of a column.

    Parameters
    ----------
    asserts : kind of assertion that is judged by a value, so no report.
    found : measured value; others are tried, too, where it isn't defined.
    terms : terms on which it is judged.
    column : column of the table that it was read from. Where all its numbers are shares, or none is negative, those
        tried are so, too.
    """
    judge = ASSERTIONS[asserts].judge
    assert judge, f"{asserts} isn't judged by a value"
    return len({judge(other, terms) for other in _others(asserts, found, terms, column)}) > 1


def _others(asserts: str, found: ClaimValue, terms: Terms, column: pd.Series) -> Iterator[ClaimValue]:
    """Yield values that the table could hold."""
    if found.rows:
        wanted = [name for each in chain(terms.target) for name in ([each] if each != MORE else _left(found, terms))]
        for order in (wanted, wanted[::-1]):
            rows: dict[str, Estimate] = {name: (at, at, at) for at, name in enumerate(order)}
            yield dataclasses.replace(found, rows=rows, text=" < ".join(rows))
        return
    if found.text or (asserts == "identity" and not is_number(terms.target)):
        yield from (ClaimValue(math.nan, text=text) for text in (terms.target, OTHER))
        return
    allowed = _allowed(column)
    ends = [*_ends(asserts, terms), allowed.low, allowed.high]
    for number in filter(allowed.holds, _numbers(found, ends, column)):
        is_span = math.isnan(found.value) and not found.undefined
        yield ClaimValue(math.nan if is_span else number, number, number)


def _left(found: ClaimValue, terms: Terms) -> list[str]:
    """Names that an order doesn't mention."""
    return [name for name in found.rows if name not in chain(terms.target)]


def _numbers(found: ClaimValue, ends: Iterable[float], column: pd.Series) -> Iterator[float]:
    """Yield numbers near and far from the ends of what agrees, and those of the column."""
    near = [found.value, *ends]
    yield from near
    yield from column.dropna().astype(float).unique().tolist() if pd.api.types.is_numeric_dtype(column) else []
    largest = max((abs(number) for number in near if math.isfinite(number)), default=0.0) or 1.0
    yield from (number + factor * largest for number in near if math.isfinite(number) for factor in FACTORS)


def _ends(asserts: str, terms: Terms) -> list[float]:
    """Ends of the values that agree with an assertion, or its target."""
    region = ASSERTIONS[asserts].region
    if region and not (region is around and math.isnan(terms.margin)):
        allowed = region(terms)
        return [allowed.low, allowed.high]
    return [float(terms.target)] if is_number(terms.target) else [0.0]


def _allowed(column: pd.Series) -> Range:
    """Numbers that a column could hold; those of a column of zeros aren't taken for shares."""
    numbers = column.dropna() if pd.api.types.is_numeric_dtype(column) else pd.Series(dtype=float)
    if numbers.empty or numbers.min() < 0:
        return Range(-math.inf, math.inf)
    shares = pd.api.types.is_float_dtype(numbers) and 0 < numbers.max() <= 1
    return Range(0.0, 1.0 if shares else math.inf)
