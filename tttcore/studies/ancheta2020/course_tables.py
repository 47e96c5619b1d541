"""Tables about courses of the best fitness (Figures 6 to 8): the document's, ours, and those of pretended documents."""

from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.study import PUBLISHED
from tttcore.stats.bootstrap import percentile_interval
from tttcore.stats.columns import columns, hidden, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import share_interval
from tttcore.stats.predictions import place_of_count, place_of_number, place_of_outcome
from tttcore.stats.reports import greatest_of
from tttcore.studies.ancheta2020.courses import (
    FIGURES,
    LARGE,
    Courses,
    Values,
    mean_spread,
    read_courses,
    redrawn_spread,
)

LISTED = "listed"
"""Comparison of the document's three groups as the authors' program has them; most statements are about it."""
RESAMPLES = 400
"""Bootstrap resamples of each treatment's spread."""
DOCUMENTS = 4000
"""Pretended documents."""


@columns(
    {
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
)
def courses(evidence: Evidence) -> pd.DataFrame:
    """Spread between runs and rises of the best fitness, a row per treatment of the document and of its repetitions.

    Generations count for the spread while a third of the runs are still going. Spreads have percentile bootstrap
    intervals over runs, shares of runs exact ones.
    """
    rng = evidence.stream("courses")
    return pd.DataFrame(
        [
            {"set": name, "group": label, **_row(own, rng)}
            for name, groups in _sets(evidence).items()
            for label, own in groups.items()
        ]
    )


@columns(
    {
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
)
def course_reports(evidence: Evidence) -> pd.DataFrame:
    """Chance of what the document's Figures 6 to 8 show if its runs were drawn from ours, a row per report.

    Reports: ``widest``, the treatment with the largest mean standard error; ``most rises``, those with the most runs
    with a rise; ``standard error`` and ``runs with a rise`` of each treatment. See `stats.predictions`.
    """
    rng = evidence.stream("course reports", LISTED)
    sets = _sets(evidence)
    published, ours, runs = sets[PUBLISHED], sets[LISTED], evidence.published_replicates
    chosen = {label: rng.integers(0, len(own.best), (DOCUMENTS, runs)) for label, own in ours.items()}
    errors = np.stack([_mean_spreads(own.best, chosen[label]) for label, own in ours.items()], axis=1)
    rises = np.stack([(own.rises > 0)[chosen[label]].sum(axis=1) for label, own in ours.items()], axis=1)
    own_errors = np.array([[mean_spread(published[label].best) for label in ours]])
    own_rises = np.array([[(published[label].rises > 0).sum() for label in ours]])
    rows: list[dict[str, Any]] = []
    for name, drawn, own in (("widest", errors, own_errors), ("most rises", rises, own_rises)):
        (found,), reported = greatest_of(own, [*ours]), greatest_of(drawn, [*ours])
        place = place_of_outcome(reported, found, unseen=not {*ours} <= {*reported.tolist()})
        rows.append({"report": name, "group": "", "published": found, **place})
    for column, label in enumerate(ours):
        error, number = own_errors[0, column], own_rises[0, column]
        place = place_of_number(errors[:, column], error)
        rows.append({"report": "standard error", "group": label, "published": f"{error:.2g}", **place})
        place = place_of_count(rises[:, column], number, most=runs)
        rows.append({"report": "runs with a rise", "group": label, "published": f"{number}", **place})
    return pd.DataFrame(rows).assign(set=LISTED, n=runs)


def _row(own: Courses, rng: np.random.Generator) -> dict[str, float]:
    """Columns of `courses` of a treatment."""
    runs = len(own.best)
    with_rise, with_large_rise = int((own.rises > 0).sum()), int((own.largest >= LARGE).sum())
    low, high = percentile_interval(redrawn_spread(own.best, resamples=RESAMPLES, rng=rng))
    return {
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
        "runs_with_large_rise": with_large_rise,
        **share_interval("share_with_large_rise", with_large_rise, runs, method="exact"),
    }


def _mean_spreads(best: Values, chosen: NDArray[np.int64]) -> Values:
    """(documents,) `mean_spread` of the (documents, runs) chosen runs, some documents at a time to save memory."""
    return np.concatenate([mean_spread(best[some]) for some in np.array_split(chosen, 40)])


def _sets(evidence: Evidence) -> dict[str, dict[str, Courses]]:
    """Courses of the document and of the comparisons that repeat its design, by set and label."""
    ours = evidence.once(_ours)
    repeated = {name: evidence.comparisons[name] for name in evidence.published["repeated_by"]}
    return {
        PUBLISHED: read_courses(evidence.published["tables"][FIGURES]),
        **{name: {label: ours[each] for label, each in members.items()} for name, members in repeated.items()},
    }


def _ours(evidence: Evidence) -> dict[str, Courses]:
    """Courses of our runs, by treatment."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in evidence.trace_rows.by_treatment("replicate", "generation", "best"):
        parts.setdefault(treatment, []).append(own)
    return {treatment: Courses.of(pd.concat(own)) for treatment, own in parts.items()}
