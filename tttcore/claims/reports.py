"""Predictive checks: judge what a document reports of its own runs by simulated replications of its size."""

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
"""Column of the predictive p-value: the probability of a report no likelier than the document's."""
LEAST = "chance_least"
"""Column of the least predictive p-value that any possible report has."""
FINDS = "finds"
"""Column, if the table has it, of the minimum detectable shift (power 80%)."""


@dataclass(frozen=True)
class PredictiveCheck:
    """Comparison of what a document reports with the reports of simulated replications.

    Attributes
    ----------
    chance : proportion of them that report something no likelier than the document. Of several rows the least one; then
        `most` is the greatest, NaN of one.
    least : least such proportion of any possible report, NaN if it isn't known.
    low, high : where 95% of their reports lie, NaN where that isn't known.
    minimum_effect : smallest shift that is detected with a power of 80%, NaN if it isn't known.
    """

    chance: float = math.nan
    least: float = math.nan
    low: float = math.nan
    high: float = math.nan
    minimum_effect: float = math.nan
    most: float = math.nan

    @property
    def greatest(self) -> float:
        """Greatest p-value of all rows."""
        return self.chance if math.isnan(self.most) else self.most

    @classmethod
    def read(cls, selector: str, tables: Mapping[str, pd.DataFrame]) -> "PredictiveCheck":
        """Read a selector of a predictive p-value; ConfigError for any other.

        A span of p-values is of simulated replications that differ in what the document does not say.
        """
        found, parsed = claim_value(selector, tables), Selector.read(selector)
        if parsed.how == "span":
            rows = parsed.rows(tables).reindex(columns=["low", "high", LEAST])
            low, high, least = float(rows["low"].min()), float(rows["high"].max()), float(rows[LEAST].max())
            return cls(found.low, least, low, high, most=found.high)
        (row,) = parsed.rows(tables).to_dict("records")
        known = (_number(row, name) for name in (LEAST, "low", "high", FINDS))
        return cls(found.value, *known)

    def judged(self, parts: int) -> str:
        """Outcome of a report that is one of `parts` parts of a sentence: its p-value is multiplied by their number.

        Undecided if nothing that a document can report would differ, if a span of probabilities lies on both sides, or
        if a probability is small, but not after the correction for the parts.
        """
        if math.isnan(self.chance) or self.least * parts >= LEVEL:
            return UNDECIDED
        if self.greatest * parts < LEVEL:
            return DIFFERS
        return REPRODUCED if self.chance >= LEVEL else UNDECIDED


def check_report_selector(selector: str, columns: Columns) -> None:
    """Check that a report's target selects a predictive p-value, as far as its table is known; else ConfigError."""
    parsed = Selector.read(selector)
    parsed.check(columns)
    if parsed.column != CHANCE:
        raise ConfigError(f"{selector!r}: a report needs the column {CHANCE!r}, not {parsed.column!r}")
    if parsed.how not in ("", "span"):
        raise ConfigError(f"{selector!r}: one row is needed, or a span of several, not {parsed.how}")


def _number(row: Mapping[Any, Any], column: str) -> float:
    return float(row.get(column, math.nan))
