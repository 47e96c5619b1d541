"""Pretended documents: whether a document of its size could have reported what it does, if its runs were like ours."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.study import Study
from tttcore.stats.columns import hidden
from tttcore.stats.comparison import Groups, Sample
from tttcore.stats.reports import Documents, Drawn, Report

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


def _check_reports(kind: Any, study: Study) -> None:
    for name, report in kind.reports.items():
        members = study.comparisons[report.set]
        for label in report.groups:
            if label not in members:
                raise ConfigError(f"reports.{name}.groups: unknown label {label!r}{choices(label, list(members))}")
        if wrong := report.allowed(report.groups or [*members]):
            raise ConfigError(f"reports.{name}.{wrong}")
        published = study.config["published"]
        if report.runs is None and "replicates" not in published:
            raise ConfigError(f"reports.{name}.runs: needs a value where published.replicates has none")
        if report.published is None and report.set not in published["repeated_by"]:
            raise ConfigError(
                f"reports.{name}.published: needs a value, since published.data has no runs of its groups"
            )
    for name, others in (kind.also or {}).items():
        labels = [*study.comparisons[name]]
        for other in others:
            if [*study.comparisons[other]] != labels:
                raise ConfigError(f"also.{name}: {other!r} has other labels; allowed: {', '.join(labels)}")


DOCUMENTS = {
    "report": "Report",
    "set": "Set",
    "group": "Group",
    "what": "Reported quantity",
    "n": "Runs of each group",
    "published": "Published",
    "expected": "Expected",
    "low": "95% from",
    "high": "to",
    "chance": "Chance",
    "wrong": "Falsely rejected",
    "finds": "Shift detected",
    **hidden("chance_least", "documents"),
}


def documents(
    evidence: "Evidence",
    *,
    reports: dict[str, Report],
    also: dict[str, list[str]] | None = None,
    documents: int = 20_000,
) -> pd.DataFrame:
    """Chance of each of a document's reports if its runs were drawn from ours, a row per report and set.

    Runs are drawn with replacement, so that ours stand for all runs there could be. Documents of the same set, number
    of runs and selection are the same for all reports. What the chance and its calibration are is said in
    `predictions`.

    Parameters
    ----------
    reports : what the document reports, by name.
    also : other sets, such as other readings of the document, of which the reports on a set are asked, too.
    documents : number of pretended documents.

    Returns
    -------
    report, set, group (if the report is about one only), what, n (runs of each group), documents (that have such a
    report), published and expected (as text; the latter the median of numbers, or the most frequent outcome), and
    the columns of `predictions`. NaN where nothing can be drawn.
    """
    asked = [(name, each) for name, report in reports.items() for each in _asked(report, also)]
    return pd.DataFrame([{"report": name, **_row(report, evidence, documents)} for name, report in asked])


def _asked(report: Report, also: Mapping[str, Sequence[str]] | None) -> list[Report]:
    """A report on its set, and on others."""
    return [replace(report, set=name) for name in (report.set, *(also or {}).get(report.set, ()))]


def _row(report: Report, evidence: "Evidence", number: int) -> dict[str, Any]:
    """Columns of a report."""
    groups = evidence.sets[report.set]
    labels = [*(report.groups or groups)]
    runs = report.runs or evidence.published_replicates
    selection = "successful" if report.successful else "all"
    rng = evidence.stream("documents", report.set, str(runs), selection)
    pretended = draw_documents(groups, documents=number, runs=runs, successful=report.successful, rng=rng)
    drawn = report.reported({label: pretended[label] for label in labels}) if pretended else np.empty(0)
    own = report.published
    if own is None:
        own = report.reported({label: _as_drawn(evidence.reference[label]) for label in labels})[0]
    known = drawn[drawn != ""] if drawn.dtype.kind == "U" else drawn[~np.isnan(drawn)]
    return {
        "set": report.set,
        "group": labels[0] if len(labels) == 1 else "",
        "what": report.words,
        "n": runs,
        "documents": known.size,
        "published": _as_text(own),
        "expected": _expected(known),
        **report.place(drawn, own, labels=labels, runs=runs),
    }


def draw_documents(
    groups: Groups, *, documents: int, runs: int, successful: bool, rng: np.random.Generator
) -> Documents:
    """Draw the runs of pretended documents with replacement, group after group; none if a group has nothing to draw.

    Parameters
    ----------
    documents, runs : number of documents, and of runs of each group in them.
    successful : whether to draw successful runs only.
    """
    found = {}
    for label, sample in groups.items():
        eligible = (~sample.censored if successful else np.ones(sample.values.size, bool)).nonzero()[0]
        if eligible.size == 0:
            return {}
        chosen = eligible[rng.integers(0, eligible.size, (documents, runs))]
        found[label] = Drawn(sample.values[chosen], sample.censored[chosen])
    return found


def _as_drawn(sample: Sample) -> Drawn:
    """Runs of a group in the one real document."""
    return Drawn(sample.values[None], sample.censored[None])


def _expected(known: np.ndarray) -> str:
    """Median of numbers, most frequent of texts (ties to the first by name); empty if there are none."""
    if known.size == 0:
        return ""
    if known.dtype.kind != "U":
        return _as_text(float(np.median(known)))
    outcomes, counts = np.unique(known, return_counts=True)
    return str(outcomes[counts.argmax()])


def _as_text(value: Any) -> str:
    """A number with six digits, or a text as it is; empty if unknown."""
    if isinstance(value, str):
        return str(value)
    return "" if math.isnan(value) else f"{value:g}"
