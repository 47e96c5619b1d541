"""Every statement could come out otherwise: another value that its table could hold would change its verdict."""

import dataclasses
import math
from collections.abc import Iterable, Iterator

import pandas as pd
import pytest
from project import SHRINK

from tttcore.claims.assertions import ASSERTIONS, MORE, REPORT, Range, Terms, around, chain
from tttcore.claims.claims_file import read_claims, terms_of
from tttcore.claims.selectors import ClaimValue, Columns, Estimate, Selector, claim_value, is_number
from tttcore.pipeline.store import read
from tttcore.pipeline.table_files import FACTS, read_study_tables

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


NAN = math.nan
SHARES, COUNTS, REALS = (pd.Series(values) for values in ([0.2, 0.9], [3, 40], [-2.5, 7.0]))
TEXTS = pd.Series(["a", "b"])
ROWS = ClaimValue(NAN, text="a < b < c", rows={name: (at, NAN, NAN) for at, name in enumerate("abc")})


@pytest.mark.parametrize(
    ("asserts", "found", "target", "margin", "column", "wanted"),
    [
        ("bound", ClaimValue(0.2), "0..1", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), ">= 0", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), "> 1", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), "> 0", NAN, SHARES, True),
        ("bound", ClaimValue(0.2), "<= 0.999", NAN, SHARES, True),
        ("bound", ClaimValue(3.0), ">= 0", NAN, COUNTS, False),
        ("bound", ClaimValue(3.0), "> 1e9", NAN, COUNTS, True),
        ("bound", ClaimValue(-2.5), ">= 0", NAN, REALS, True),
        ("bound", ClaimValue(NAN, low=6.0, high=8.0), "6..8", NAN, REALS, True),
        ("identity", ClaimValue(3.0), "3", NAN, COUNTS, True),
        ("identity", ClaimValue(NAN, text="a"), "a", NAN, TEXTS, True),
        ("number", ClaimValue(0.2), "0.20", NAN, SHARES, True),
        ("number", ClaimValue(0.2), "-0.2", NAN, SHARES, False),
        ("number", ClaimValue(5.1019), "5.1019", NAN, COUNTS, True),
        ("no difference", ClaimValue(0.2), "0", 2.0, SHARES, False),
        ("no difference", ClaimValue(0.2), "0", 0.1, SHARES, True),
        ("order", ROWS, "... < c", NAN, COUNTS, True),
        ("order", ROWS, "c < a < b", NAN, COUNTS, True),
        ("existence", ClaimValue(3.0), "", NAN, COUNTS, True),
        ("universality", ClaimValue(3.0), "", NAN, COUNTS, True),
        ("bound", ClaimValue(NAN), ">= 0", NAN, COUNTS, False),
        ("number", ClaimValue(NAN), "3", NAN, COUNTS, True),
        ("identity", ClaimValue(NAN), "a", NAN, TEXTS, True),
    ],
)
@pytest.mark.parametrize("chance", [True, False])
def test_a_rule_that_cannot_fail_or_cannot_agree_is_found_out(asserts, found, target, margin, column, wanted, chance):
    if chance and asserts in ("identity", "number"):
        margin = 0.1
    assert can_fail(asserts, found, Terms(target, margin, chance), column) is wanted


@pytest.mark.parametrize("name", SHRINK)
def test_another_value_changes_the_verdict_of_every_statement(finished, name):
    """Of all that are judged by a value; reports are judged by the chances of pretended documents."""
    results = finished.folder / "results"
    tables = read_study_tables([results / name / "method", results / name / "tables"])
    tables[FACTS] = read(results / "tables" / "facts.parquet")
    claims = read_claims(finished.folder / "config" / "claims" / f"{name}.csv")
    judged = claims[~claims["asserts"].isin(["", REPORT])].to_dict("records")
    assert [claim["id"] for claim in judged if not _can_fail(claim, tables)] == []


def _can_fail(claim, tables):
    selector = Selector.read(claim["measure"])
    table = tables[selector.table]
    column = pd.concat([table[name] for name in selector.read_columns(Columns.of(table))])
    return can_fail(claim["asserts"], claim_value(claim["measure"], tables), terms_of(claim), column)
