"""Kinds of reports that a document can make of its runs, computed for many pretended documents at once."""

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import scipy
from numpy.typing import NDArray

from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.pipeline.rounding import rounded
from tttcore.stats.intervals import Columns
from tttcore.stats.predictions import place_of_count, place_of_number, place_of_outcome

Values = NDArray[np.float64]
Texts = NDArray[np.str_]
Number = float
Quantity = Literal["mean", "sd", "median", "iqr", "minimum", "maximum", "successes"]
Test = Literal["anova", "bartlett"]


@dataclass(frozen=True, eq=False)
class Drawn:
    """Runs of one group in pretended documents.

    Attributes
    ----------
    values : (documents, runs) lengths; of a run without success, where it was stopped.
    censored : (documents, runs) True for a run that was stopped without success.
    """

    values: Values
    censored: NDArray[np.bool_]


Documents = Mapping[str, Drawn]
"""Runs of each group in pretended documents, by label, in the order of display."""


def _quartile_range(drawn: Drawn) -> Values:
    low, high = np.quantile(drawn.values, (0.25, 0.75), axis=1)
    return high - low


QUANTITIES: dict[str, Callable[[Drawn], Values]] = {
    "mean": lambda drawn: drawn.values.mean(axis=1),
    "sd": lambda drawn: drawn.values.std(axis=1, ddof=1),
    "median": lambda drawn: np.median(drawn.values, axis=1),
    "iqr": _quartile_range,
    "minimum": lambda drawn: drawn.values.min(axis=1),
    "maximum": lambda drawn: drawn.values.max(axis=1),
    "successes": lambda drawn: (~drawn.censored).sum(axis=1).astype(float),
}
"""Quantities of a group's runs, (documents,): those of the table `summaries`, and the number of successes."""

TESTS = {"anova": "f_oneway", "bartlett": "bartlett"}
"""Tests over all groups: their functions in `scipy.stats`, which is slow to import, by name."""


@dataclass(frozen=True, kw_only=True)
class Report(ABC):
    """Something that a document reports of its runs.

    Attributes
    ----------
    set : comparison whose runs the pretended documents have.
    groups : labels of the groups that it is about; all of the comparison if none is named.
    runs : runs of each group in a document; as many as the real one has if there is no number.
    successful : whether documents have successful runs only.
    published : what the document reports; computed from its own runs if it isn't given.
    """

    set: str
    groups: Sequence[str] = ()
    runs: int | None = None
    successful: bool = False
    published: Number | str | None = None

    @property
    @abstractmethod
    def words(self) -> str:
        """Reported quantity, without the groups."""

    @abstractmethod
    def reported(self, documents: Documents) -> Values | Texts:
        """(documents,) what each document reports: a number, NaN for none, or a text, empty for none."""

    @abstractmethod
    def place(self, drawn: Any, reported: Any, *, labels: Sequence[str], runs: int) -> Columns:
        """Place of what is reported among what is drawn, see `predictions`.

        Parameters
        ----------
        labels, runs : groups that it is about, and the number of runs of each, which say what can be reported.
        """

    def allowed(self, labels: Sequence[str]) -> str:
        """Message if the options don't suit the labels of the groups that it is about; empty if they do."""
        return ""


class NumberReport(Report):
    """A report of a number."""

    def place(self, drawn: Values, reported: float, *, labels: Sequence[str], runs: int) -> Columns:
        """See `place_of_number`; there is no limit to what can be reported."""
        return place_of_number(drawn, reported)

    def allowed(self, labels: Sequence[str]) -> str:
        """See `Report.allowed`."""
        return f"published: {self.published!r} is not a number" if isinstance(self.published, str) else ""


class CountReport(NumberReport):
    """A report of a number of runs."""

    def place(self, drawn: Values, reported: float, *, labels: Sequence[str], runs: int) -> Columns:
        """See `place_of_count`."""
        return place_of_count(drawn, reported, most=runs * len(labels))


class OutcomeReport(Report):
    """A report of an outcome, as text."""

    def place(self, drawn: Texts, reported: str, *, labels: Sequence[str], runs: int) -> Columns:
        """See `place_of_outcome`."""
        return place_of_outcome(drawn, reported, unseen=self.unseen({*drawn.tolist()} - {""}, labels))

    @abstractmethod
    def unseen(self, drawn: Set[str], labels: Sequence[str]) -> bool:
        """True if something else than what is drawn can be reported of groups with such labels; ties don't count."""

    @abstractmethod
    def fits(self, outcome: str, labels: Sequence[str]) -> bool:
        """Tell whether a text is an outcome for groups with such labels."""

    def allowed(self, labels: Sequence[str]) -> str:
        """See `Report.allowed`."""
        wrong = self.published is not None and not (
            isinstance(self.published, str) and self.fits(self.published, labels)
        )
        return f"published: {self.published!r} can't be reported of {', '.join(labels)}" if wrong else ""


reports: Registry[Report] = Registry("report", registered_in("tttcore.stats", "stats"))


def together(documents: Documents) -> Drawn:
    """Runs of all groups as those of one."""
    drawn = documents.values()
    return Drawn(
        np.concatenate([each.values for each in drawn], axis=1),
        np.concatenate([each.censored for each in drawn], axis=1),
    )


def of_each(quantity: str, documents: Documents) -> Values:
    """(documents, groups) a quantity of every group, rounded so that equal ones are equal on every CPU."""
    with np.errstate(invalid="ignore", divide="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a spread of one run
        values = np.stack([QUANTITIES[quantity](drawn) for drawn in documents.values()], axis=1)
    distinct, place = np.unique(values, return_inverse=True)
    return rounded(distinct)[place].reshape(values.shape)


def tested(test: str, documents: Documents) -> dict[str, Values]:
    """Statistic and p-value of a test for each document; NaN where it is undefined."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = getattr(scipy.stats, TESTS[test])(*(drawn.values for drawn in documents.values()), axis=1)
    defined = np.isfinite(found.statistic) & np.isfinite(found.pvalue)
    return {
        "statistic": np.where(defined, found.statistic, np.nan),
        "p": np.where(defined, found.pvalue, np.nan),
    }
