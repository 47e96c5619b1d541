"""Reports of numbers and counts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from tttcore.stats.intervals import Columns
from tttcore.stats.predictions import place_of_count, place_of_number
from tttcore.stats.reports import (
    CountReport,
    Documents,
    NumberReport,
    Quantity,
    Test,
    Values,
    of_each,
    reports,
    tested,
    together,
)


@reports.register("pooled")
@dataclass(frozen=True, kw_only=True)
class Pooled(NumberReport):
    """Quantity of the runs of all groups together.

    Attributes
    ----------
    of : the quantity.
    """

    of: Quantity

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"{self.of} of all runs"

    def reported(self, documents: Documents) -> Values:
        """See `Report.reported`."""
        return of_each(self.of, {"all": together(documents)})[:, 0]

    def place(self, drawn: Values, reported: float, *, labels: Sequence[str], runs: int) -> Columns:
        """See `Report.place`; successes are counts."""
        if self.of == "successes":
            return place_of_count(drawn, reported, most=runs * len(labels))
        return place_of_number(drawn, reported)


@reports.register("difference")
@dataclass(frozen=True, kw_only=True)
class Difference(NumberReport):
    """Difference between a quantity of two groups, first minus second.

    Attributes
    ----------
    of : the quantity.
    """

    of: Quantity

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"difference of the {self.of}"

    def reported(self, documents: Documents) -> Values:
        """See `Report.reported`."""
        first, second = of_each(self.of, documents).T
        return first - second

    def allowed(self, labels: Sequence[str]) -> str:
        """See `Report.allowed`."""
        return super().allowed(labels) if len(labels) == 2 else f"groups: {', '.join(labels)}; allowed: two"


@reports.register("longer")
@dataclass(frozen=True, kw_only=True)
class Longer(CountReport):
    """Number of runs of all groups that are longer than a threshold; those without success are.

    Attributes
    ----------
    than : the threshold.
    """

    than: int

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"runs longer than {self.than}"

    def reported(self, documents: Documents) -> Values:
        """See `Report.reported`."""
        drawn = together(documents)
        return ((drawn.values > self.than) | drawn.censored).sum(axis=1).astype(float)


@reports.register("test")
@dataclass(frozen=True, kw_only=True)
class TestResult(NumberReport):
    """Statistic or p-value of a test over all groups.

    Attributes
    ----------
    test : the test.
    gives : which of its numbers.
    """

    test: Test
    gives: Literal["statistic", "p"] = "statistic"

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"{self.gives} of {self.test}"

    def reported(self, documents: Documents) -> Values:
        """See `Report.reported`."""
        return tested(self.test, documents)[self.gives]
