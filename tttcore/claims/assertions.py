"""Five assertions that a statement can make, the targets that each takes, and the one rule that judges it."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from itertools import pairwise
from typing import Self

from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.selectors import INTERVAL, NUMBER, ORDER, TEXT, ClaimValue, Estimate, is_number
from tttcore.pipeline.messages import ConfigError, choices

MORE = "..."
"""Placeholder for all other names at one end of an order."""
PLUS_MINUS = "±"
"""Separator of a number and its margin."""

_BEYOND = re.compile(r"(?P<sign>[<>]=?)\s*(?P<limit>\S+)")


@dataclass(frozen=True)
class Range:
    """Numbers from `low` to `high`; if it is open without its finite ends."""

    low: float
    high: float
    is_open: bool = False

    @classmethod
    def read(cls, text: str) -> Self:
        """Read ``> 0``, ``>= 0``, ``< 0``, ``<= 0`` or ``0..1``; ConfigError for anything else."""
        if not cls.fits(text):
            raise ConfigError(f"can't use {text!r}")
        beyond = _BEYOND.fullmatch(text)
        if not beyond:
            low, high = map(float, text.split(".."))
            return cls(low, high)
        sign, limit = beyond["sign"], float(beyond["limit"])
        ends = (limit, math.inf) if sign[0] == ">" else (-math.inf, limit)
        return cls(*ends, is_open=len(sign) == 1)

    @staticmethod
    def fits(text: str) -> bool:
        """True if a text is a range."""
        beyond = _BEYOND.fullmatch(text)
        if beyond:
            return is_number(beyond["limit"])
        ends = text.split("..")
        return len(ends) == 2 and all(map(is_number, ends)) and float(ends[0]) <= float(ends[1])

    def holds(self, number: float) -> bool:
        """True if a number lies in the range."""
        inside = self.low <= number <= self.high
        return inside and not (self.is_open and number in (self.low, self.high) and math.isfinite(number))

    def is_around(self, number: float) -> bool:
        """True if it has two finite ends, and the number lies between them."""
        return -math.inf < self.low < number < self.high < math.inf

    def meets(self, low: float, high: float) -> bool:
        """True if any number from `low` to `high` lies in the range."""
        return low < self.high and high > self.low if self.is_open else low <= self.high and high >= self.low


def chain(target: str) -> list[str]:
    """Names of an order, `MORE` among them."""
    return [name.strip() for name in target.split(" < ")]


def checked_chain(target: str, names: Sequence[str]) -> list[str]:
    """See `chain`; ConfigError for a name that isn't among `names`."""
    wanted = chain(target)
    for name in wanted:
        if name != MORE and name not in names:
            raise ConfigError(f"can't use {target!r}: no row is called {name!r}{choices(name, list(names))}")
    return wanted


def _is_chain(names: Sequence[str]) -> bool:
    """True if different names, of which `MORE` is only the first or the last, make an order."""
    return len(names) > 1 and all(names) and len({*names}) == len(names) and MORE not in names[1:-1]


def pairs(target: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that an order of `names` compares, the lower one first: neighbours, and each of the others.

    Raises
    ------
    ConfigError
        If the order leaves out a name without `MORE`, or has another one, or `MORE` for none.
    """
    wanted = checked_chain(target, names)
    others = [name for name in names if name not in wanted]
    if bool(others) != (MORE in wanted):
        raise ConfigError(
            f"can't use {target!r}; needs {', '.join(names)}, or {MORE!r} for the rest at one end, or a measure whose "
            "conditions pick fewer rows, such as group=a|b"
        )
    for lower, higher in pairwise(wanted):
        for first in others if lower == MORE else [lower]:
            yield from ((first, second) for second in (others if higher == MORE else [higher]))


REPORT = "report"
"""Assertion that is judged by simulated replications of the document's own size, see `claims.reports`."""


@dataclass(frozen=True)
class Terms:
    """Target of a judgement, and whether the value is random.

    Attributes
    ----------
    target : what is asserted of it, as the assertion writes it.
    chance : whether the value was estimated from runs, and another seed gives another.
    """

    target: str
    chance: bool


@dataclass(frozen=True)
class Assertion:
    """Kind of assertion that a statement can make, with its rule.

    Attributes
    ----------
    meaning : what it asserts and how it is judged, for readers.
    needs : what a value must have, any of these.
    targets : targets that it takes, for messages.
    judge : outcome of a value on its terms, ConfigError for a target that it doesn't take; None for a report.
    region : values that agree with it on some terms, where there are such.
    false_rejection_rate : greatest rate at which a statement that is only just true is said to differ, where
        the value is random.
    """

    meaning: str
    needs: frozenset[str]
    targets: str
    judge: Callable[[ClaimValue, Terms], str] | None
    region: Callable[[str], Range] | None = None
    false_rejection_rate: float = 0.0


def judged_identity(found: ClaimValue, terms: Terms) -> str:
    """Outcome of an identity: the value must be the target, as text or as a number."""
    same = found.text == terms.target if found.text else found.value == _number(terms.target)
    return REPRODUCED if same else DIFFERS


def judged_equals(found: ClaimValue, terms: Terms) -> str:
    """Outcome of an equality: the value must lie within the target's margin, or without a margin round to the target.

    A value rounds to the target's decimals, ties to even.
    """
    if PLUS_MINUS in terms.target:
        return _judged_within(found, terms, around(terms.target))
    _number(terms.target)
    wanted = Decimal(terms.target)
    try:
        same = Decimal(found.value).quantize(wanted, rounding=ROUND_HALF_EVEN) == wanted
    except InvalidOperation:  # infinite, or larger than decimals can hold
        same = False
    return REPRODUCED if same else DIFFERS


def judged_range(found: ClaimValue, terms: Terms) -> str:
    """Outcome of a range: the 95% interval, or without one the value, must lie within the target's range.

    An interval that reaches both sides decides nothing where the value is random; a span of exact values doesn't lie
    within.
    """
    return _judged_within(found, terms, Range.read(terms.target))


def judged_order(found: ClaimValue, terms: Terms) -> str:
    """Outcome of an order: the values must be in the target's order.

    Two values whose 95% intervals meet, or without intervals two that are equal, aren't separated and leave the order
    undecided; two in the opposite order contradict it.
    """
    outcomes = [compared(*pair) for pair in compared_rows(found, terms.target)]
    return next((outcome for outcome in (DIFFERS, UNDECIDED) if outcome in outcomes), REPRODUCED)


def around(target: str) -> Range:
    """Range of ``30 ± 5``; ConfigError for anything else."""
    centre, sign, margin = (part.strip() for part in target.partition(PLUS_MINUS))
    if not sign or not is_number(centre) or not is_number(margin) or float(margin) <= 0:
        raise _unusable(target)
    return Range(float(centre) - float(margin), float(centre) + float(margin))


def _region_of_equals(target: str) -> Range:
    """Values within the margin, or the value alone."""
    return around(target) if PLUS_MINUS in target else Range(_number(target), _number(target))


def _judged_within(found: ClaimValue, terms: Terms, region: Range) -> str:
    low, high = (found.value, found.value) if math.isnan(found.low) else (found.low, found.high)
    if region.holds(low) and region.holds(high):
        return REPRODUCED
    chance = terms.chance or not math.isnan(found.value)
    return DIFFERS if not region.meets(low, high) or not chance else UNDECIDED


def compared(lower: Estimate, higher: Estimate) -> str:
    """Outcome of the assertion that one value is less than another."""
    (first, first_low, first_high), (second, second_low, second_high) = lower, higher
    if math.isnan(first_low) or math.isnan(second_low):
        first_low = first_high = first
        second_low = second_high = second
    if first_high < second_low:
        return REPRODUCED
    return DIFFERS if first_low > second_high else UNDECIDED


def _number(text: str) -> float:
    if not is_number(text):
        raise _unusable(text)
    return float(text)


def _unusable(target: str) -> ConfigError:
    return ConfigError(f"can't use {target!r}")


_AROUND = f"a number {PLUS_MINUS} a margin above 0"

ASSERTIONS: dict[str, Assertion] = {
    "identity": Assertion(
        "Two values computed without chance are equal, as text or as numbers.",
        needs=frozenset({NUMBER, TEXT, ORDER}),
        targets="text or a number",
        judge=judged_identity,
    ),
    "equals": Assertion(
        "A number equals the printed one. Computed without chance, ours must round to it. Estimated from runs, its 95% "
        "interval must lie within a margin of it; if the interval lies wholly outside, the statement differs.",
        needs=frozenset({NUMBER}),
        targets=f"a number, or {_AROUND}",
        judge=judged_equals,
        region=_region_of_equals,
        false_rejection_rate=0.05,
    ),
    "range": Assertion(
        "A number, a proportion or a difference lies in a range. The whole 95% interval must lie there; if none of it "
        'does, the statement differs. "All" and "none" are proportions of exceptions below a threshold, and "no '
        'difference" is a range around 0: finding no difference is never enough.',
        needs=frozenset({NUMBER, INTERVAL}),
        targets="> 0, >= 0, < 0, <= 0 or 0..1",
        judge=judged_range,
        region=Range.read,
        false_rejection_rate=0.05,
    ),
    "order": Assertion(
        "Values have an order. Every compared pair must differ in this order: by 95% intervals that don't meet, or by "
        "unequal exact values. If a pair differs in the opposite order, the statement differs.",
        needs=frozenset({ORDER}),
        targets=f"a < b < c, {MORE} < c or a < {MORE}",
        judge=judged_order,
        false_rejection_rate=0.05,
    ),
    REPORT: Assertion(
        "The document reports what it saw in its own runs. We compare this with many simulated replications of the "
        "same size, whose runs are like ours. If fewer than one in twenty would report something as unlikely, the "
        "report is unlikely, else it is compatible with our runs, which says little where the power is small.",
        needs=frozenset({NUMBER, TEXT, INTERVAL, ORDER}),
        targets="a selector of the chance of the report",
        judge=None,
        false_rejection_rate=0.05,
    ),
}
"""Assertions by name, with their rules."""


def check_target(asserts: str, target: str, *, chance: bool) -> None:
    """Check that an assertion takes a target, on a value that is random or not; else ConfigError.

    The selector of a report is checked by `reports.check_report_selector`.
    """
    match asserts:
        case "order":
            fits = _is_chain(chain(target))
        case "range":
            fits = Range.fits(target)
        case "equals":
            fits = _is_around(target) or (not chance and is_number(target))
        case _:
            fits = bool(target)
    if not fits:
        needs = _AROUND if asserts == "equals" and chance else ASSERTIONS[asserts].targets
        raise ConfigError(f"{asserts} can't use {target!r}; allowed: {needs}")


def _is_around(target: str) -> bool:
    try:
        around(target)
    except ConfigError:
        return False
    return True


def compared_rows(found: ClaimValue, target: str) -> Iterator[tuple[Estimate, Estimate]]:
    """Yield the lower and the higher row of every pair that an order compares: value, low and high of each."""
    for lower, higher in pairs(target, list(found.rows)):
        yield found.rows[lower], found.rows[higher]
