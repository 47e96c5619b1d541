"""What a document reports of its runs, and how likely it would if its runs were like ours."""

import math
import warnings
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Literal

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.pipeline.rounding import rounded
from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import Columns
from tttcore.stats.predictions import place_of_count, place_of_number, place_of_outcome, shuffled

Values = NDArray[np.float64]
Texts = NDArray[np.str_]
Documents = Mapping[str, Values]
"""(documents, runs) lengths of the runs of each group, by label, in the order of display; a run without success has
that at which it was stopped."""
Place = Callable[[Any, Any, Documents], Columns]
"""Function from what pretended documents report, what the document reports, and the pretended documents."""
Quantity = Literal["mean", "sd", "median", "maximum"]
Test = Literal["anova", "bartlett"]

QUANTITIES: Mapping[Quantity, Callable[[Values], Values]] = {
    "mean": lambda runs: runs.mean(axis=1),
    "sd": lambda runs: runs.std(axis=1, ddof=1),
    "median": lambda runs: np.median(runs, axis=1),
    "maximum": lambda runs: runs.max(axis=1),
}
"""Quantities of a group's runs, (documents,): those of the table `summaries`."""
TESTS: Mapping[Test, str] = {"anova": "f_oneway", "bartlett": "bartlett"}
"""Tests over all groups: their functions in `scipy.stats`, which is slow to import."""


@dataclass(frozen=True)
class Report:
    """Something that a document reports of its runs.

    Attributes
    ----------
    words : reported quantity, without the groups.
    reported : gives (documents,) what each document reports: a number, NaN for none, or a text, empty for none.
    place : places what the document reports among that, see `predictions`.
    groups : labels of the groups that it is about; none for all.
    """

    words: str
    reported: Callable[[Documents], Values | Texts]
    place: Place
    groups: Sequence[str] = ()


def pooled(quantity: Quantity, groups: Sequence[str] = ()) -> Report:
    """Quantity of the runs of some groups together."""

    def reported(documents: Documents) -> Values:
        return _of_each(quantity, {"all": _together(documents)})[:, 0]

    return Report(f"{quantity} of all runs", reported, _number, groups)


def difference(quantity: Quantity, first: str, second: str) -> Report:
    """Difference between a quantity of two groups, first minus second."""

    def reported(documents: Documents) -> Values:
        one, other = _of_each(quantity, documents).T
        return one - other

    return Report(f"difference of the {quantity}", reported, _number, (first, second))


def longer(threshold: int) -> Report:
    """Number of runs of all groups that are longer than a threshold."""

    def reported(documents: Documents) -> Values:
        return (_together(documents) > threshold).sum(axis=1).astype(float)

    return Report(f"runs longer than {threshold}", reported, _count)


def statistic(test: Test) -> Report:
    """Statistic of a test over all groups."""
    return Report(f"statistic of {test}", lambda documents: _tested(test, documents)[0], _number)


def significant(test: Test, level: float) -> Report:
    """Outcome of a test over all groups: `significant` or `not significant`."""

    def reported(documents: Documents) -> Texts:
        _, p = _tested(test, documents)
        return np.where(np.isnan(p), "", np.where(p < level, "significant", "not significant"))

    place = _one_of(lambda _: {"significant", "not significant"})
    return Report(f"{test} at {level:g}", reported, place)


def within(quantity: Quantity, low: float, high: float) -> Report:
    """Whether a quantity of every group lies between two numbers, both included: `within` or `not within`."""

    def reported(documents: Documents) -> Texts:
        values = _of_each(quantity, documents)
        inside = ((values >= low) & (values <= high)).all(axis=1)
        return np.where(np.isnan(values).any(axis=1), "", np.where(inside, "within", "not within"))

    return Report(f"{quantity} within {low:g} and {high:g}", reported, _one_of(lambda _: {"within", "not within"}))


def each(quantity: Quantity) -> Report:
    """Quantity of each group, such as `7, 7, 7`."""

    def reported(documents: Documents) -> Texts:
        return _texts(_of_each(quantity, documents), lambda row: ", ".join(f"{value:g}" for value in row))

    return Report(f"{quantity} of each group", reported, _one_of_many)


def order(quantity: Quantity) -> Report:
    """Groups in the order of a quantity, such as `a < b = c`; equal ones in the order of display."""

    def reported(documents: Documents) -> Texts:
        labels = np.array([*documents])

        def text(ranks: Values) -> str:
            return " < ".join(" = ".join(labels[ranks == rank].tolist()) for rank in np.unique(ranks))

        return _texts(_ranks(_of_each(quantity, documents)), text)

    place = _one_of(lambda labels: {" < ".join(ordered) for ordered in permutations(labels)})
    return Report(f"order by {quantity}", reported, place)


def greatest(quantity: Quantity) -> Report:
    """Group with the greatest quantity, see `greatest_of`."""

    def reported(documents: Documents) -> Texts:
        return greatest_of(_of_each(quantity, documents), [*documents])

    return Report(f"group with the greatest {quantity}", reported, _one_of(set))


def greatest_of(values: NDArray[Any], labels: Sequence[str]) -> Texts:
    """(documents,) label with the greatest of (documents, groups) values, such as `a`.

    Of several, all, such as `a = b`, in their order; empty where a value is unknown.
    """
    names = np.array(labels)
    return _texts(_ranks(values), lambda ranks: " = ".join(names[ranks == ranks.max()].tolist()))


def _number(drawn: Values, own: float, _: Documents) -> Columns:
    return place_of_number(drawn, own)


def _count(drawn: Values, own: float, documents: Documents) -> Columns:
    """Place of a number of runs."""
    return place_of_count(drawn, own, most=_together(documents).shape[1])


def _one_of_many(drawn: Texts, own: str, _: Documents) -> Columns:
    """Place of an outcome among more than can be drawn."""
    return place_of_outcome(drawn, own, unseen=True)


def _one_of(possible: Callable[[Iterable[str]], Collection[str]]) -> Place:
    """Place of an outcome among those, but for ties, that are possible for groups with some labels."""

    def place(drawn: Texts, own: str, documents: Documents) -> Columns:
        return place_of_outcome(drawn, own, unseen=not {*possible(documents)} <= {*drawn.tolist()})

    return place


def _together(documents: Documents) -> Values:
    """(documents, runs) runs of all groups as those of one."""
    return np.concatenate([*documents.values()], axis=1)


def _of_each(quantity: Quantity, documents: Documents) -> Values:
    """(documents, groups) a quantity of every group, rounded so that equal ones are equal on every CPU."""
    with np.errstate(invalid="ignore", divide="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # a spread of one run
        values = np.stack([QUANTITIES[quantity](runs) for runs in documents.values()], axis=1)
    distinct, place = np.unique(values, return_inverse=True)
    return rounded(distinct)[place].reshape(values.shape)


def _tested(test: Test, documents: Documents) -> tuple[Values, Values]:
    """Statistic and p-value of a test for each document; NaN where it is undefined."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = getattr(scipy.stats, TESTS[test])(*documents.values(), axis=1)
    defined = np.isfinite(found.statistic) & np.isfinite(found.pvalue)
    return np.where(defined, found.statistic, np.nan), np.where(defined, found.pvalue, np.nan)


def _texts(values: Values, text: Callable[[Values], str]) -> Texts:
    """(documents,) text for each row of values; empty where one is unknown."""
    rows, place = np.unique(values, axis=0, return_inverse=True)
    return np.array(["" if np.isnan(row).any() else text(row) for row in rows])[place.ravel()]


def _ranks(values: NDArray[Any]) -> Values:
    """(documents, groups) number of groups with smaller values; NaN in a row in which one is unknown."""
    smaller = (values[:, :, None] > values[:, None, :]).sum(axis=2)
    return np.where(np.isnan(values).any(axis=1, keepdims=True), np.nan, smaller)


NUMBER = 20_000
"""Pretended documents."""
PLACES = {
    "published": "Published",
    "expected": "Expected",
    "low": "95% from",
    "high": "to",
    "chance": "Chance",
    "wrong": "Falsely rejected",
    "finds": "Shift detected",
    **hidden("chance_least", "documents"),
}
"""Labels of the place of a report among those of pretended documents."""
DOCUMENTS = {
    "report": "Report",
    "set": "Set",
    "group": "Group",
    "what": "Reported quantity",
    "n": "Runs of each group",
    **PLACES,
}
"""Columns of `documents`."""


def documents(evidence: Evidence, *, reports: Mapping[str, Report], sets: Sequence[str]) -> pd.DataFrame:
    """Chance of each of a document's reports if its runs were like ours, a row per report and set.

    Pretended documents draw from the document's runs and ours together, see `predictions.shuffled`. Those of the same
    set are the same for all reports. What the chance and its calibration are is said in `predictions`.

    Parameters
    ----------
    reports : what the document reports, by name; computed from its own runs.
    sets : sets that runs are drawn from, such as readings of the document, with the document's groups.

    Returns
    -------
    report, set, group (if the report is about one only), what, n (runs of each group), documents (that have such a
    report), published and expected (as text; the latter the median of numbers, or the most frequent outcome), and
    the columns of `predictions`.
    """
    of_sets = [_rows(evidence, reports, name) for name in sets]
    return pd.DataFrame([row for of_report in zip(*of_sets, strict=True) for row in of_report])


def draw_documents(ours: Groups, own: Groups, *, documents: int, rng: np.random.Generator) -> Documents:
    """Draw as many runs of each group of pretended documents as the document has, from its own and ours together."""
    drawn = {}
    for label, sample in ours.items():
        together = np.concatenate([sample.values, own[label].values])
        sizes = sample.values.size, own[label].values.size
        drawn[label] = together[shuffled(*sizes, documents=documents, rng=rng)]
    return drawn


def _rows(evidence: Evidence, reports: Mapping[str, Report], name: str) -> list[dict[str, Any]]:
    """Rows of a set."""
    runs = evidence.published_replicates
    rng = evidence.stream("documents", name, str(runs), "all")
    pretended = draw_documents(evidence.sets[name], evidence.reference, documents=NUMBER, rng=rng)
    real = {label: sample.values[None] for label, sample in evidence.reference.items()}
    return [{"report": asked, "set": name, **_row(each, runs, pretended, real)} for asked, each in reports.items()]


def _row(report: Report, runs: int, pretended: Documents, real: Documents) -> dict[str, Any]:
    """Columns of a report, from pretended documents and the real one."""
    labels = [*(report.groups or pretended)]
    about, own_runs = ({label: documents[label] for label in labels} for documents in (pretended, real))
    drawn, (own,) = report.reported(about), report.reported(own_runs)
    known = drawn[drawn != ""] if drawn.dtype.kind == "U" else drawn[~np.isnan(drawn)]
    return {
        "group": labels[0] if len(labels) == 1 else "",
        "what": report.words,
        "n": runs,
        "documents": known.size,
        "published": as_text(own),
        "expected": expected(known),
        **report.place(drawn, own, about),
    }


def expected(known: np.ndarray) -> str:
    """Median of numbers, most frequent of texts (ties to the first by name); empty if there are none."""
    if known.size == 0:
        return ""
    if known.dtype.kind != "U":
        return as_text(float(np.median(known)))
    outcomes, counts = np.unique(known, return_counts=True)
    return str(outcomes[counts.argmax()])


def as_text(value: Any) -> str:
    """A number with six digits, or a text as it is; empty if unknown."""
    if isinstance(value, str):
        return str(value)
    return "" if math.isnan(value) else f"{value:g}"
