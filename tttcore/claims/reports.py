"""Judge what a document reports of its own runs by pretended documents of its size, drawn from our runs."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pandas as pd

from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.selectors import Columns, Selector, claim_value
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.intervals import LEVEL

CHANCE = "chance"
"""Column of the chance that a pretended document reports something no likelier than the document."""
LEAST = "chance_least"
"""Column of the least chance that any possible report has."""
CALIBRATED = ("wrong", "finds")
"""Columns, if the table has them, of the calibration: share of pretended documents that are said to differ, and
smallest shift that is found four times in five."""


@dataclass(frozen=True)
class Seen:
    """Reports of pretended documents.

    Attributes
    ----------
    chance : share of them that report something no likelier than the document; NaN if only their interval is known.
        Of several rows the least one; then `most` is the greatest, NaN of one.
    least : least such share of any possible report, NaN if it isn't known.
    low, high : where 95% of their reports lie, NaN where that isn't known.
    wrong, finds : calibration of the verdict, NaN without it.
    """

    chance: float = math.nan
    least: float = math.nan
    low: float = math.nan
    high: float = math.nan
    wrong: float = math.nan
    finds: float = math.nan
    most: float = math.nan

    @property
    def greatest(self) -> float:
        """Greatest chance of all rows."""
        return self.chance if math.isnan(self.most) else self.most

    @classmethod
    def read(cls, selector: str, tables: Mapping[str, pd.DataFrame]) -> "Seen":
        """Read a selector of a chance, or of a value with the interval of predictions; ConfigError for any other.

        A span of chances is of pretended documents that differ in what the document doesn't tell.
        """
        found, parsed = claim_value(selector, tables), Selector.read(selector)
        if parsed.how == "span" and gives_chance(selector):
            rows = parsed.rows(tables).reindex(columns=["low", "high", LEAST])
            low, high, least = float(rows["low"].min()), float(rows["high"].max()), float(rows[LEAST].max())
            return cls(found.low, least, low, high, most=found.high)
        if parsed.how:
            raise ConfigError(f"{selector!r}: one row is needed, without {parsed.how}")
        (row,) = parsed.rows(tables).to_dict("records")
        calibration = {name: _number(row, name) for name in CALIBRATED}
        if gives_chance(selector):
            return cls(
                found.value, _number(row, LEAST), low=_number(row, "low"), high=_number(row, "high"), **calibration
            )
        return cls(low=found.low, high=found.high, **calibration)

    def judged(self, target: str, reports: int) -> str:
        """Outcome of a report.

        Parameters
        ----------
        target : the number that is reported; only needed where no chance is known.
        reports : number of statements in the family: a chance counts as so many times itself. An interval can't be
            widened for them, since how its distribution goes on isn't known; such reports have no family, see
            `claims_file.read_claims`.
        """
        if not math.isnan(self.chance):
            if self.least * reports >= LEVEL:
                return UNDECIDED
            if self.greatest * reports < LEVEL:
                return DIFFERS
            return REPRODUCED if self.chance >= LEVEL else UNDECIDED
        if math.isnan(self.low) or not target:
            return UNDECIDED
        return REPRODUCED if self.low <= float(target) <= self.high else DIFFERS


def gives_chance(selector: str) -> bool:
    """Tell whether a selector gives the chance of a report, and not only an interval of predictions."""
    return Selector.read(selector).column == CHANCE


def check_seen(claim: Mapping[Any, str], columns: Columns) -> None:
    """Check that a claim's selector can say what pretended documents report, as far as its table is known.

    Raises
    ------
    ConfigError
        If it gives neither the chance of a report nor, for a target, an interval of predictions.
    """
    selector = claim["seen"]
    parsed = Selector.read(selector)
    parsed.check(columns)
    if gives_chance(selector):
        return
    if f"{parsed.column}_low" not in columns.numeric:
        raise ConfigError(f"{selector!r}: needs the column {CHANCE!r}, or one with the ends of an interval")
    if not claim["target"]:
        raise ConfigError(f"{selector!r}: gives an interval, and no target is there to lie in it")


def _number(row: Mapping[Any, Any], column: str) -> float:
    return float(row.get(column, math.nan))
