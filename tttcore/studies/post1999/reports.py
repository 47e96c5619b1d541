"""Predictive p-values of the document's reports about its few runs, if its runs were like ours."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.genies.steady_state import BEST, WORST
from tttcore.pipeline.messages import ConfigError, check_known
from tttcore.pipeline.study import Study
from tttcore.stats.columns import hidden, of_treatments
from tttcore.stats.intervals import LEVEL, Columns, share_interval
from tttcore.stats.predictions import (
    COLUMNS,
    CONTRARY_SHARE,
    chances_of_counts,
    from_urn,
    is_contrary,
    place_of_number,
    place_of_outcome,
)
from tttcore.stats.reports import NUMBER, PLACES, as_text, expected
from tttcore.studies.post1999.genes import combined_genes, defence_and_offence_of_runs, gene_labels, labels_of
from tttcore.studies.post1999.success import NONE, SIGNIFICANT

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

Floats = NDArray[np.float64]


class Source(NamedTuple):
    """Runs of one treatment that simulated replications draw from.

    Attributes
    ----------
    treatment : its name.
    runs : rows of the runs in ``genie_runs``.
    few : number of runs in a document.
    evidence : with the recipes of the treatments.
    """

    treatment: str
    runs: pd.DataFrame
    few: int
    evidence: "Evidence"


@dataclass(frozen=True, kw_only=True)
class GenieReport:
    """Quantity that a document reports of its runs of a treatment.

    Attributes
    ----------
    words : what is reported.
    treatment : the treatment.
    runs : number of runs; as many as the document usually has if None.
    successful : whether the document speaks of runs only that are successful in the end.
    published : the document's own number or text.
    values : gives (n, ...) what each run contributes.
    reported : gives (documents,) what each document reports, from (documents, runs, ...) contributions.
    bounds : least and greatest number that a run can contribute; None for reports that aren't numbers.
    genes : labels of the genes that the document names.
    fewest : least number of runs of a document that can report it.
    place : place of what the document says among what simulated replications report, see `stats.predictions`; of
        reports that aren't numbers also from the proportion of documents that could report anything, and what
        documents report under the alternative.
    alternative : what the report has its power against, in words; empty for numbers, which have theirs against a shift.
    otherwise : gives from what our runs contribute what they contribute under the alternative, if it is drawn.
    less : another treatment, of which the document's same number is subtracted.
    """

    words: str
    treatment: str
    runs: int | None = None
    successful: bool = False
    published: float | str
    values: Callable[[Source], NDArray[Any]]
    reported: Callable[[NDArray[Any]], NDArray[Any]]
    bounds: Callable[[Source], tuple[float, float]] | None = None
    genes: Sequence[str] = ()
    fewest: int = 1
    place: Callable[[NDArray[Any], Source, float, NDArray[Any]], Columns]
    alternative: str = ""
    otherwise: Callable[[NDArray[Any]], NDArray[Any]] | None = None
    less: str = ""


def ranked(treatment: str, *, rank: int, runs: int, published: float, to: float) -> GenieReport:
    """The least number of generations to success of some successful runs, the second least and so on.

    Parameters
    ----------
    rank : place of the run, from 1 for the least.
    to : unit to which the document rounds.
    """

    def bounds(source: Source) -> tuple[float, float]:
        last = int(source.evidence.recipes[source.treatment]["generations"])
        return to, last  # success takes at least one generation

    return GenieReport(
        words=f"generations to success, place {rank} from the least",
        treatment=treatment,
        runs=runs,
        successful=True,
        published=published,
        values=lambda source: source.runs["generations"].to_numpy(np.float64),
        reported=lambda drawn: np.sort(drawn, axis=1)[:, rank - 1],
        bounds=bounds,
        place=lambda numbers, source, *_: _place(numbers, published, to, bounds(source)),
    )


def mean(treatment: str, *, less: str = "", successful: bool = False, published: float) -> GenieReport:
    """Mean over runs of the evolving family's final average lifeScore, or less that of another, to a whole number."""
    span = BEST - WORST
    possible = (-span, span) if less else (WORST, BEST)
    return GenieReport(
        words="mean final lifeScore of the evolving family" + (f", less that of {less}" if less else ""),
        treatment=treatment,
        less=less,
        successful=successful,
        published=published,
        values=lambda source: source.runs["evolving"].to_numpy(np.float64),
        reported=lambda drawn: drawn.mean(axis=1),
        bounds=lambda _: (WORST, BEST),
        place=lambda means, *_: _place(means, published, 1.0, possible),
    )


def _place(numbers: Floats, published: float, to: float, possible: tuple[float, float]) -> Columns:
    """Rank of a number that the document rounds, halves upwards."""
    numbers, (low, high) = (np.floor(np.array(each) / to + 0.5) * to for each in (numbers, possible))
    return place_of_number(numbers, published, possible=(low, high))


def _is_defensive(runs: pd.DataFrame) -> NDArray[np.bool_]:
    defence, offence = defence_and_offence_of_runs(combined_genes(runs["genes"]))
    return defence > offence


EVENTS: dict[str, tuple[str, Callable[[pd.DataFrame], NDArray[np.bool_]]]] = {
    "held": ("that are successful in the end", lambda runs: runs["held"].to_numpy(bool)),
    "static_beaten": ("whose static Genie ends at 1", lambda runs: runs["static"].to_numpy() == WORST),
    "defensive": ("whose blocking weights exceed attacking ones", _is_defensive),
}
"""Countable properties of runs: their description, and a function of the runs."""


def count(
    treatment: str,
    of: Literal["held", "static_beaten", "defensive"],
    *,
    runs: int | None = None,
    successful: bool = False,
    published: int,
) -> GenieReport:
    """Number of runs for which a condition is true."""
    words, happened = EVENTS[of]
    return GenieReport(
        words=f"runs {words}",
        alternative=CONTRARY_SHARE,
        treatment=treatment,
        runs=runs,
        successful=successful,
        published=published,
        values=lambda source: happened(source.runs),
        bounds=lambda _: (0.0, 1.0),
        fewest=published,
        reported=lambda drawn: drawn.sum(axis=1),
        place=lambda counts, source, *_: _place_of_count(counts, published, happened(source.runs), source.few),
    )


def _place_of_count(counts: Floats, published: int, ours: NDArray[np.bool_], few: int) -> Columns:
    """Rank of a number of runs, whose probability is that of `chances_of_counts`."""
    chances = chances_of_counts(few, successes=int(ours.sum()), runs=len(ours))
    likely = scipy.stats.binom.pmf(np.arange(few + 1), few, ours.mean())
    _, *ends = share_interval("", int(ours.sum()), len(ours)).values()
    return place_of_number(counts, published) | {
        "chance": float(chances[published]),
        "chance_least": float(chances.min()),
        "wrong": float(likely[chances < LEVEL].sum()),
        "power": float(likely[::-1][chances < LEVEL].sum()),
        "contrary": is_contrary(published / few, *ends),
    }


def significant_genes(treatment: str, genes: Sequence[str], *, successful: bool = False) -> GenieReport:
    """Genes whose mean differs from 0 at 5%, each by Student's test on its own, such as ``-3, +3``, or ``none``."""

    def reported(drawn: Floats) -> NDArray[np.str_]:
        labels = np.array(labels_of(drawn))
        sets, place = np.unique(differs_from_zero(drawn), axis=0, return_inverse=True)
        return np.array([", ".join(labels[differs]) or NONE for differs in sets])[place.ravel()]

    published = ", ".join(sorted(genes, key=int)) or NONE
    words = "genes that differ from zero"
    return _of_genes(words, treatment, genes, published, reported, outcomes=128, successful=successful)


def greatest_genes(
    treatment: str, genes: Sequence[str], *, runs: int | None = None, successful: bool = False
) -> GenieReport:
    """Genes of the greatest means, the greatest first, such as ``+3, -3``; as many as the document names."""

    def reported(drawn: Floats) -> NDArray[np.str_]:
        order = np.argsort(-drawn.mean(axis=1), axis=1, kind="stable")[:, : len(genes)]
        return np.array([", ".join(row) for row in np.array(labels_of(drawn))[order].tolist()])

    words = "greatest gene" if len(genes) == 1 else "greatest genes"
    published = ", ".join(genes)
    return _of_genes(words, treatment, genes, published, reported, outcomes=7, runs=runs, successful=successful)


def _of_genes(
    words: str,
    treatment: str,
    genes: Sequence[str],
    published: str,
    reported: Callable[[Floats], NDArray[np.str_]],
    *,
    outcomes: int,
    runs: int | None = None,
    successful: bool = False,
) -> GenieReport:
    """Report on some of the final genes, as text; at least `outcomes` texts could be reported on edge 4."""
    return GenieReport(
        words=words,
        treatment=treatment,
        runs=runs,
        successful=successful,
        published=published,
        values=lambda source: combined_genes(source.runs["genes"]),
        reported=reported,
        genes=genes,
        alternative="the weights in reverse order",
        otherwise=_reversed,
        place=lambda texts, _, anything, otherwise: place_of_outcome(
            texts, published, unseen=len(np.unique(texts)) < outcomes, anything=anything, otherwise=otherwise
        ),
    )


def _reversed(weights: Floats) -> Floats:
    """(runs, genes) weights in which the gene with the greatest mean has those of the one with the least, and so on."""
    order = np.argsort(weights.mean(axis=0), kind="stable")
    swapped = np.empty_like(weights)
    swapped[:, order] = weights[:, order[::-1]]
    return swapped


def check_reports(study: Study, reports: Mapping[str, GenieReport], also: Mapping[str, Sequence[str]]) -> None:
    """Check that treatments have the genes and documents the runs that are reported of; ConfigError for the first."""
    usual = study.config["published"]["replicates"]
    for name, report in reports.items():
        for treatment in (report.treatment, *also.get(report.treatment, ())):
            labels = gene_labels(study.recipes[treatment]["edge"])
            check_known(report.genes, labels, f"treatments.{treatment}: report {name!r}", "gene")
        if (report.runs or usual) < report.fewest:
            raise ConfigError(f"published.replicates: {usual} is below {report.fewest}, as report {name!r} needs")


def differs_from_zero(drawn: Floats) -> NDArray[np.bool_]:
    """(documents, genes) whether Student's two-sided test over (documents, runs, genes) is significant at 5%."""
    runs = drawn.shape[1]
    with np.errstate(invalid="ignore", divide="ignore"):
        t = drawn.mean(axis=1) / (drawn.std(axis=1, ddof=1) / np.sqrt(runs))
    return np.isfinite(t) & (np.abs(t) > scipy.stats.t.ppf(1 - SIGNIFICANT / 2, runs - 1))


GENIE_DOCUMENTS = {
    "report": "Report",
    "treatment": "Treatment",
    "what": "Reported quantity",
    "n": "Runs",
    **PLACES,
    **hidden("contrary"),
}
"""Columns of `genie_documents`."""


def genie_documents(
    evidence: "Evidence", *, reports: Mapping[str, GenieReport], also: Mapping[str, Sequence[str]]
) -> pd.DataFrame:
    """Predictive p-value of each of a document's reports if its runs were like ours, a row per report and treatment.

    Simulated replications draw runs by `predictions.from_urn`: a run beyond all of ours is the least or the greatest
    that is possible in reports of numbers, and could lead to anything in others. Documents of the same treatment,
    number of runs and selection are the same for all reports. `stats.predictions` defines the p-value and its
    calibration.

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
    row = {"what": report.words, "n": few, "published": as_text(report.published), "alternative": report.alternative}
    source = _source(report, treatment, few, evidence)
    other = _source(report, report.less, few, evidence) if report.less else source
    if source.runs.empty or other.runs.empty:
        return row | {"documents": 0, "expected": "", **dict.fromkeys(COLUMNS, math.nan), "contrary": False}
    values, chosen = _chosen(report, source)
    drawn = _reported(report, source, values, chosen)
    if report.less:
        drawn = drawn - _reported(report, other, *_chosen(report, other))[::-1]  # the least less the greatest
    otherwise = report.reported(report.otherwise(values)[chosen]) if report.otherwise else np.array([])
    place = report.place(drawn, source, 1 - len(chosen) / NUMBER, otherwise)
    return row | {"documents": len(chosen), "expected": expected(drawn), "contrary": False, **place}


def _source(report: GenieReport, treatment: str, few: int, evidence: "Evidence") -> Source:
    """Runs of a treatment that a report can be about."""
    own = of_treatments(evidence.runs, [treatment])
    return Source(treatment, own[own["held"]] if report.successful else own, few, evidence)


def _chosen(report: GenieReport, source: Source) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Values of the runs, and the runs of simulated replications; only ours if a value isn't a number."""
    values = report.values(source)
    selected = "successful" if report.successful else "all"
    rng = source.evidence.stream("genie_documents", source.treatment, str(source.few), selected)
    chosen = from_urn(len(values), source.few, documents=NUMBER, rng=rng)
    return values, chosen if report.bounds else chosen[(chosen < len(values)).all(axis=1)]


def _reported(report: GenieReport, source: Source, values: NDArray[Any], chosen: NDArray[np.int64]) -> NDArray[Any]:
    """Values that simulated replications report; of numbers the least and the greatest."""
    if report.bounds is None:
        return report.reported(values[chosen])
    return np.array([report.reported(np.append(values, end)[chosen]) for end in report.bounds(source)])
