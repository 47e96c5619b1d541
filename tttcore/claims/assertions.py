"""Kinds of assertion: what a statement can assert, the targets that it takes, and the one rule that judges it."""

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from itertools import pairwise
from typing import Self

from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.selectors import INTERVAL, NUMBER, ORDER, TEXT, ClaimValue, Estimate, is_number
from tttcore.pipeline.messages import ConfigError, choices

MORE = "..."
"""Stands for all other names at one end of an order."""

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
        """Tell whether a text is a range."""
        beyond = _BEYOND.fullmatch(text)
        if beyond:
            return is_number(beyond["limit"])
        ends = text.split("..")
        return len(ends) == 2 and all(map(is_number, ends)) and float(ends[0]) <= float(ends[1])

    def holds(self, number: float) -> bool:
        """Tell whether a number lies in the range."""
        inside = self.low <= number <= self.high
        return inside and not (self.is_open and number in (self.low, self.high) and math.isfinite(number))

    def meets(self, low: float, high: float) -> bool:
        """Tell whether any number from `low` to `high` lies in the range."""
        return low < self.high and high > self.low if self.is_open else low <= self.high and high >= self.low


def chain(target: str) -> list[str]:
    """Names of an order, `MORE` among them."""
    return [name.strip() for name in target.split(" < ")]


def pairs(target: str, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield the pairs that an order of `names` compares, the lower one first: neighbours, and each of the others.

    Raises
    ------
    ConfigError
        If the order leaves out a name without saying so by `MORE` at one end, or has another one.
    """
    wanted = chain(target)
    for name in wanted:
        if name != MORE and name not in names:
            raise ConfigError(f"can't use {target!r}: no row is called {name!r}{choices(name, list(names))}")
    others = [name for name in names if name not in wanted]
    if MORE in wanted[1:-1] or wanted.count(MORE) != (1 if others else 0):
        raise ConfigError(f"can't use {target!r}; needs {', '.join(names)}, or {MORE!r} for the rest at one end")
    for lower, higher in pairwise(wanted):
        for first in others if lower == MORE else [lower]:
            yield from ((first, second) for second in (others if higher == MORE else [higher]))


SHARE = "share"
"""Assertion on a share, whose interval stays between 0 and 1."""
REPORT = "report"
"""Assertion that is judged by pretended documents of the document's own size, see `claims.reports`."""


@dataclass(frozen=True)
class Terms:
    """Terms on which a value is judged.

    Attributes
    ----------
    target : what is asserted of it, as the kind of assertion writes it.
    margin : largest deviation that counts as none, NaN without one.
    chance : whether the value was estimated from runs, and another seed gives another.
    """

    target: str
    margin: float
    chance: bool


@dataclass(frozen=True)
class Assertion:
    """A kind of assertion.

    Attributes
    ----------
    meaning : what it asserts and how it is judged, for readers.
    needs : what a value must have, any of these.
    targets : targets that it takes, for messages; empty for none.
    judge : outcome of a value on its terms, ConfigError for a target that it doesn't take; None for a report.
    region : values that agree with it on some terms, where there are such.
    wrong : how often, at most, a statement that is true, but only just, is said to differ where chance is involved.
    """

    meaning: str
    needs: frozenset[str]
    targets: str
    judge: Callable[[ClaimValue, Terms], str] | None
    region: Callable[[Terms], Range] | None = None
    wrong: float = 0.0


def judged_identity(found: ClaimValue, terms: Terms) -> str:
    """Tell whether the value is the target, as text or as a number."""
    same = found.text == terms.target if found.text else found.value == _number(terms.target)
    return REPRODUCED if same else DIFFERS


def judged_number(found: ClaimValue, terms: Terms) -> str:
    """Without chance, whether the value rounds to the target's decimals; else see `judged_range`."""
    if terms.chance:
        return judged_range(found, terms, around(terms))
    _number(terms.target)
    wanted = Decimal(terms.target)
    try:
        same = Decimal(found.value).quantize(wanted, rounding=ROUND_HALF_EVEN) == wanted
    except InvalidOperation:  # infinite, or larger than decimals can hold
        same = False
    return REPRODUCED if same else DIFFERS


def judged_range(found: ClaimValue, terms: Terms, region: Range | None = None) -> str:
    """Tell whether the 95% interval, or without one the value, lies within a region: the target's if none is given.

    An interval that reaches both sides decides nothing where chance is involved; a span of exact values doesn't lie
    within.
    """
    region = region or Range.read(terms.target)
    low, high = (found.value, found.value) if math.isnan(found.low) else (found.low, found.high)
    if region.holds(low) and region.holds(high):
        return REPRODUCED
    chance = terms.chance or not math.isnan(found.value)
    return DIFFERS if not region.meets(low, high) or not chance else UNDECIDED


def judged_no_difference(found: ClaimValue, terms: Terms) -> str:
    """Tell whether the interval lies within the margin around the target: equivalence, never non-significance."""
    return judged_range(found, terms, around(terms))


def judged_order(found: ClaimValue, terms: Terms) -> str:
    """Tell whether the values stand in the target's order.

    Two values whose 95% intervals meet, or without intervals two that are equal, aren't told apart and leave the order
    undecided; two in the opposite order contradict it.
    """
    told = [_compared(*pair) for pair in compared_rows(found, terms.target)]
    return next((outcome for outcome in (DIFFERS, UNDECIDED) if outcome in told), REPRODUCED)


def judged_existence(found: ClaimValue, terms: Terms) -> str:
    """Tell whether there is a case; where runs show none, there may be rarer ones."""
    if found.value > 0:
        return REPRODUCED
    return UNDECIDED if terms.chance else DIFFERS


def judged_universality(found: ClaimValue, terms: Terms) -> str:
    """Tell whether there is no counterexample; where runs show none, whether their share is at most the margin."""
    if found.value > 0:
        return DIFFERS
    return REPRODUCED if not terms.chance or found.high <= terms.margin else UNDECIDED


def around(terms: Terms) -> Range:
    """Values within the margin of the target."""
    centre = _number(terms.target)
    return Range(centre - terms.margin, centre + terms.margin)


def read_range(terms: Terms) -> Range:
    """Values that the target allows."""
    return Range.read(terms.target)


def _compared(lower: Estimate, higher: Estimate) -> str:
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


_ANY_NUMBER = "a number"
_BOUND = Assertion(
    "A number lies beyond a threshold or in a range. The whole 95% interval must lie there; if none of it does, the "
    "statement differs. If the range is narrow beside the interval, the rule errs in up to 5%.",
    needs=frozenset({NUMBER, INTERVAL}),
    targets="> 0, >= 0, < 0, <= 0 or 0..1",
    judge=judged_range,
    region=read_range,
    wrong=0.025,
)
_ORDER = Assertion(
    "Values have an order. Every compared pair must differ in this order: by 95% intervals that don't meet, or by "
    "unequal exact values. If a pair differs in the opposite order, the statement differs.",
    needs=frozenset({ORDER}),
    targets=f"a < b < c, {MORE} < c or a < {MORE}",
    judge=judged_order,
    wrong=0.025,
)

ASSERTIONS: dict[str, Assertion] = {
    "identity": Assertion(
        "Two values computed without chance are equal, as text or as numbers.",
        needs=frozenset({NUMBER, TEXT, ORDER}),
        targets="text or a number",
        judge=judged_identity,
    ),
    "number": Assertion(
        "A number equals the printed one. Without chance ours must round to it; else the 95% interval must lie within "
        "a margin of it. If the interval lies wholly outside, the statement differs.",
        needs=frozenset({NUMBER}),
        targets=_ANY_NUMBER,
        judge=judged_number,
        region=around,
        wrong=0.05,
    ),
    "bound": _BOUND,
    SHARE: replace(
        _BOUND, meaning="A share of runs or games lies beyond a threshold or in a range; judged as a bound."
    ),
    "difference": replace(
        _BOUND,
        meaning="One value is greater or smaller than another: their difference or ratio lies beyond a threshold; "
        "judged as a bound.",
    ),
    "no difference": Assertion(
        "Two values are equal for all practical purposes: the 95% interval of their difference must lie within a "
        "margin fixed beforehand. If it lies wholly outside, the statement differs. Finding no difference is never "
        "enough.",
        needs=frozenset({NUMBER, INTERVAL}),
        targets=_ANY_NUMBER,
        judge=judged_no_difference,
        region=around,
        wrong=0.05,
    ),
    "order": _ORDER,
    "law": replace(_ORDER, meaning="One of several laws of growth fits best; judged as an order of their fits."),
    "existence": Assertion(
        "There are cases. One is enough; if runs show none, the statement is undecided.",
        needs=frozenset({NUMBER}),
        targets="",
        judge=judged_existence,
    ),
    "universality": Assertion(
        "There are no exceptions. One refutes the statement; if runs show none, the 95% limit of their share must be "
        "within a margin.",
        needs=frozenset({NUMBER}),
        targets="",
        judge=judged_universality,
    ),
    REPORT: Assertion(
        "The document reports what it saw in its own runs. We compare this with many pretended documents of the same "
        "size, drawn from our runs. If fewer than one in twenty of them report something as unlikely, the statement "
        "differs.",
        needs=frozenset({NUMBER, TEXT, INTERVAL, ORDER}),
        targets="a number, or nothing where a chance is given",
        judge=None,
        wrong=0.05,
    ),
}
"""Kinds of assertion by name, with their rules."""

WITH_MARGIN = ("number", "no difference")
"""Assertions on values with chance that need a margin and its reason."""


def check_target(asserts: str, target: str) -> None:
    """Check that a kind of assertion takes a target; else ConfigError."""
    assertion = ASSERTIONS[asserts]
    if assertion.judge is judged_order:
        fits = len(chain(target)) > 1
    elif assertion.judge is judged_range:
        fits = Range.fits(target)
    elif assertion.judge is judged_identity:
        fits = bool(target)
    elif assertion.targets:
        fits = is_number(target) or (asserts == REPORT and not target)
    else:
        fits = not target
    if not fits:
        raise ConfigError(f"{asserts} can't use {target!r}; allowed: {assertion.targets or 'nothing'}")


def compared_rows(found: ClaimValue, target: str) -> Iterator[tuple[Estimate, Estimate]]:
    """Yield the lower and the higher row of every pair that an order compares: value, low and high of each."""
    for lower, higher in pairs(target, list(found.rows)):
        yield found.rows[lower], found.rows[higher]
