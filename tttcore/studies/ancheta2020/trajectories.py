"""Trajectories of best fitness (Figures 6 to 8): spread between runs and rises, the document's and ours."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import PUBLISHED
from tttcore.stats.columns import OneOf, columns, hidden, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import percentile_interval, share_interval
from tttcore.stats.predictions import place_of_number, shuffled
from tttcore.stats.reports import expected
from tttcore.studies.ancheta2020.published_trajectories import FIGURES, read_rows

LONGEST = 40
"""Generations of a trajectory that are kept for its spread; rises are counted in all."""
FEWEST = 1 / 3
"""Least proportion of the runs that must still be going, as ten of thirty, for a generation to count."""
LARGE = 0.01
"""Least rise that counts as a large one; the document gives no number."""

Values = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Trajectories:
    """Best fitness of the runs of a treatment from their first generation on.

    Attributes
    ----------
    initial : (runs,) best fitness of the initial population, NaN where that wasn't recorded.
    best : (runs, `LONGEST`) best fitness, NaN after a run's last generation.
    rises : (runs,) number of generations in which the best fitness is worse than in the one before.
    steps : (runs,) number of pairs of successive generations.
    largest : (runs,) largest rise, 0 without one.
    """

    initial: Values
    best: Values
    rises: NDArray[np.int64]
    steps: NDArray[np.int64]
    largest: Values

    @classmethod
    def of(cls, rows: pd.DataFrame) -> Self:
        """Trajectories from rows of replicate, generation and best, sorted by both; generation 0 is the initial one."""
        own = rows[rows["generation"] > 0]
        run, runs = pd.factorize(own["replicate"])
        generation, best = own["generation"].to_numpy(), own["best"].to_numpy(np.float64)
        early = np.full((len(runs), LONGEST), np.nan)
        kept = generation <= LONGEST
        early[run[kept], generation[kept] - 1] = best[kept]
        same = run[1:] == run[:-1]
        changes, of_run = np.diff(best)[same], run[1:][same]
        largest = np.zeros(len(runs))
        np.maximum.at(largest, of_run, changes)
        initial = rows[rows["generation"] == 0].set_index("replicate")["best"].reindex(runs)
        return cls(
            initial.to_numpy(np.float64),
            early,
            np.bincount(of_run[changes > 0], minlength=len(runs)),
            np.bincount(of_run, minlength=len(runs)),
            largest,
        )


def read_trajectories(path: str | Path) -> dict[str, Trajectories]:
    """Read published trajectories by treatment, see `read_rows`."""
    return {str(name): Trajectories.of(own) for name, own in read_rows(path).groupby("treatment", sort=False)}


def mean_spread(best: Values, *, of_mean: bool = True) -> Values:
    """Mean over generations of the standard error of the best fitness among the runs that are still going.

    Generations count while at least `FEWEST` of the runs are going, and two.

    Parameters
    ----------
    best : (..., runs, generations) trajectories, NaN after the end of a run.
    of_mean : False for the standard deviation (n - 1) instead of the standard error.

    Returns
    -------
    (...) the means; NaN where no generation counts.
    """
    going = (~np.isnan(best)).sum(axis=-2)
    return _over_generations(going, np.nansum(best, axis=-2), np.nansum(best**2, axis=-2), best.shape[-2], of_mean)


def redrawn_spread(best: Values, *, resamples: int, rng: np.random.Generator) -> Values:
    """(resamples,) `mean_spread` as a standard deviation of runs that are redrawn with replacement."""
    runs = len(best)
    counts = rng.multinomial(runs, np.full(runs, 1 / runs), size=resamples)
    known = np.nan_to_num(best)
    going = counts @ (~np.isnan(best)).astype(float)
    return _over_generations(going, counts @ known, counts @ known**2, runs, of_mean=False)


def _over_generations(going: Values, sums: Values, squares: Values, runs: int, of_mean: bool) -> Values:
    """Mean spread from numbers of runs, sums and sums of squares of each generation, the last axis."""
    counts = (going >= FEWEST * runs) & (going >= 2)
    n = np.where(counts, going, 2)
    variance = np.maximum(squares - sums**2 / n, 0.0) / (n - 1)
    spread = np.sqrt(variance / n if of_mean else variance)
    generations = counts.sum(axis=-1)
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where(counts, spread, 0.0).sum(axis=-1) / generations)


LISTED = "listed"
"""Comparison of the document's three groups as the authors' program has them; most statements are about it."""
RESAMPLES = 400
"""Bootstrap resamples of each treatment's spread."""
DOCUMENTS = 4000
"""Simulated replications."""
FIRSTS = ("first of generation 0", "first of generation 1")
SPREAD, RISEN = "standard error", "runs with a rise"
"""Reports of `course_reports`."""


@needs(published=[FIGURES])
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
        **with_interval("share_with_rise", "as a proportion"),
        **with_interval("share_with_large_rise", f"Proportion with a rise of at least {LARGE:g}"),
        **hidden("runs_with_large_rise"),
    }
)
def courses(evidence: Evidence) -> pd.DataFrame:
    """Spread between runs and rises of the best fitness, a row per treatment of the document and of its repetitions.

    Generations count for the spread while a third of the runs are still going. Spreads have percentile bootstrap
    intervals over runs, proportions of runs exact ones.
    """
    rng = evidence.stream("courses")
    return pd.DataFrame(
        [
            {"set": name, "group": label, **_row(own, rng)}
            for name, groups in _sets(evidence).items()
            for label, own in groups.items()
        ]
    )


@needs(comparisons=[LISTED], published=[FIGURES, "data"])
@columns(
    {
        "report": OneOf("Report", [*FIRSTS, RISEN, SPREAD]),
        "set": "Set",
        "group": "Group",
        "n": "Runs of each group",
        "published": "Published",
        "expected": "Expected",
        "low": "95% from",
        "high": "to",
        "chance": "p-value",
        "wrong": "False rejection rate",
        "finds": "Minimum detectable shift",
        **hidden("chance_least", "power"),
    }
)
def course_reports(evidence: Evidence) -> pd.DataFrame:
    """Probability of what the document's Figures 6 to 8 show if its runs were like ours, see `stats.predictions`.

    Reports: the mean of the first recorded best fitness of all runs, once among those of the first generation after the
    initial population (``first of generation 1``) and once among those of the initial population (``first of
    generation 0``); ``standard error`` and ``runs with a rise`` of each treatment. Expected is the median.
    """
    rng = evidence.stream("course reports", LISTED)
    sets = _sets(evidence)
    published, ours, runs = sets[PUBLISHED], sets[LISTED], evidence.published_replicates
    sizes = {label: (len(own.best), len(published[label].best)) for label, own in ours.items()}
    chosen = {label: shuffled(*both, documents=DOCUMENTS, rng=rng) for label, both in sizes.items()}
    firsts = {label: published[label].best[:, 0] for label in ours}
    first = float(np.concatenate([*firsts.values()]).mean())
    rows: list[dict[str, Any]] = []
    for generation, report in enumerate(FIRSTS):
        both = {label: np.concatenate([_best_at(own, generation), firsts[label]]) for label, own in ours.items()}
        drawn = np.mean([values[chosen[label]].mean(axis=1) for label, values in both.items()], axis=0)
        place = {"published": f"{first:.3g}", "expected": expected(drawn), **place_of_number(drawn, first)}
        rows.append({"report": report, "group": "", **place})
    for label, own in ours.items():
        their = published[label]
        best, has_risen = np.concatenate([own.best, their.best]), np.concatenate([own.rises, their.rises]) > 0
        error, drawn = float(mean_spread(their.best)), _mean_spreads(best, chosen[label])
        place = {"published": f"{error:.2g}", "expected": expected(drawn), **place_of_number(drawn, error)}
        rows.append({"report": SPREAD, "group": label, **place})
        number, drawn = int((their.rises > 0).sum()), has_risen[chosen[label]].sum(axis=1)
        place = place_of_number(drawn, number, possible=(0, runs)) | {
            "published": f"{number}",
            "expected": expected(drawn),
        }
        rows.append({"report": RISEN, "group": label, **place})
    return pd.DataFrame(rows).assign(set=LISTED, n=runs)


def _best_at(own: Trajectories, generation: int) -> Values:
    """(runs,) best fitness of a generation, 0 for the initial population."""
    return own.best[:, generation - 1] if generation else own.initial


def _row(own: Trajectories, rng: np.random.Generator) -> dict[str, float]:
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


def _sets(evidence: Evidence) -> dict[str, dict[str, Trajectories]]:
    """Trajectories of the document and of the comparisons that repeat its design, by set and label."""
    ours = evidence.once(_ours)
    repeated = {name: evidence.comparisons[name] for name in evidence.published["repeated_by"]}
    return {
        PUBLISHED: read_trajectories(evidence.published["tables"][FIGURES]),
        **{name: {label: ours[each] for label, each in members.items()} for name, members in repeated.items()},
    }


def _ours(evidence: Evidence) -> dict[str, Trajectories]:
    """Trajectories of our runs, by treatment."""
    parts: dict[str, list[pd.DataFrame]] = {}
    for treatment, own in evidence.trace_rows.by_treatment("replicate", "generation", "best"):
        parts.setdefault(treatment, []).append(own)
    return {treatment: Trajectories.of(pd.concat(own)) for treatment, own in parts.items()}
