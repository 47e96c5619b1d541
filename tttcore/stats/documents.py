"""Pretended documents: whether a document of its size could have reported what it does, if its runs were like ours."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups
from tttcore.stats.reports import Documents, Report

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

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


def documents(evidence: "Evidence", *, reports: Mapping[str, Report], sets: Sequence[str]) -> pd.DataFrame:
    """Chance of each of a document's reports if its runs were drawn from ours, a row per report and set.

    Runs are drawn with replacement, so that ours stand for all runs there could be. Documents of the same set are the
    same for all reports. What the chance and its calibration are is said in `predictions`.

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


def draw_documents(groups: Groups, *, documents: int, runs: int, rng: np.random.Generator) -> Documents:
    """Draw so many runs of each group of pretended documents with replacement, group after group."""
    return {
        label: sample.values[rng.integers(0, sample.values.size, (documents, runs))] for label, sample in groups.items()
    }


def _rows(evidence: "Evidence", reports: Mapping[str, Report], name: str) -> list[dict[str, Any]]:
    """Rows of a set."""
    runs = evidence.published_replicates
    rng = evidence.stream("documents", name, str(runs), "all")
    pretended = draw_documents(evidence.sets[name], documents=NUMBER, runs=runs, rng=rng)
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
