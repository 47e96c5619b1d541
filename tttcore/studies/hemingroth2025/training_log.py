"""Facts of the published training log by itself, and our traces in the log's numbers.

Logs give the share of games that are *not* lost, to five decimals, and number the initial population as generation 1.
Our traces give the share lost; `as_logged` converts them.
"""

import math
from collections.abc import Iterable
from itertools import product

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.progress import DECIMALS, log_line
from tttcore.studies.facts import Fact, fact_table

CURVES = {"best": "best", "average": "avg"}
"""Curves of a run and their columns in a log."""
THRESHOLDS = (0.9, 0.99, 0.998)
"""Thresholds of fitness; the highest is the beginning of the log's plateau."""
TAIL = 0.025
"""Share of the runs on either side of a 95% interval."""
_WINDOW = 5
"""Generations over which the first and the last times are averaged."""
_LOSSES = (1, 2)
"""Numbers of lost games that may explain a value of the plateau."""


def as_logged(traces: pd.DataFrame) -> pd.DataFrame:
    """Convert traces to the values of a log: treatment, replicate, generation, best, average.

    Parameters
    ----------
    traces : DataFrame[treatment, replicate, generation, best, mean], shares of games lost; generation 1 is the initial
        population.

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
    return log[(log["best"] >= THRESHOLDS[-1]).cummax()].iloc[:-1]


def fitting_games(value: float, losses: int) -> range:
    """Numbers of games of which `losses` lost ones print as the share `value` (below 1) not lost."""
    half = 0.5 * 10.0**-DECIMALS
    around = range(math.floor(losses / (1 - value + half)), math.ceil(losses / (1 - value - half)) + 1)
    fitting = [games for games in around if f"{1 - losses / games:.{DECIMALS}f}" == f"{value:.{DECIMALS}f}"]
    return range(fitting[0], fitting[-1] + 1) if fitting else range(0)


PLATEAU_GAMES = {
    "best": "Best",
    "losses": "Games lost",
    "games_low": "of at least",
    "games_high": "at most",
}
"""Columns of `plateau_games`."""


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
