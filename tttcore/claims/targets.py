"""Targets of statements: ranges of numbers such as ``>= 0.5`` or ``0.2..0.8``, and orders such as ``a < b < c``."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Self

from tttcore.claims.selectors import is_number
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
