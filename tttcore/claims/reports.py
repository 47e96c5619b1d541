"""Predictive checks: judge what a document reports of its own runs by simulated replications of its size."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from tttcore.claims.outcomes import COMPATIBLE, UNDECIDED, UNLIKELY
from tttcore.claims.selectors import Columns, Selector, claim_value
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.intervals import LEVEL

CHANCE = "chance"
"""Column of the predictive p-value: at most so often is a true report as unlikely as the document's, or more so."""
LEAST = "chance_least"
"""Column of the least predictive p-value that any possible report has."""
FINDS, POWER, ALTERNATIVE = "finds", "power", "alternative"
"""Columns, if the table has them, of the minimum detectable shift (power 80%), or of the power and its alternative."""
CONTRARY = "contrary"
"""Column, if the table has it, that tells whether our interval lies wholly on the other side of what is reported."""


@dataclass(frozen=True)
class PredictiveCheck:
    """Comparison of what a document reports with the reports of simulated replications.

    Attributes
    ----------
    chance : predictive p-value. Of several rows the least one; then `most` is the greatest, NaN of one.
    least : least such proportion of any possible report, NaN if it isn't known.
    low, high : where 95% of their reports lie, NaN where that isn't known.
    minimum_effect : smallest shift that is detected with a power of 80%, NaN if it isn't known; of several rows the
        greatest.
    power, alternative : probability with which an alternative, named in words, is detected; NaN and empty if it isn't
        known, and of several rows.
    contrary : whether our interval lies wholly on the other side of what is reported; of several rows, all intervals.
    """

    chance: float = math.nan
    least: float = math.nan
    low: float = math.nan
    high: float = math.nan
    minimum_effect: float = math.nan
    most: float = math.nan
    power: float = math.nan
    alternative: str = ""
    contrary: bool = False

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
        rows = parsed.rows(tables)
        numbers = rows.reindex(columns=[LEAST, "low", "high", FINDS, POWER]).astype(float)
        greatest, smallest, texts = numbers.max(), numbers.min(), rows.get(ALTERNATIVE, pd.Series([""]))
        return cls(
            chance=found.low if parsed.how == "span" else found.value,
            least=float(greatest[LEAST]),
            low=float(smallest["low"]),
            high=float(greatest["high"]),
            minimum_effect=float(greatest[FINDS]),
            most=found.high if parsed.how == "span" else math.nan,
            power=float(smallest[POWER]),
            alternative=texts.iloc[0],
            contrary=bool(rows.get(CONTRARY, pd.Series([False])).all()),
        )

    def never_unlikely(self, parts: int) -> bool:
        """True if nothing that a document can report would be unlikely as one of `parts` parts of a sentence."""
        return self.least * parts >= LEVEL

    def judged(self, parts: int) -> str:
        """Outcome of a report that is one of `parts` parts of a sentence: its p-value is multiplied by their number.

        Undecided if nothing that a document can report would be unlikely, if a span of p-values lies on both sides, if
        a p-value is small, but not after the correction for the parts, or if our interval is on the other side.
        """
        if math.isnan(self.chance) or self.never_unlikely(parts):
            return UNDECIDED
        if self.greatest * parts < LEVEL:
            return UNLIKELY
        return COMPATIBLE if self.chance >= LEVEL and not self.contrary else UNDECIDED


def check_report_selector(selector: str, columns: Columns) -> None:
    """Check that a report's target selects a predictive p-value, as far as its table is known; else ConfigError."""
    parsed = Selector.read(selector)
    parsed.check(columns)
    if parsed.column != CHANCE:
        raise ConfigError(f"{selector!r}: a report needs the column {CHANCE!r}, not {parsed.column!r}")
    if parsed.how not in ("", "span"):
        raise ConfigError(f"{selector!r}: one row is needed, or a span of several, not {parsed.how}")
