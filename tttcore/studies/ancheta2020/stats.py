"""Tables about courses of the best fitness (Figures 6 to 8): the document's, ours, and those of pretended documents."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.study import PUBLISHED, Study
from tttcore.stats.bootstrap import percentile_interval
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import share_interval
from tttcore.stats.predictions import place_of_count, place_of_number, place_of_outcome
from tttcore.studies.ancheta2020.courses import LARGE, Courses, mean_spread, read_courses, redrawn_spread

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence

BEST = ("generation", "best")


def _check_courses(kind: Any, study: Study) -> None:
    found = read_courses(study.config["published"]["tables"][kind.data])
    for name in study.config["published"]["repeated_by"]:
        if missing := [label for label in study.comparisons[name] if label not in found]:
            raise ConfigError(f"data: {kind.data} has no treatment {missing[0]!r}")


COURSES = {
    "set": "Set",
    "group": "Group",
    "n": "Runs",
    "standard_error": "Mean standard error",
    **with_interval("spread", "Mean SD between runs"),
    "rises": "Rises",
    "steps": "of steps",
    "largest_rise": "Largest rise",
    "runs_with_rise": "Runs with a rise",
    **with_interval("share_with_rise", "as a share"),
    **with_interval("share_with_large_rise", f"Share with a rise of at least {LARGE:g}"),
    **hidden("runs_with_large_rise"),
}


def courses(evidence: "Evidence", *, data: str, resamples: int = 400) -> pd.DataFrame:
    """Spread between runs and rises of the best fitness, a row per treatment of the document and of its repetitions.

    Generations count for the spread while a third of the runs are still going. Spreads have percentile bootstrap
    intervals over runs, shares of runs exact ones.

    Parameters
    ----------
    data : table of the document's courses.
    resamples : bootstrap resamples of each treatment.
    """
    rng = evidence.stream("courses")
    rows = []
    for name, groups in _sets(evidence, data).items():
        for label, own in groups.items():
            low, high = percentile_interval(redrawn_spread(own.best, resamples=resamples, rng=rng))
            runs, large = len(own.best), int((own.largest >= LARGE).sum())
            with_rise = int((own.rises > 0).sum())
            rows.append(
                {
                    "set": name,
                    "group": label,
                    "n": runs,
                    "standard_error": float(mean_spread(own.best)),
                    "spread": float(mean_spread(own.best, of_mean=False)),
                    "spread_low": float(low),
                    "spread_high": float(high),
                    "rises": int(own.rises.sum()),
                    "steps": int(own.steps.sum()),
                    "largest_rise": float(own.largest.max()),
                    "runs_with_rise": with_rise,
                    **share_interval("share_with_rise", with_rise, runs, method="exact"),
                    "runs_with_large_rise": large,
                    **share_interval("share_with_large_rise", large, runs, method="exact"),
                }
            )
    return pd.DataFrame(rows)


COURSE_REPORTS = {
    "report": "Report",
    "set": "Set",
    "group": "Group",
    "n": "Runs of each group",
    "published": "Published",
    "low": "95% from",
    "high": "to",
    "chance": "Chance",
    "wrong": "Falsely rejected",
    "finds": "Shift detected",
    **hidden("chance_least"),
}


def course_reports(
    evidence: "Evidence",
    *,
    data: str,
    set: str,
    documents: int = 4000,
) -> pd.DataFrame:
    """Chance of what the document's Figures 6 to 8 show if its runs were drawn from ours, a row per report.

    Reports: ``widest``, the treatment with the largest mean standard error; ``most rises``, those with the most runs
    with a rise; ``standard error`` and ``runs with a rise`` of each treatment. See `stats.predictions`.

    Parameters
    ----------
    data : table of the document's courses.
    set : comparison whose runs pretended documents are drawn from.
    documents : number of pretended documents.
    """
    rng = evidence.stream("course reports", set)
    sets = _sets(evidence, data)
    published, ours, runs = sets[PUBLISHED], sets[set], evidence.published_replicates
    errors, rises = {}, {}
    for label, own in ours.items():
        chosen = rng.integers(0, len(own.best), (documents, runs))
        errors[label] = np.concatenate([mean_spread(own.best[some]) for some in np.array_split(chosen, 40)])
        rises[label] = (own.rises > 0)[chosen].sum(axis=1)
    own_errors = {label: float(mean_spread(published[label].best)) for label in ours}
    own_rises = {label: int((published[label].rises > 0).sum()) for label in ours}
    rows: list[dict[str, Any]] = []
    for name, drawn, own_values in (("widest", errors, own_errors), ("most rises", rises, own_rises)):
        found = _greatest({label: np.array([value]) for label, value in own_values.items()})[0]
        reported = _greatest(drawn)
        place = place_of_outcome(reported, found, unseen=not {*ours} <= {*reported.tolist()})
        rows.append({"report": name, "group": "", "published": found, **place})
    for label in ours:
        place = place_of_number(errors[label], own_errors[label])
        rows.append({"report": "standard error", "group": label, "published": f"{own_errors[label]:.2g}", **place})
        place = place_of_count(rises[label], own_rises[label], most=runs)
        rows.append({"report": "runs with a rise", "group": label, "published": f"{own_rises[label]}", **place})
    return pd.DataFrame(rows).assign(set=set, n=runs)


def _sets(evidence: "Evidence", data: str) -> dict[str, dict[str, Courses]]:
    """Courses of the document and of the comparisons that repeat its design, by set and label."""
    found = evidence.once(_ours)
    known = read_courses(evidence.published["tables"][data])
    return {
        PUBLISHED: known,
        **{
            name: {label: found[treatment] for label, treatment in evidence.comparisons[name].items()}
            for name in evidence.published["repeated_by"]
        },
    }


def _ours(evidence: "Evidence") -> dict[str, Courses]:
    """Courses of our runs, by treatment."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in evidence.trace_rows.by_treatment("replicate", *BEST):
        parts.setdefault(treatment, []).append(own)
    return {treatment: Courses.of(pd.concat(own)) for treatment, own in parts.items()}


def _greatest(drawn: Mapping[str, np.ndarray]) -> np.ndarray:
    """(documents,) labels with the greatest value, joined by `` = ``; empty where a value is unknown."""
    values = np.stack([*drawn.values()], axis=1).astype(float)
    labels = np.array([*drawn])
    largest = values == values.max(axis=1, keepdims=True)
    patterns, place = np.unique(largest, axis=0, return_inverse=True)
    texts = np.array([" = ".join(labels[pattern].tolist()) for pattern in patterns])
    return np.where(np.isnan(values).any(axis=1), "", texts[place.ravel()])
