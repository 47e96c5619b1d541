"""Average lifeScores of runs: final ones, turnover of Genies, onset of success and the plateau after it."""

import math
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from tttcore.engines.genies.steady_state import WORST
from tttcore.pipeline.rounding import rounded
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.intervals import mean_interval, median, median_interval, share_interval

QUANTITIES = ("evolving", "evolving_before", "evolving_without", "static", "static_beaten", "ahead", "unofficial")
RESAMPLES = 10_000

FINAL_SCORES = {
    "treatment": "Treatment",
    "quantity": OneOf("Quantity", QUANTITIES),
    "n": "Runs",
    **with_interval("mean", "Mean", tells="trials"),
    "sd": "SD",
    "median": "Median",
    "minimum": "Min",
    "maximum": "Max",
    "first_mean": "First runs",
    "of_few_low": "Means of as many runs, low",
    "of_few_high": "high",
    **hidden("of_few"),
}
"""Columns of `final_scores`."""


def final_scores(
    runs: pd.DataFrame, published_replicates: int, stream: Callable[..., np.random.Generator]
) -> pd.DataFrame:
    """Final average lifeScores, a row per treatment and quantity (Post 1999, Results, Table 3).

    Parameters
    ----------
    runs : table of ``genie_runs``, whose schema describes the quantities.
    published_replicates : number of first runs that are also averaged separately, as many as the document had.
    stream : random generator by names; each treatment's resamples have their own.

    Returns
    -------
    treatment, quantity, n : number of runs that have the quantity; a run without unofficial games has no proportion of
        them won. ``static_beaten`` is 1 where the static family's average is 1, the lowest possible, ``ahead`` where it
        is below that of the evolving one, and 0 elsewhere.
    mean, mean_low, mean_high, sd, median, minimum, maximum : over runs, the mean with Student's 95% interval, of the
        two that are 0 or 1 with the exact one. NaN where there are too few runs.
    mean_trials : of these two, the number of runs.
    first_mean : mean of the first runs.
    of_few, of_few_low, of_few_high : the mean, and the range of 95% of the means of that many runs drawn with
        replacement from ours, 10,000 times: a published mean of as few runs lies there if its runs were like ours.
    """
    rows = []
    known = runs.assign(static_beaten=runs["static"] == WORST, ahead=runs["evolving"] > runs["static"])
    for treatment, own in known.groupby("treatment", sort=False):
        rng, by_replicate = stream("final_scores", str(treatment)), own.set_index("replicate")
        for quantity in QUANTITIES:
            numbers = by_replicate[quantity]
            rows.append(
                {"treatment": treatment, "quantity": quantity, **_final_score(numbers, published_replicates, rng)}
            )
    return pd.DataFrame(rows)


def _final_score(by_run: "pd.Series[float]", first: int, rng: np.random.Generator) -> dict[str, float]:
    """Columns from ``n`` on of `final_scores`, for the values of one quantity by replicate."""
    values = by_run.dropna().astype(float)
    if by_run.dtype == bool:
        mean = share_interval("mean", int(values.sum()), len(values), tells_trials=True)
    else:
        mean = mean_interval("mean", values)
    return {
        "n": len(values),
        **mean,
        "sd": values.std(),
        "median": values.median(),
        "minimum": values.min(),
        "maximum": values.max(),
        "first_mean": values[values.index < first].mean(),
        **_of_few(values.to_numpy(np.float64), first, rng),
    }


def _of_few(values: NDArray[np.floating], few: int, rng: np.random.Generator) -> dict[str, float]:
    """Mean, and the middle 95% of the means of `few` values drawn with replacement."""
    if not values.size:
        return dict.fromkeys(("of_few", "of_few_low", "of_few_high"), math.nan)
    low, high = np.quantile(rng.choice(values, (RESAMPLES, few)).mean(axis=1), [0.025, 0.975])
    return {"of_few": float(values.mean()), "of_few_low": float(low), "of_few_high": float(high)}


HALF = 0.5
"""Proportion of a family that lives 100 generations later from which on a population is static."""

TURNOVER = {
    "treatment": "Treatment",
    "n": "Runs",
    **with_interval("kept", "Family that lives 100 generations later"),
    **with_interval("static", "Proportion of static populations"),
}
"""Columns of `turnover`."""


def turnover(runs: pd.DataFrame) -> pd.DataFrame:
    """Proportion of a family that stays, a row per treatment (Post 1999, Results, on lifetime scores).

    Parameters
    ----------
    runs : table of ``genie_runs``.

    Returns
    -------
    treatment, n : number of runs of more than 100 generations.
    kept, kept_low, kept_high : mean over runs of the proportion of the evolving family that still lives 100 generations
        later, with Student's 95% interval.
    static, static_low, static_high : proportion of runs in which that is half of the family or more, with the exact 95%
        interval.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        kept = own["kept"].dropna()
        static = share_interval("static", int((kept >= HALF).sum()), len(kept))
        rows.append({"treatment": treatment, "n": len(kept), **mean_interval("kept", kept), **static})
    return pd.DataFrame(rows)


Floats = NDArray[np.float64]

STEEP = 50
"""Generations within which an abrupt rise happens."""
LATE = 4 * STEEP
"""Earliest generation of success before which a rise that isn't abrupt fits."""
PAUSE = 150
"""Fewest generations at mediocre scores that count as a pause of 200, to whole hundreds."""
QUARTER, THREE_QUARTERS = 0.25, 0.75
"""Proportions of the rise between which scores are mediocre: neither as at the start nor as at success."""
CEILING = 0.975
"""Proportion of single generations below the ceiling."""

ONSET_OF_SUCCESS = {
    "treatment": "Treatment",
    "n": "Runs with a rise",
    **with_interval("steepest_share", "Part of the rise in 50 generations"),
    "duration": "Generations of the last climb",
    **with_interval("abrupt", "Proportion that climbs in 50"),
    "pause": "Pause",
    "longest_pause": "Longest",
    **with_interval("paused", "Proportion that pauses for 150"),
    **hidden("abrupt_trials", "paused_trials"),
}
"""Columns of `onset_of_success`."""


def onset_of_success(
    runs: pd.DataFrame, traces: pd.DataFrame, recipes: Mapping[str, Mapping[str, Any]]
) -> pd.DataFrame:
    """Abruptness of the rise to success, and pauses during it, a row per treatment.

    The document finds that success comes abruptly, in one run after a pause at mediocre scores (Post 1999, Results,
    Figures 3-8), and defines neither. Here a run's average is smoothed by the mean over the last `window` generations,
    the one that success is judged by. Its rise goes from the first such mean to the one at success; proportions of it
    are proportions of the difference between these two scores. A solved run that ends no higher than it began has no
    rise; nor has one that succeeds within 200 generations, where any rise is short.

    Parameters
    ----------
    runs, traces : tables of ``genie_runs`` and ``genie_traces``.
    recipes : parameters of the treatments; success is judged over the ``window`` of ``success``.

    Returns
    -------
    treatment, n : number of runs that have a rise.
    steepest_share, steepest_share_low, steepest_share_high : median over runs of the largest proportion of the rise
        within 50 generations, with order statistics as its 95% interval. Shares are of the running maximum, so that
        they add up to 1, and recovering from a fall is no rise. They are biased upwards, since the running maximum
        contains noise: the duration is more informative.
    duration : median number of generations of the last climb, from the last one below a quarter of the rise to
        the first after it with three quarters.
    abrupt, abrupt_low, abrupt_high : proportion of runs in which these are 50 at most, with the exact 95% interval.
    pause, longest_pause : median and maximum over runs of the longest stay, at any time before success, at no less than
        a quarter and less than three quarters of the rise.
    paused, paused_low, paused_high : proportion of runs with such a pause of at least 150, with the exact 95% interval.
    abrupt_trials, paused_trials : number of runs with a rise, too.

    All NaN without runs.
    """
    rows = []
    for treatment, shapes in shapes_of_rises(runs, traces, recipes):
        steepest, durations, pauses = shapes.T
        rows.append(
            {
                "treatment": treatment,
                "n": len(shapes),
                **median_interval("steepest_share", steepest),
                "duration": median(durations),
                **share_interval("abrupt", int((durations <= STEEP).sum()), len(shapes), tells_trials=True),
                "pause": median(pauses),
                "longest_pause": pauses.max() if len(shapes) else math.nan,
                **share_interval("paused", int((pauses >= PAUSE).sum()), len(shapes), tells_trials=True),
            }
        )
    return pd.DataFrame(rows)


def shapes_of_rises(
    runs: pd.DataFrame, traces: pd.DataFrame, recipes: Mapping[str, Mapping[str, Any]]
) -> Iterator[tuple[str, Floats]]:
    """Steepest share, duration and longest pause of each rise, (rises, 3) by treatment, see `onset_of_success`."""
    for treatment, solved in _solved(runs, traces):
        window = recipes[treatment]["success"]["window"]
        smoothed = [_smoothed(averages[:success], window) for success, averages in solved if success >= LATE]
        yield treatment, np.array([_shape(scores) for scores in smoothed if scores[-1] > scores[0]]).reshape(-1, 3)


PLATEAU = {
    "treatment": "Treatment",
    "n": "Runs",
    **with_interval("level", "Level"),
    "top": "97.5% of generations below",
    "sd": "SD over generations",
    "step_sd": "SD of changes",
    **with_interval("above", "Above the ceiling", tells="error"),
    **hidden("ceiling"),
}
"""Columns of `plateau`."""


def plateau(runs: pd.DataFrame, traces: pd.DataFrame, *, ceilings: Mapping[str, float]) -> pd.DataFrame:
    """Level and variation of the average lifeScore after success, a row per treatment (Post 1999, Results).

    Parameters
    ----------
    runs, traces : tables of ``genie_runs`` and ``genie_traces``.
    ceilings : average lifeScores that the document says are not exceeded, by treatment.

    Returns
    -------
    treatment, n : number of runs that have generations after the one of success.
    level, level_low, level_high : mean over runs of the mean over these generations, with Student's 95% interval.
    top : 97.5% point of the averages of all single such generations.
    sd, step_sd : medians over runs of the standard deviation of these averages, and of their changes from one
        generation to the next.
    ceiling, above, above_low, above_high : the ceiling, and mean over runs of the proportion of these generations whose
        average is above it, with Student's 95% interval; NaN without a ceiling.

    NaN where there are too few runs or generations.
    """
    rows = []
    for treatment, solved in _solved(runs, traces):
        after = [averages[success:] for success, averages in solved if averages.size > success]
        ceiling = ceilings.get(treatment, math.nan)
        above = [(averages > ceiling).mean() for averages in after] if treatment in ceilings else []
        rows.append(
            {
                "treatment": treatment,
                "n": len(after),
                **mean_interval("level", [averages.mean() for averages in after]),
                "top": float(np.quantile(np.concatenate(after), CEILING)) if after else math.nan,
                "sd": median([averages.std(ddof=1) for averages in after if averages.size > 1]),
                "step_sd": median([np.diff(averages).std(ddof=1) for averages in after if averages.size > 2]),
                "ceiling": ceiling,
                **mean_interval("above", above, tells_error=True),
            }
        )
    return pd.DataFrame(rows)


def _solved(runs: pd.DataFrame, traces: pd.DataFrame) -> Iterator[tuple[str, list[tuple[int, Floats]]]]:
    """Solved runs by treatment: generation of success, and the average lifeScore of every generation from 1.

    Raises
    ------
    ValueError
        If the trace of a solved run is not that of generations 1, 2, 3 and so on.
    """
    by_treatment = dict(list(traces.groupby("treatment", sort=False, observed=True)))
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        solved = own[~own["censored"]]
        traced = by_treatment[treatment].sort_values(["replicate", "generation"])
        replicates, lengths = np.unique(traced["replicate"], return_counts=True)
        generations = np.arange(1, lengths[0] + 1)
        if (lengths != lengths[0]).any() or (traced["generation"] != np.tile(generations, len(replicates))).any():
            raise ValueError(f"{treatment}: the generations of a run must be 1, 2, 3 and so on to the last")
        averages = traced["evolving"].to_numpy(np.float64).reshape(len(replicates), -1)
        of_solved = averages[np.searchsorted(replicates, solved["replicate"])]
        yield str(treatment), list(zip(solved["generations"].tolist(), of_solved, strict=True))


def _smoothed(averages: Floats, window: int) -> Floats:
    """(G - window + 1,) trailing means over `window` of G generations."""
    return sliding_window_view(averages, window).mean(axis=1)


def _shape(smoothed: Floats) -> tuple[float, int, int]:
    """Steepest share, duration and longest pause of a rise from its first to its last score (`onset_of_success`)."""
    share = rounded((smoothed - smoothed[0]) / (smoothed[-1] - smoothed[0]))  # a quarter is one on every CPU
    highest = np.concatenate([np.zeros(STEEP), np.maximum.accumulate(share)])
    steepest = (highest[STEEP:] - highest[:-STEEP]).max() / highest[-1]
    start = np.flatnonzero(share < QUARTER)[-1]
    duration = np.argmax(share[start:] >= THREE_QUARTERS)
    elsewhere = np.flatnonzero((share < QUARTER) | (share >= THREE_QUARTERS))
    return float(steepest), int(duration), int(np.diff(elsewhere).max()) - 1
