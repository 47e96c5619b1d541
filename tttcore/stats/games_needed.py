"""Games that learners need until no reply beats them: curves, first and lasting success, and pairs of learners.

A learner never loses in a seat if the chance to lose to the reply that makes it lose most is 0 (`reply_lost`). It is
looked at on a grid of games alone: a learner that forgets may have been unbeatable between two readings.
"""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray
from statsmodels.stats.proportion import proportion_confint

from tttcore.pipeline.store import read
from tttcore.players.behaviour import OPENINGS
from tttcore.stats.comparison import Sample, logrank
from tttcore.stats.decades import decade_points
from tttcore.stats.hypothesis_tests import holm
from tttcore.stats.intervals import LEVEL, median_interval, share_interval
from tttcore.stats.pairwise import a12

LINE = ["study", "treatment", "seat"]
"""Columns that name a learner in a seat."""
MEASURES = ("reply_lost", "perfect_lost", "random_lost")
"""Chances to lose whose means are drawn."""
RARE = 0.01
"""Chance to lose of a learner that nearly never loses: one game in a hundred."""
MOST = 10**12
"""End of the common grid, beyond all numbers of games."""
HALF_DECADE = math.sqrt(10)
"""The last half decade begins at this part of all games."""

ENDS = ("", "_low", "_high")
"""Ends of the names of an estimate and of its interval."""
DOCUMENTS = Path(__file__).parent / "assets"
"""Folder with tables `games_needed` and `curves` of the documents' learners, from this version's own decisive run."""
GAMES_NEEDED = (
    *LINE,
    *("n", "games", "unit"),
    *(f"first{end}" for end in (*ENDS, "_from")),
    "organisms",
    *(f"{name}{end}" for name in ("ever", "lasting", "lasts", "at_end") for end in ENDS),
    "forgets",
    *(f"nearly{end}" for end in ENDS),
)
"""Columns of `games_needed`."""
CURVES = (
    *LINE,
    "games",
    "n",
    *(f"{name}{end}" for name in ("unbeaten", *MEASURES) for end in ENDS),
    *OPENINGS,
    "resigns",
    "mistake",
    "mistaken",
)
"""Columns of `curves`."""
READING, READINGS = "reading", ("first", "last")
"""Column of `learnt` beside those of `curves`, and its values."""
PAIRS = {
    "seat": "Seat",
    "a": "First",
    "b": "Second",
    "statistic": "Log-rank χ²",
    "p": "p",
    "p_holm": "p (Holm)",
    "fewer": "Chance that the first needs fewer games",
}
"""Columns of `pairs`."""


def successes(learning: pd.DataFrame) -> pd.DataFrame:
    """First and lasting success of every run in each seat; infinite if there is none.

    Parameters
    ----------
    learning : table `engines.learning.LEARNING` with a column ``study``.

    Returns
    -------
    study, treatment, seat, replicate.
    first, first_from : games of the first reading at which it never loses, and of the reading before.
    lasting : games of the first reading from which on it never loses; the run must go on to twice as many games.
    at_end : whether it never loses at the last reading.
    forgets : proportion of readings in the last half decade of games, after its first success, at which it can lose.
    nearly : games of the first reading at which it loses at most one game in a hundred to any reply.
    games : of the run; ``organisms`` that were made by its first success.
    """
    rows = []
    for key, run in learning.groupby([*LINE, "replicate"], sort=False):
        games, lost = run["games"].to_numpy(), run["reply_lost"].to_numpy()
        first, nearly = _first(lost == 0), _first(lost <= RARE)
        lasting = len(lost) - _first(lost[::-1] > 0)
        lasts = lasting < len(lost) and games[-1] >= 2 * games[lasting]
        late = lost[first:][games[first:] >= games[-1] / HALF_DECADE]
        found = first < len(lost)
        rows.append(
            dict(zip([*LINE, "replicate"], key, strict=True))
            | {
                "first": games[first] if found else math.inf,
                "first_from": (games[first - 1] if first else 0) if found else math.inf,
                "organisms": run["organisms"].iloc[first] if found else math.inf,
                "lasting": games[lasting] if lasts else math.inf,
                "at_end": lost[-1] == 0,
                "forgets": float((late > 0).mean()) if found else math.nan,
                "nearly": games[nearly] if nearly < len(lost) else math.inf,
                "games": games[-1],
            }
        )
    return pd.DataFrame(rows)


def _first(holds: NDArray[np.bool_]) -> int:
    """Index of the first True, the length without any."""
    return int(np.argmax(holds)) if holds.any() else len(holds)


def games_needed(found: pd.DataFrame, units: Mapping[str, str]) -> pd.DataFrame:
    """Table `GAMES_NEEDED`, a row for each learner and seat; medians are NaN where fewer than half of the runs succeed.

    Parameters
    ----------
    found : see `successes`.
    units : what the games of each study are.
    """
    rows = []
    for key, runs in found.groupby(LINE, sort=False):
        n, first = len(runs), runs["first"]
        row: dict[str, Any] = dict(zip(LINE, key, strict=True)) | {"n": n, "games": runs["games"].max()}
        row["unit"] = units[row["study"]]
        row |= median_interval("first", first)
        at = runs[first == row["first"]]
        row |= {"first_from": at["first_from"].min(), "organisms": at["organisms"].median()}
        row |= share_interval("ever", int(np.isfinite(first).sum()), n, method="wilson")
        row |= median_interval("lasting", runs["lasting"])
        row |= share_interval("lasts", int(np.isfinite(runs["lasting"]).sum()), n, method="wilson")
        row |= share_interval("at_end", int(runs["at_end"].sum()), n, method="wilson")
        row |= {"forgets": runs["forgets"].mean()} | median_interval("nearly", runs["nearly"])
        rows.append(row)
    return pd.DataFrame(rows).replace(math.inf, math.nan)[[*GAMES_NEEDED]]


def curves(learning: pd.DataFrame) -> pd.DataFrame:
    """Learning curves: a row for each learner, seat and point of the common grid.

    A run counts with its last reading before a point; after its end it counts as it ended. Points before some run's
    first reading are left out.

    Returns
    -------
    study, treatment, seat, games, n.
    unbeaten : proportion of runs that never lose, with Wilson's interval.
    `MEASURES` : mean chances to lose, with Student's interval within 0 and 1.
    `OPENINGS`, resigns : mean chances of first marks as X on 3x3, and that it gives up at once; else NaN.
    mistake, mistaken : the commonest mistake on the line that loses most, see `players.behaviour.worst_mistake`, the
        first of equals in alphabetical order, and the proportion of runs with it; empty and 0 if none can lose.
    """
    return pd.concat([_curve(own) for _, own in learning.groupby(LINE, sort=False)], ignore_index=True)


def _curve(own: pd.DataFrame) -> pd.DataFrame:
    runs = [run for _, run in own.groupby("replicate")]
    begin, n = max(run["games"].iloc[0] for run in runs), len(runs)
    points = [point for point in [0, *decade_points(int(own["games"].max()))] if point >= begin]
    places = [np.searchsorted(run["games"], points, side="right") - 1 for run in runs]
    lost = np.stack([run[[*MEASURES]].to_numpy()[at] for run, at in zip(runs, places, strict=True)])
    opens = np.stack([run[[*OPENINGS]].to_numpy()[at] for run, at in zip(runs, places, strict=True)]).mean(axis=0)
    texts = np.stack([run["mistake"].to_numpy(str)[at] for run, at in zip(runs, places, strict=True)], axis=1)
    unbeaten = np.count_nonzero(lost[:, :, 0] == 0, axis=0)
    table = pd.DataFrame({"games": points, "n": n, "unbeaten": unbeaten / n})
    table["unbeaten_low"], table["unbeaten_high"] = proportion_confint(unbeaten, n, LEVEL, method="wilson")
    means, errors = lost.mean(axis=0), scipy.stats.sem(lost, axis=0) if n > 1 else np.nan * lost[0]
    reach = scipy.stats.t.ppf(1 - LEVEL / 2, n - 1) * errors
    for name, mean, ends in zip(MEASURES, means.T, np.clip([means - reach, means + reach], 0, 1).T, strict=True):
        table[name], (table[f"{name}_low"], table[f"{name}_high"]) = mean, ends.T
    table[[*OPENINGS]] = opens
    table["resigns"] = np.round(1 - opens.sum(axis=1), 12)
    table[["mistake", "mistaken"]] = [_commonest(row) for row in texts.tolist()]
    return table.assign(**own[LINE].iloc[0])[[*CURVES]]


@cache
def documents_curves() -> pd.DataFrame:
    """Table `curves` of the documents' learners."""
    return read(DOCUMENTS / "curves.parquet")


def documents_units() -> dict[str, str]:
    """Names of that which the documents' learners count, such as games or lines of play, by study."""
    table = read(DOCUMENTS / "games_needed.parquet")
    return dict(zip(table["study"], table["unit"], strict=True))


def documents_learners() -> list[str]:
    """Documents' learners of 3x3, as ``STUDY/TREATMENT``: others make no mistakes that curves name."""
    table = documents_curves()
    table = table[table["mistake"] != ""]
    return [*(table["study"] + "/" + table["treatment"]).unique()]


def learnt(table: pd.DataFrame) -> pd.DataFrame:
    """Rows of `curves` of each learner and seat at its ``first`` and its ``last`` reading, as column ``reading``."""
    ends = table.groupby(LINE, sort=False)
    parts = zip((ends.head(1), ends.tail(1)), READINGS, strict=True)
    return pd.concat([part.assign(**{READING: name}) for part, name in parts], ignore_index=True)


def _commonest(texts: Sequence[str]) -> tuple[str, float]:
    """Commonest of the texts that aren't empty, the first of equals, and its proportion of all."""
    counts = Counter(sorted(filter(None, texts))).most_common(1)
    return (counts[0][0], counts[0][1] / len(texts)) if counts else ("", 0.0)


def pairs(found: pd.DataFrame, drawn: Collection[tuple[str, str]]) -> pd.DataFrame:
    """Table `PAIRS`: every two of some learners in each seat, by their first success on the common grid.

    Readings between two points of the grid count at the upper one, so that ties are ties. A run without success is
    censored at the last point that it reaches.

    Parameters
    ----------
    found : see `successes`.
    drawn : study and treatment of each learner.

    Returns
    -------
    a, b : study and treatment, with a slash between them.
    statistic, p, p_holm : log-rank test, corrected by Holm over all pairs of both seats; NaN if neither succeeds while
        some run of both goes on.
    fewer : probability that a run of a needs fewer games than one of b, ties counting half, if both are stopped where
        the first run ends that doesn't succeed; NaN if none has succeeded by then.
    """
    rows = []
    for seat in found["seat"].unique():
        own = dict(list(found[found["seat"] == seat].groupby(["study", "treatment"], sort=False)))
        for one, other in combinations([name for name in drawn if name in own], 2):
            row: dict[str, Any] = {"seat": seat, "a": "/".join(one), "b": "/".join(other)}
            rows.append(row | _pair(own[one], own[other]))
    table = pd.DataFrame(rows, columns=[name for name in PAIRS if name != "p_holm"])
    return table.assign(p_holm=holm(table["p"]))[[*PAIRS]]


def _pair(one: pd.DataFrame, other: pd.DataFrame) -> dict[str, float]:
    samples = [_sample(one), _sample(other)]
    both = min(float(sample.values.max()) for sample in samples)
    statistic = p = fewer = math.nan
    if any((sample.values[~sample.censored] <= both).any() for sample in samples):
        statistic, p = logrank(samples)
    end = min(float(sample.values[sample.censored].min(initial=math.inf)) for sample in samples)
    stopped = [_sample(runs, end) for runs in (other, one)]
    if not all(sample.censored.all() for sample in stopped):
        fewer = a12(*stopped)
    return {"statistic": statistic, "p": p, "fewer": fewer}


def _sample(runs: pd.DataFrame, most: float = math.inf) -> Sample:
    ends, needed = runs["games"].clip(upper=most).to_numpy(float), runs["first"].to_numpy(float)
    grid = np.array([0.0, *decade_points(MOST), math.inf])
    at_least, at_most = grid[np.searchsorted(grid, needed)], grid[np.searchsorted(grid, ends, side="right") - 1]
    censored = needed > ends
    return Sample.of(np.where(censored, at_most, at_least), censored)
