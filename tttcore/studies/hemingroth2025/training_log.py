"""The published training log: its own facts, and the position of its numbers among those of our runs.

Logs give the proportion of games that are *not* lost, to five decimals, and number the initial population as generation
1. Our traces give the proportion lost; `as_logged` converts them.
"""

import math
from collections.abc import Iterable
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.engine import DECIMALS, log_line
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.intervals import LEVEL, median_interval, share_interval
from tttcore.studies.method import Fact, fact_table

CURVES = {"best": "best", "average": "avg"}
"""Curves of a run and their columns in a log."""
THRESHOLDS = (0.9, 0.99, 0.998)
"""Thresholds of fitness; the highest is the beginning of the log's plateau."""
TAIL = 0.025
"""Proportion of the runs on either side of a 95% interval."""
_WINDOW = 5
"""Generations over which the first and the last times are averaged."""
_LOSSES = (1, 2)
"""Numbers of lost games that may explain a value of the plateau."""


def as_logged(traces: pd.DataFrame) -> pd.DataFrame:
    """Convert traces to the values of a log: treatment, replicate, generation, best, average.

    Parameters
    ----------
    traces : DataFrame[treatment, replicate, generation, best, mean], proportions of games lost; generation 1 is the
        initial population.

    Raises
    ------
    ValueError
        If a run has no generation 1 or leaves one out.
    """
    ordered = traces.sort_values(["replicate", "generation"], kind="stable")
    runs = ordered.groupby(["treatment", "replicate"], sort=False, observed=True)
    if (ordered["generation"].to_numpy() != runs.cumcount().to_numpy() + 1).any():
        raise ValueError("the generations of a run must be 1, 2, 3 and so on, with 1 for the initial population")
    return ordered[["treatment", "replicate", "generation"]].assign(
        best=(1 - ordered["best"]).round(DECIMALS), average=(1 - ordered["mean"]).round(DECIMALS)
    )


def plateau(log: pd.DataFrame) -> pd.DataFrame:
    """Rows of a log from the first whose best reaches the highest milestone to the last but one."""
    return log[(log["best"] >= THRESHOLDS[-1]).cummax()].iloc[:-1]


def fitting_games(value: float, losses: int) -> range:
    """Numbers of games for which `losses` losses print as the proportion `value` (below 1) not lost."""
    half = 0.5 * 10.0**-DECIMALS
    around = range(math.floor(losses / (1 - value + half)), math.ceil(losses / (1 - value - half)) + 1)
    fitting = [games for games in around if f"{1 - losses / games:.{DECIMALS}f}" == f"{value:.{DECIMALS}f}"]
    return range(fitting[0], fitting[-1] + 1) if fitting else range(0)


def plateau_games(log: pd.DataFrame) -> pd.DataFrame:
    """Numbers of games that are consistent with the values of the plateau, if one or two games were lost.

    Columns: best, losses, games_low, games_high; a row per different value and number of losses.
    A value that is consistent with no number of games has 0 games.
    """
    rows = []
    for value, losses in product(sorted(plateau(log)["best"].unique()), _LOSSES):
        games = fitting_games(value, losses)
        low, high = (games[0], games[-1]) if games else (0, 0)
        rows.append({"best": value, "losses": losses, "games_low": low, "games_high": high})
    return pd.DataFrame(rows, columns=["best", "losses", "games_low", "games_high"])


LOG_FACTS = {
    "fact": "Fact",
    "value": "Value",
    "text": "Text",
    "how": "How",
}
"""Columns of `log_facts`."""


@fact_table
def log_facts(log: pd.DataFrame) -> Iterable[Fact]:
    """Facts of a log; NaN for a milestone that it doesn't reach."""
    first, last = log.iloc[0], log.iloc[-1]
    yield "generations", len(log), "rows of the log"
    yield "seconds", last["time_s"], "time of the last row"
    yield "minutes", last["time_s"] / 60, "the same in minutes"
    printed = log_line(first["time_s"], 1, 1 - first["best"], 1 - first["avg"])
    yield "first_line", None, "first row as printed", printed
    for name, row in (("first", first), ("last", last)):
        for curve, column in CURVES.items():
            yield f"{name}_{curve}", row[column], f"{name} row"
    for curve, column in CURVES.items():
        after = log.loc[log[column].diff() < 0, "gen"]
        yield f"{curve}_falls", len(after), f"generations in which {curve} falls"
        falls = ", ".join(f"{generation - 1} -> {generation}" for generation in after)
        yield f"{curve}_falls_at", None, "which ones", falls or "never"
    for level, (curve, column) in product(THRESHOLDS, CURVES.items()):
        reached = first_true(log[column] >= level)
        yield f"{curve}_from_{level:g}", reached, f"first generation with {curve} >= {level:g}"
    flat = plateau(log)["best"]
    first_flat, last_flat = (log["gen"].get(row) for row in (flat.index.min(), flat.index.max()))
    yield "plateau_first", first_flat, f"first generation with best >= {THRESHOLDS[-1]:g}"
    yield "plateau_last", last_flat, "the last generation but one"
    yield "plateau_low", flat.min(), "lowest best of these generations"
    yield "plateau_high", flat.max(), "highest best of these generations"
    games = plateau_games(log)
    for losses, own in games[games["games_high"] > 0].groupby("losses"):
        how = f"numbers of games in which the plateau's values are {losses} lost"
        yield f"plateau_games_{losses}", None, how, f"{own['games_low'].min()}..{own['games_high'].max()}"
    seconds = log["time_s"].diff().fillna(log["time_s"])
    first_ones, last_ones = seconds.head(_WINDOW).mean(), seconds.tail(_WINDOW).mean()
    yield "seconds_per_generation", seconds.mean(), "mean over all generations"
    yield "seconds_first", first_ones, f"mean over the first {_WINDOW} generations"
    yield "seconds_last", last_ones, f"mean over the last {_WINDOW} generations"
    yield "seconds_growth", last_ones - first_ones, "the latter less the former"
    yield "seconds_least", seconds.min(), "shortest generation"
    yield "seconds_most", seconds.max(), "longest generation"
    yield "gap_last", last["best"] - last["avg"], "best less average in the last row"
    before_last = log["best"].iloc[-2] - log["avg"].iloc[-2] if len(log) > 1 else math.nan
    yield "gap_before_last", before_last, "best less average in the row before"


def first_true(reached: "pd.Series[bool]") -> float:
    """Generation of the first True in a run's values from generation 1 on, NaN if there is none."""
    return float(np.argmax(reached)) + 1 if reached.any() else math.nan


Values = NDArray[np.float64]


def chance_among(published: float, runs: Values) -> tuple[float, float]:
    """P-value of a published number: the probability that a run gives a number no likelier; and the least possible one.

    The published number and those of the n runs are exchangeable if it comes from such a run. So the p-value is
    twice the proportion of the n + 1 numbers on the side of the published one where fewer are, at most 1; the number
    itself and all that equal it count on both sides. Whoever rejects where the p-value is at most a errs with
    probability at most a, whatever the distribution. A number beyond all runs has the least p-value, 2 / (n + 1).
    Infinite numbers are later than all others. Both NaN without runs or without a published number.
    """
    if runs.size == 0 or math.isnan(published):
        return math.nan, math.nan
    fewer = 1 + min(np.count_nonzero(runs <= published), np.count_nonzero(runs >= published))
    return min(2 * fewer / (runs.size + 1), 1.0), min(2 / (runs.size + 1), 1.0)


_BESIDE = {
    "low": "95% of runs from",
    "high": "to",
    "published": "Published",
    **with_interval("at_most", "Runs with that or less"),
    "chance": "Chance of such a run",
    "chance_solved": "the same among solved runs",
    **hidden("chance_least", "power", "alternative"),
}
"""Columns of `_beside`."""
MILESTONES = {
    "treatment": "Treatment",
    "curve": OneOf("Curve", CURVES),
    "threshold": OneOf("Threshold", THRESHOLDS),
    "n": "Runs",
    **with_interval("reached", "Proportion that reach it"),
    **with_interval("generation", "Median generation"),
    **_BESIDE,
}
"""Columns of `milestones`."""
QUANTITIES = (
    *("generations", "wait", "plateau", "falls", "average_falls", "gap_last", "gap_before_last"),
    *("first_best", "first_average", "after_selection"),
)
"""Quantities of `log_shape`."""
LOG_SHAPE = {
    "treatment": "Treatment",
    "quantity": OneOf("Quantity", QUANTITIES),
    "n": "Runs",
    **with_interval("value", "Median"),
    **_BESIDE,
}
"""Columns of `log_shape`."""


def milestones(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """First generations in which our runs reach each milestone, beside the log's.

    Parameters
    ----------
    log : see `published_trajectories.read_log`.
    traces : see `training_log.as_logged`.

    Returns
    -------
    DataFrame[treatment, curve, threshold, n, reached, generation, ...]: n is the number of runs, `reached` the
    proportion of them that get to the threshold, with the exact interval, and `generation` the first that does, by run,
    infinite for runs that don't. Its further columns are those of `_beside`.
    """
    rows = []
    for treatment, own in as_logged(traces).groupby("treatment", sort=False, observed=True):
        runs = own.groupby("replicate")
        solved = (runs["best"].last() == 1.0).to_numpy()
        for (curve, column), level in product(CURVES.items(), THRESHOLDS):
            firsts = own[own[curve] >= level].groupby("replicate")["generation"].min()
            generations = firsts.reindex(list(runs.groups)).fillna(np.inf).to_numpy()
            rows.append(
                {
                    "treatment": treatment,
                    "curve": curve,
                    "threshold": level,
                    "n": len(generations),
                    **share_interval("reached", len(firsts), len(generations)),
                    **_beside("generation", generations, solved, first_true(log[column] >= level)),
                }
            )
    return pd.DataFrame(rows)


def log_shape(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """Features of our runs beside those of the log.

    Parameters
    ----------
    log, traces : see `milestones`.

    Returns
    -------
    DataFrame[treatment, quantity, n, value, ...]: n is the number of runs that have the quantity, `value` the quantity
    by run; its further columns are those of `_beside`. What is counted up to the log's last generation is cut there in
    runs that go on, while the log was cut by its success. The quantities:

    generations : number of the generation with the perfect player, infinite for runs that find none.
    wait : generations from the first whose best reaches the highest milestone to the perfect player; infinite likewise.
    plateau : number of generations up to the log's last whose best is in the span of the log's `plateau`.
    falls, average_falls : number of generations up to the log's last in which the best, and the average, falls.
    gap_last, gap_before_last : best less average in the last generation of solved runs, and in the one before.
    first_best, first_average : fitness of the initial population.
    after_selection : average of generation 2, beside the log's of generation 1, as if that came after one selection.
    """
    published = _features(log["best"].to_numpy(), log["avg"].to_numpy(), log) | {"after_selection": log["avg"].iloc[0]}
    rows = []
    for treatment, own in as_logged(traces).groupby("treatment", sort=False, observed=True):
        runs = own.groupby("replicate")
        found = pd.DataFrame([_features(run["best"].to_numpy(), run["average"].to_numpy(), log) for _, run in runs])
        for quantity in found.columns.drop("solved"):
            known = found[found[quantity].notna()]
            sample, solved = known[quantity].to_numpy(), known["solved"].to_numpy(bool)
            row = {"treatment": treatment, "quantity": quantity, "n": sample.size}
            rows.append({**row, **_beside("value", sample, solved, published[quantity])})
    return pd.DataFrame(rows)


def _features(best: Values, average: Values, log: pd.DataFrame) -> dict[str, float]:
    """Quantities of one run, see `log_shape`, and 1 as ``solved`` if it ends with a perfect player, else 0."""
    shown, flat = slice(len(log)), plateau(log)["best"]
    solved = best[-1] == 1.0
    length, near = len(best), int(np.argmax(best >= THRESHOLDS[-1])) + 1
    gaps = np.append(math.nan, (best - average).round(DECIMALS)) if solved else np.full(2, math.nan)
    return {
        "solved": float(solved),
        "generations": float(length) if solved else math.inf,
        "wait": float(length - near) if solved else math.inf,
        "plateau": float(((best[shown] >= flat.min()) & (best[shown] <= flat.max())).sum()),
        "falls": float(np.count_nonzero(np.diff(best[shown]) < 0)),
        "average_falls": float(np.count_nonzero(np.diff(average[shown]) < 0)),
        "gap_last": float(gaps[-1]),
        "gap_before_last": float(gaps[-2]),
        "first_best": float(best[0]),
        "first_average": float(average[0]),
        "after_selection": float(average[1]) if length > 1 else math.nan,
    }


def _beside(name: str, runs: Values, solved: NDArray[np.bool_], published: float) -> dict[str, float | str]:
    """Columns of a quantity of (n,) runs beside the published one; `solved` says which runs end with a perfect player.

    ``<name>`` : median of the runs with the order statistics that enclose it with 95% confidence or more.
    low, high : 2.5% and 97.5% quantiles, each the value of a run: where 95% of the runs are.
    published : value of the log, NaN if it has none.
    at_most : proportion of the runs whose value is that or less, with the exact interval.
    chance, chance_least : see `chance_among`.
    power : proportion of runs whose number would have a p-value below 5% if it were half as large, the `alternative`.
    chance_solved : the same among the solved runs alone, since a run that had failed would hardly have been published.
    """
    ends = np.full(2, math.nan)
    if runs.size:
        ends = np.quantile(runs, [TAIL, 1 - TAIL], method="inverted_cdf")
    chance, least = chance_among(published, runs)
    known = 0 if math.isnan(published) else runs.size
    return {
        **median_interval(name, runs),
        "low": float(ends[0]),
        "high": float(ends[1]),
        "published": published,
        **share_interval("at_most", int(np.count_nonzero(runs <= published)), known),
        "chance": chance,
        "chance_least": least,
        "power": float(np.mean([chance_among(each / 2, runs)[0] < LEVEL for each in runs])) if known else math.nan,
        "alternative": "numbers half as large",
        "chance_solved": chance_among(published, runs[solved])[0],
    }
