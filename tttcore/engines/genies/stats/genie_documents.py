"""Pretended documents about Genies: whether a document of its size could have reported what it does."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genies.stats.genie_reports import GenieReport, RunsOfTreatment
from tttcore.stats.columns import hidden, of_treatments
from tttcore.stats.predictions import COLUMNS

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


def genie_documents(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    recipes: Mapping[str, Mapping[str, Any]],
    published_replicates: int,
    stream: Callable[..., np.random.Generator],
    *,
    reports: dict[str, GenieReport],
    also: dict[str, Sequence[str]] | None = None,
    documents: int = 20_000,
) -> pd.DataFrame:
    """Chance of each of a document's reports if its runs were drawn from ours, a row per report and treatment.

    Runs are drawn with replacement, so that ours stand for all runs there could be. Documents of the same treatment,
    number of runs and selection are the same for all reports. What the chance and its calibration are is said in
    `stats.predictions`.

    Parameters
    ----------
    runs, traces, recipes : tables of ``genie_runs`` and ``genie_traces``, and parameters of the treatments.
    published_replicates : runs of a treatment that the document has, if a report doesn't say otherwise.
    stream : random generator by names.
    reports : what the document reports, by name.
    also : other treatments, such as other readings of the document, of which the reports on one are asked, too.
    documents : number of pretended documents.

    Returns
    -------
    report, treatment, what, n (runs), documents, published and expected (as text; the latter the median of numbers, or
    the most frequent outcome), and the columns of `predictions`. NaN where there is nothing to draw.
    """
    rows = []
    for name, asked, treatment in _asked(reports, also or {}):
        few = asked.runs or published_replicates
        report = replace(asked, treatment=treatment, runs=few)
        own = of_treatments(runs, [report.treatment])
        taken = own[~own["censored"]] if report.successful else own
        source = RunsOfTreatment(taken, traces[traces["treatment"] == report.treatment], recipes)
        rng = stream("genie_documents", report.treatment, str(few), "successful" if report.successful else "all")
        values = report.values(source)
        known = {"report": name, "treatment": report.treatment, "what": report.words, "n": few}
        if len(values):
            drawn = report.reported(values[rng.integers(0, len(values), (documents, few))])
            found = {"documents": documents, "expected": _expected(drawn), **report.place(drawn, source)}
        else:
            found = {"documents": 0, "expected": "", **dict.fromkeys(COLUMNS, math.nan)}
        rows.append({**known, "published": _as_text(report.told), **found})
    return pd.DataFrame(rows)


def _asked(
    reports: Mapping[str, GenieReport], also: Mapping[str, Sequence[str]]
) -> Iterator[tuple[str, GenieReport, str]]:
    """Yield every report, by name, with its treatment and with the others that it is asked of."""
    for name, report in reports.items():
        for treatment in (report.treatment, *also.get(report.treatment, ())):
            yield name, report, treatment


def _expected(drawn: np.ndarray) -> str:
    """Median of numbers, most frequent of texts (ties to the first by name)."""
    if drawn.dtype.kind != "U":
        return _as_text(float(np.median(drawn)))
    outcomes, counts = np.unique(drawn, return_counts=True)
    return str(outcomes[counts.argmax()])


def _as_text(value: float | str) -> str:
    return value if isinstance(value, str) else f"{value:g}"
