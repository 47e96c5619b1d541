"""Reports of outcomes: orders, lists, and what holds or doesn't."""

import math
from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass

import numpy as np

from tttcore.stats.reports import (
    Documents,
    Number,
    OutcomeReport,
    Quantity,
    Test,
    Texts,
    Values,
    of_each,
    reports,
    tested,
)


@reports.register("significant")
@dataclass(frozen=True, kw_only=True)
class Significant(OutcomeReport):
    """Outcome of a test over all groups: `significant` or `not significant`.

    Attributes
    ----------
    test : the test.
    level : its level of significance.
    """

    test: Test
    level: float = 0.05

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"{self.test} at {self.level:g}"

    def reported(self, documents: Documents) -> Texts:
        """See `Report.reported`."""
        p = tested(self.test, documents)["p"]
        found = np.where(p < self.level, "significant", "not significant")
        return np.where(np.isnan(p), "", found)

    def fits(self, outcome: str, labels: Sequence[str]) -> bool:
        """See `OutcomeReport.fits`."""
        return outcome in ("significant", "not significant")

    def unseen(self, drawn: Set[str], labels: Sequence[str]) -> bool:
        """See `OutcomeReport.unseen`."""
        return len(drawn) < 2


@reports.register("within")
@dataclass(frozen=True, kw_only=True)
class Within(OutcomeReport):
    """Comparison of a quantity of every group with two numbers, both included: `within` or `not within`.

    Attributes
    ----------
    of : the quantity.
    low, high : the numbers.
    """

    of: Quantity
    low: Number = -1e12
    high: Number = 1e12

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"{self.of} within {self.low:g} and {self.high:g}"

    def reported(self, documents: Documents) -> Texts:
        """See `Report.reported`."""
        values = of_each(self.of, documents)
        inside = ((values >= self.low) & (values <= self.high)).all(axis=1)
        return np.where(np.isnan(values).any(axis=1), "", np.where(inside, "within", "not within"))

    def fits(self, outcome: str, labels: Sequence[str]) -> bool:
        """See `OutcomeReport.fits`."""
        return outcome in ("within", "not within")

    def unseen(self, drawn: Set[str], labels: Sequence[str]) -> bool:
        """See `OutcomeReport.unseen`."""
        return len(drawn) < 2


@reports.register("each")
@dataclass(frozen=True, kw_only=True)
class Each(OutcomeReport):
    """Quantity of each group, such as `7, 7, 7`.

    Attributes
    ----------
    of : the quantity.
    """

    of: Quantity

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"{self.of} of each group"

    def reported(self, documents: Documents) -> Texts:
        """See `Report.reported`."""
        return _texts(of_each(self.of, documents), lambda row: ", ".join(f"{value:g}" for value in row))

    def fits(self, outcome: str, labels: Sequence[str]) -> bool:
        """See `OutcomeReport.fits`."""
        return len(outcome.split(", ")) == len(labels)

    def unseen(self, drawn: Set[str], labels: Sequence[str]) -> bool:
        """See `OutcomeReport.unseen`; there is no limit to quantities."""
        return True


@reports.register("order")
@dataclass(frozen=True, kw_only=True)
class Order(OutcomeReport):
    """Groups in the order of a quantity, such as `a < b = c`; equal ones in the order of display.

    Attributes
    ----------
    by : the quantity.
    """

    by: Quantity

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"order by {self.by}"

    def reported(self, documents: Documents) -> Texts:
        """See `Report.reported`."""
        labels = np.array([*documents])
        values = _ranks(of_each(self.by, documents))
        return _texts(
            values, lambda row: " < ".join(" = ".join(labels[row == value].tolist()) for value in np.unique(row))
        )

    def fits(self, outcome: str, labels: Sequence[str]) -> bool:
        """See `OutcomeReport.fits`."""
        return sorted(outcome.replace(" = ", " < ").split(" < ")) == sorted(labels)

    def unseen(self, drawn: Set[str], labels: Sequence[str]) -> bool:
        """See `OutcomeReport.unseen`."""
        return sum(" = " not in outcome for outcome in drawn) < math.factorial(len(labels))


@reports.register("greatest")
@dataclass(frozen=True, kw_only=True)
class Greatest(OutcomeReport):
    """Group with the greatest quantity, such as `a`; of several, all, such as `a = b`, in the order of display.

    Attributes
    ----------
    by : the quantity.
    """

    by: Quantity

    @property
    def words(self) -> str:
        """See `Report.words`."""
        return f"group with the greatest {self.by}"

    def reported(self, documents: Documents) -> Texts:
        """See `Report.reported`."""
        labels = np.array([*documents])
        return _texts(_ranks(of_each(self.by, documents)), lambda row: " = ".join(labels[row == row.max()].tolist()))

    def fits(self, outcome: str, labels: Sequence[str]) -> bool:
        """See `OutcomeReport.fits`."""
        return set(outcome.split(" = ")) <= set(labels)

    def unseen(self, drawn: Set[str], labels: Sequence[str]) -> bool:
        """See `OutcomeReport.unseen`."""
        return not drawn >= set(labels)


def _texts(values: Values, text: Callable[[Values], str]) -> Texts:
    """(documents,) text for each row of values; empty where one is unknown."""
    rows, place = np.unique(values, axis=0, return_inverse=True)
    return np.array(["" if np.isnan(row).any() else text(row) for row in rows])[place.ravel()]


def _ranks(values: Values) -> Values:
    """(documents, groups) number of groups with smaller values; NaN in a row in which one is unknown."""
    smaller = (values[:, :, None] > values[:, None, :]).sum(axis=2)
    return np.where(np.isnan(values).any(axis=1, keepdims=True), np.nan, smaller)
