"""Statistics of the published training log, by itself and beside simulated runs.

Logs give the share of games that are *not* lost, to five decimals, and number the initial population
as generation 1. Our traces give the share lost; `as_logged` converts them.
"""

import math
from itertools import product

import numpy as np
import pandas as pd
from numpy.typing import NDArray
from scipy import stats

from tttcore.engines.genetic_algorithm.progress import DECIMALS, log_line
from tttcore.stats.intervals import mean_interval

CURVES = {"best": "best", "average": "avg"}
"""Curves of a run and their columns in a log."""
MILESTONES = (0.9, 0.99, 0.998)
"""Thresholds of fitness; the highest is the beginning of the log's plateau."""
TAIL = 0.025
"""Share of the runs on either side of a 95% interval."""
_WINDOW = 5
"""Generations over which the first and the last times are averaged."""
_LOSSES = (1, 2)
"""Numbers of lost games that may explain a value of the plateau."""

Row = tuple[str, float | None, str, str]


def as_logged(traces: pd.DataFrame) -> pd.DataFrame:
    """Convert traces to the values of a log: treatment, replicate, generation, best, average.

    Parameters
    ----------
    traces : DataFrame[treatment, replicate, generation, best, mean] with shares of games lost and
        generation 1 for the initial population.

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


def yes_or_no(answer: bool) -> str:
    """Text of a truth value, since claims read numbers and text."""
    return "yes" if answer else "no"


def plateau(log: pd.DataFrame) -> pd.DataFrame:
    """Rows of a log from the first whose best reaches the highest milestone to the last but one."""
    return log[(log["best"] >= MILESTONES[-1]).cummax()].iloc[:-1]


def fitting_games(value: float, losses: int) -> range:
    """Numbers of games of which `losses` lost ones print as the share `value` (below 1) not lost."""
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


def log_facts(log: pd.DataFrame) -> pd.DataFrame:
    """Facts of a log as table fact, value, text, how; NaN for a milestone that it doesn't reach."""
    seconds = log["time_s"].diff().fillna(log["time_s"])
    first, last = log.iloc[0], log.iloc[-1]
    flat = plateau(log)["best"]
    rows: list[Row] = [
        ("generations", len(log), "", "rows of the log"),
        ("seconds", last["time_s"], "", "time of the last row"),
        ("minutes", last["time_s"] / 60, "", "the same in minutes"),
        ("first_line", None, log_line(first["time_s"], 1, 1 - first["best"], 1 - first["avg"]), "first row as printed"),
        *_of_curves("first", first, "first row"),
        *_of_curves("last", last, "last row"),
        *_falls(log),
        *(
            (f"{curve}_from_{level:g}", _first(log[column] >= level), "", f"first generation with {curve} >= {level:g}")
            for level, (curve, column) in product(MILESTONES, CURVES.items())
        ),
        ("plateau_first", log["gen"].get(flat.index.min()), "", f"first generation with best >= {MILESTONES[-1]:g}"),
        ("plateau_last", log["gen"].get(flat.index.max()), "", "the last generation but one"),
        ("plateau_low", flat.min(), "", "lowest best of these generations"),
        ("plateau_high", flat.max(), "", "highest best of these generations"),
        *_plateau_games(plateau_games(log)),
        ("seconds_per_generation", seconds.mean(), "", "mean over all generations"),
        ("seconds_first", seconds.head(_WINDOW).mean(), "", f"mean over the first {_WINDOW} generations"),
        ("seconds_last", seconds.tail(_WINDOW).mean(), "", f"mean over the last {_WINDOW} generations"),
        (
            "seconds_growth",
            seconds.tail(_WINDOW).mean() - seconds.head(_WINDOW).mean(),
            "",
            "the latter less the former",
        ),
        ("seconds_least", seconds.min(), "", "shortest generation"),
        ("seconds_most", seconds.max(), "", "longest generation"),
        ("gap_last", last["best"] - last["avg"], "", "best less average in the last row"),
        ("gap_before_last", _gap(log, -2), "", "best less average in the row before"),
    ]
    return pd.DataFrame(rows, columns=["fact", "value", "text", "how"]).astype({"value": float})


def milestones(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """First generations in which simulated runs reach each milestone, beside the log's.

    Parameters
    ----------
    log : see `pipeline.published_data.read_log`.
    traces : see `as_logged`.

    Returns
    -------
    DataFrame[treatment, curve, threshold, runs, reached, generation, generation_low,
    generation_high, published, inside]: runs and the share of them that reach the threshold; median
    and 2.5% and 97.5% quantiles of the first generation that does, over all runs, infinite where a
    quantile falls on runs that don't, without interpolation; inside is ``yes`` or ``no``, empty
    where the log doesn't get there.
    """
    logged = as_logged(traces)
    rows = []
    for treatment, own in logged.groupby("treatment", sort=False, observed=True):
        replicates = own["replicate"].unique()
        for (curve, column), level in product(CURVES.items(), MILESTONES):
            firsts = own[own[curve] >= level].groupby("replicate")["generation"].min()
            generations = firsts.reindex(replicates).fillna(np.inf).to_numpy()
            rows.append(
                {
                    "treatment": treatment,
                    "curve": curve,
                    "threshold": level,
                    "runs": len(replicates),
                    "reached": len(firsts) / len(replicates),
                    **_beside("generation", _of_runs(generations), _first(log[column] >= level)),
                }
            )
    return pd.DataFrame(rows)


def log_shape(log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
    """Features of simulated runs beside those of the log.

    Parameters
    ----------
    log : see `pipeline.published_data.read_log`.
    traces : see `as_logged`.

    Returns
    -------
    DataFrame[treatment, quantity, interval, n, value, value_low, value_high, published, inside].
    Where `interval` is ``runs``, value is the median over n runs and 95% of them are between low and
    high; inside is ``yes`` if the log is too, else ``no``. Where it is ``mean``, value is the mean
    over runs with its 95% confidence interval (Student's, or Wilson's of a share). The quantities:

    falls : number of generations up to the log's last in which the best fitness falls.
    runs_with_fall : share of runs with at least one fall.
    plateau_share : share of the generations up to the log's last whose best is in the span of the
        log's plateau, see `plateau`.
    gap_last, gap_before_last : best less average in the last generation of solved runs, and in the
        one before.
    first_best, first_average : fitness of the initial population, by run and as a mean.
    """
    logged = as_logged(traces)
    published = _shape(log["best"].to_numpy(), log["avg"].to_numpy(), log)
    rows = []
    for treatment, own in logged.groupby("treatment", sort=False, observed=True):
        runs = own.groupby("replicate")
        shapes = pd.DataFrame([_shape(run["best"].to_numpy(), run["average"].to_numpy(), log) for _, run in runs])
        fell = stats.binomtest(int((shapes["falls"] > 0).sum()), len(shapes)).proportion_ci(method="wilson")
        means = {"runs_with_fall": ((shapes["falls"] > 0).to_numpy(float), (fell.low, fell.high))}
        for quantity in ("first_best", "first_average"):
            means[quantity] = (shapes[quantity].to_numpy(), _confidence(shapes[quantity].to_numpy()))
        for quantity, value in published.items():
            sample = shapes[quantity].dropna().to_numpy()
            row = {"treatment": treatment, "quantity": quantity, "interval": "runs", "n": sample.size}
            rows.append({**row, **_beside("value", _of_runs(sample), value)})
        for quantity, (sample, (low, high)) in means.items():
            row = {"treatment": treatment, "quantity": quantity, "interval": "mean", "n": sample.size}
            value = published.get(quantity, math.nan)
            rows.append({**row, **_beside("value", (sample.mean(), low, high), value), "inside": ""})
    return pd.DataFrame(rows)


def _shape(best: NDArray[np.float64], average: NDArray[np.float64], log: pd.DataFrame) -> dict[str, float]:
    """Quantities of one run, see `log_shape`."""
    shown, flat = best[: len(log)], plateau(log)["best"]
    solved = best[-1] == 1.0
    gaps = np.append(math.nan, best - average) if solved else np.full(2, math.nan)
    return {
        "falls": float(np.count_nonzero(np.diff(shown) < 0)),
        "plateau_share": float(((shown >= flat.min()) & (shown <= flat.max())).mean()),
        "gap_last": float(gaps[-1]),
        "gap_before_last": float(gaps[-2]),
        "first_best": float(best[0]),
        "first_average": float(average[0]),
    }


def _of_runs(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """Median, 2.5% and 97.5% quantiles, each the value of a run; NaN without runs."""
    if not values.size:
        return math.nan, math.nan, math.nan
    median, low, high = np.quantile(values, [0.5, TAIL, 1 - TAIL], method="inverted_cdf")
    return float(median), float(low), float(high)


def _confidence(values: NDArray[np.float64]) -> tuple[float, float]:
    """Student's 95% confidence interval of the mean."""
    _, low, high = mean_interval("", values).values()
    return low, high


def _beside(name: str, found: tuple[float, float, float], published: float) -> dict[str, object]:
    """Columns of a value, its interval, the published value, and ``yes`` or ``no``: is that inside."""
    value, low, high = found
    inside = "" if math.isnan(published) else yes_or_no(low <= published <= high)
    return {name: value, f"{name}_low": low, f"{name}_high": high, "published": published, "inside": inside}


def _of_curves(name: str, row: "pd.Series[float]", how: str) -> list[Row]:
    """Facts of both curves in a row of a log."""
    return [(f"{name}_{curve}", row[column], "", how) for curve, column in CURVES.items()]


def _falls(log: pd.DataFrame) -> list[Row]:
    """Facts of the generations in which a curve falls."""
    rows: list[Row] = []
    for curve, column in CURVES.items():
        after = log.loc[log[column].diff() < 0, "gen"]
        rows += [
            (f"{curve}_falls", len(after), "", f"generations in which {curve} falls"),
            (f"{curve}_falls_at", None, ", ".join(f"{gen - 1} -> {gen}" for gen in after) or "never", "which ones"),
        ]
    return rows


def _plateau_games(table: pd.DataFrame) -> list[Row]:
    """Facts of the numbers of games in a table of `plateau_games`."""
    rows: list[Row] = []
    for losses, own in table[table["games_high"] > 0].groupby("losses"):
        how = f"numbers of games in which the plateau's values are {losses} lost"
        rows.append((f"plateau_games_{losses}", None, f"{own['games_low'].min()}..{own['games_high'].max()}", how))
    return rows


def _gap(log: pd.DataFrame, row: int) -> float:
    """Best less average in a row counted from the end, NaN if there is none."""
    return float(log["best"].iloc[row] - log["avg"].iloc[row]) if len(log) >= -row else math.nan


def _first(reached: "pd.Series[bool]") -> float:
    """Generation of the first True, NaN if there is none."""
    return float(np.argmax(reached)) + 1 if reached.any() else math.nan
