"""Pretended documents about Genies: whether a document of its size could have reported what it does."""

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tttcore.engines.genies.stats.genie_reports import GenieReport, Source
from tttcore.stats.columns import hidden, of_treatments
from tttcore.stats.predictions import COLUMNS

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

DOCUMENTS = 20_000
"""Pretended documents."""

GENIE_DOCUMENTS = {
    "report": "Report",
    "treatment": "Treatment",
    "what": "Reported quantity",
    "n": "Runs",
    "published": "Published",
    "expected": "Expected",
    "low": "95% from",
    "high": "to",
    "chance": "Chance",
    "wrong": "Falsely rejected",
    "finds": "Shift detected",
    **hidden("chance_least", "documents"),
}
"""Columns of `genie_documents`."""


def genie_documents(
    evidence: "Evidence", *, reports: Mapping[str, GenieReport], also: Mapping[str, Sequence[str]]
) -> pd.DataFrame:
    """Chance of each of a document's reports if its runs were drawn from ours, a row per report and treatment.

    Runs are drawn with replacement, so that ours stand for all runs there could be. Documents of the same treatment,
    number of runs and selection are the same for all reports. What the chance and its calibration are is said in
    `stats.predictions`.

    Parameters
    ----------
    reports : what the document reports, by name.
    also : other treatments, such as other readings of the document, of which the reports on one are asked, too.

    Returns
    -------
    report, treatment, what, n (runs), documents, published and expected (as text; the latter the median of numbers, or
    the most frequent outcome), and the columns of `predictions`. NaN where there is nothing to draw.
    """
    return pd.DataFrame(
        [
            {"report": name, "treatment": treatment, **_row(report, treatment, evidence)}
            for name, report in reports.items()
            for treatment in (report.treatment, *also.get(report.treatment, ()))
        ]
    )


def _row(report: GenieReport, treatment: str, evidence: "Evidence") -> dict[str, Any]:
    """Columns of a report, asked of a treatment."""
    few = report.runs or evidence.published_replicates
    own = of_treatments(evidence.runs, [treatment])
    taken = own[~own["censored"]] if report.successful else own
    source = Source(treatment, taken, few, evidence)
    values = report.values(source)
    row = {"what": report.words, "n": few, "published": _as_text(report.published)}
    if not len(values):
        return row | {"documents": 0, "expected": "", **dict.fromkeys(COLUMNS, math.nan)}
    rng = evidence.stream("genie_documents", treatment, str(few), "successful" if report.successful else "all")
    drawn = report.reported(values[rng.integers(0, len(values), (DOCUMENTS, few))])
    return row | {"documents": DOCUMENTS, "expected": _expected(drawn), **report.place(drawn, source)}


def _expected(drawn: np.ndarray) -> str:
    """Median of numbers, most frequent of texts (ties to the first by name)."""
    if drawn.dtype.kind != "U":
        return _as_text(float(np.median(drawn)))
    outcomes, counts = np.unique(drawn, return_counts=True)
    return str(outcomes[counts.argmax()])


def _as_text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"
