"""Predictive p-values of what a document reports about its runs, if its runs were like ours."""

import math
import warnings
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
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
from tttcore.stats.predictions import place_of_number, place_of_outcome, shuffled

Values = NDArray[np.float64]
Texts = NDArray[np.str_]
Documents = Mapping[str, Values]
"""(documents, runs) lengths of the runs of each group, by label, in the order of display; a run without success has
that at which it was stopped."""
Place = Callable[[Any, Any, Any], Columns]
"""Function from what simulated replications report, what the document reports, and what `LATER` replications report."""
LATER = "every run one generation longer"
"""Alternative against which outcomes have their power."""
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
    """Quantity that a document reports of its runs.

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


def statistic(test: Test) -> Report:
    """Statistic of a test over all groups."""
    return Report(f"statistic of {test}", lambda documents: _statistic(test, documents), _number)


def each(quantity: Quantity) -> Report:
    """Quantity of each group, such as `7, 7, 7`."""

    def reported(documents: Documents) -> Texts:
        return _texts(_of_each(quantity, documents), lambda row: ", ".join(f"{value:g}" for value in row))

    return Report(f"{quantity} of each group", reported, _one_of_many)


def _number(drawn: Values, own: float, _: Values) -> Columns:
    return place_of_number(drawn, own)


def _one_of_many(drawn: Texts, own: str, later: Texts) -> Columns:
    """Rank of an outcome among more than can be drawn."""
    return place_of_outcome(drawn, own, unseen=True, otherwise=later)


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


def _statistic(test: Test, documents: Documents) -> Values:
    """Statistic of a test for each document; NaN where it or its p-value is undefined."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = getattr(scipy.stats, TESTS[test])(*documents.values(), axis=1)
    return np.where(np.isfinite(found.statistic) & np.isfinite(found.pvalue), found.statistic, np.nan)


def _texts(values: Values, text: Callable[[Values], str]) -> Texts:
    """(documents,) text for each row of values; empty where one is unknown."""
    rows, place = np.unique(values, axis=0, return_inverse=True)
    return np.array(["" if np.isnan(row).any() else text(row) for row in rows])[place.ravel()]


NUMBER = 20_000
"""Simulated replications."""
PLACES = {
    "published": "Published",
    "expected": "Expected",
    "low": "95% from",
    "high": "to",
    "chance": "p-value",
    "wrong": "False rejection rate",
    "finds": "Minimum detectable shift",
    **hidden("chance_least", "documents", "power", "alternative"),
}
"""Labels of the place of a report among those of simulated replications."""
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
    """Predictive p-value of each of a document's reports if its runs were like ours, a row per report and set.

    Simulated replications draw from the document's runs and ours together, see `predictions.shuffled`. Those of a set
    are the same for all reports. `predictions` defines the p-value and its calibration.

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
    """Draw as many runs of each group of simulated replications as the document has, from its own and ours together."""
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
    replications = draw_documents(evidence.sets[name], evidence.reference, documents=NUMBER, rng=rng)
    real = {label: sample.values[None] for label, sample in evidence.reference.items()}
    return [{"report": asked, "set": name, **_row(each, runs, replications, real)} for asked, each in reports.items()]


def _row(report: Report, runs: int, replications: Documents, real: Documents) -> dict[str, Any]:
    """Columns of a report, from simulated replications and the real one."""
    labels = [*(report.groups or replications)]
    about, own_runs = ({label: documents[label] for label in labels} for documents in (replications, real))
    drawn, (own,) = report.reported(about), report.reported(own_runs)
    is_text = drawn.dtype.kind == "U"
    known = drawn[drawn != ""] if is_text else drawn[~np.isnan(drawn)]
    later = report.reported({label: values + 1 for label, values in about.items()}) if is_text else drawn[:0]
    return {
        "group": labels[0] if len(labels) == 1 else "",
        "what": report.words,
        "n": runs,
        "documents": known.size,
        "published": as_text(own),
        "expected": expected(known),
        **report.place(drawn, own, later),
        "alternative": LATER if is_text else "",
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
