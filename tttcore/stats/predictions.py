"""Simulated replications of a document (posterior predictive checks): their runs, and p-values of what it reports."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

from tttcore.pipeline.rounding import rounded, significant
from tttcore.stats.intervals import LEVEL, Columns, median, percentile_interval

NOTICED = 0.8
"""Power: proportion of simulated documents in which a shift must be noticed to count as detectable."""
CONTRARY_SHARE = "successes and failures swapped"
"""Alternative to a report of what happened in a proportion of runs: that it happened in the others."""
COLUMNS = ("low", "high", "chance", "chance_least", "wrong", "finds", "power")


def shuffled(ours: int, own: int, *, documents: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Simulated replications of a document whose runs are known: samples without replacement from its runs and ours.

    If the document's runs are like ours, any `own` of all runs together could as well have been the document's. So
    whatever a document reports, of pools and documents of any size, less than one in twenty true reports has a
    probability below 5% (a permutation test of two samples).

    Parameters
    ----------
    ours, own : number of our runs, and of the document's.

    Returns
    -------
    (documents, own) runs, no two alike in a row, in no order: places from 0 among ours, followed by the document's.
    """
    chosen = np.empty((documents, own), np.int64)
    for place in range(own):  # Floyd's algorithm (Bentley and Floyd 1987)
        last = ours + place
        drawn = rng.integers(0, last, documents, endpoint=True)
        chosen[:, place] = np.where((chosen[:, :place] == drawn[:, None]).any(axis=1), last, drawn)
    return chosen


def from_urn(ours: int, runs: int, *, documents: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Simulated replications of a document whose runs aren't known: samples from a Pólya urn of our runs.

    The urn has a ball for each of our runs and one for a run beyond all of ours. Each ball that is drawn returns with
    another of its kind. So documents vary as ours and theirs do together, and of single numbers each place among ours
    is as likely as another, as if all had been ranked together (Hill 1968).

    Parameters
    ----------
    ours : number of our runs.
    runs : number of runs of a document.

    Returns
    -------
    (documents, runs) places of runs, from 0 among ours; `ours` for a run beyond them.
    """
    chosen = rng.integers(0, ours + 1 + np.arange(runs), (documents, runs))
    for place in range(1, runs):
        again = np.flatnonzero(chosen[:, place] > ours)
        chosen[again, place] = chosen[again, chosen[again, place] - ours - 1]
    return chosen


def place_of_number(
    drawn: ArrayLike, reported: float, *, possible: tuple[float, float] = (-math.inf, math.inf)
) -> Columns:
    """Rank of a reported number among the numbers of simulated replications.

    The p-value of a report is twice the smaller of the proportions of documents with at most and with at least as
    large a number, and 1 at most; ties are in both. Numbers are compared with eight digits.

    Parameters
    ----------
    drawn : (documents,) numbers drawn under the model; NaN where a document has none, which are left out. Or
        (2, documents) the least and the greatest number that each can have; then documents with at most a number are
        those whose least is, and documents with at least a number those whose greatest is.
    reported : number of the real document; NaN if it has none.
    possible : least and greatest number that can be reported.

    Returns
    -------
    low, high : 95% of the drawn numbers lie between, see `percentile_interval`.
    chance : p-value, the probability of a report that is as far out as `reported` or farther.
    chance_least : least p-value that any possible report has: 0 if that needn't have been drawn. Where it
        is not below `LEVEL`, no report could be unlikely.
    wrong : proportion of simulated replications whose p-value is below `LEVEL`, though all are true.
    finds : shift of all drawn numbers, upwards or downwards, whichever must be the larger, beyond which `NOTICED` of
        the documents have a p-value below `LEVEL`; `power` is NaN.

    All NaN without drawn numbers.
    """
    numbers = np.asarray(drawn, np.float64)
    least, greatest = map(_ordered, numbers if numbers.ndim == 2 else (numbers, numbers))
    documents = least.size
    if documents == 0:
        return dict.fromkeys(COLUMNS, math.nan)

    def chance(number: float) -> float:
        at_most = least.searchsorted(number, side="right")
        at_least = documents - greatest.searchsorted(number, side="left")
        return float(min(1.0, 2 * min(at_most, at_least) / documents))

    tail = math.ceil(LEVEL / 2 * documents)  # documents with which a p-value isn't below LEVEL
    low, high = least[tail - 1], greatest[documents - tail]
    noticed = math.ceil(NOTICED * documents)
    number = significant(reported)
    return {
        "low": float(percentile_interval(least)[0]),
        "high": float(percentile_interval(greatest)[1]),
        "chance": math.nan if math.isnan(number) else chance(number),
        "chance_least": min(map(chance, map(significant, possible))),
        "wrong": float(((least < low).sum() + (greatest > high).sum()) / documents),
        "finds": float(max(high - least[documents - noticed], greatest[noticed - 1] - low)),
        "power": math.nan,
    }


def place_of_run(values: NDArray[Any], *, low: float, high: float) -> Columns:
    """Rank of a document's single run among ours; result as of `place_of_number`.

    If it is like our n, any of the n + 1 runs is as likely as another to lie farthest from the median of all, however
    runs are distributed (a conformal prediction, Vovk et al. 2005).

    Parameters
    ----------
    values : (n,) of our runs.
    low, high : values that the report can stand for.

    Returns
    -------
    low, high : the least and the greatest of ours.
    chance : p-value, the proportion of the n + 1 runs, the document's among them, that lie as far from the median of
        all as the report, or farther; of the values that it can stand for, the one nearest to the median of ours.
    chance_least : least p-value that any report has, 1 / (n + 1).
    wrong : greatest proportion of true reports with a p-value below `LEVEL`.
    finds : shift of all values beyond which `NOTICED` of the reports have such a p-value; infinite where none can.

    All NaN without runs.

    Examples
    --------
    >>> import numpy as np
    >>> from tttcore.stats.predictions import place_of_run
    >>> round(place_of_run(np.arange(40.0), low=100, high=101)["chance"], 4)
    0.0244
    """
    n = len(values)
    if n == 0:
        return dict.fromkeys(COLUMNS, math.nan)
    middle = median(values)
    runs = np.append(values, np.clip(middle, low, high))
    distances = rounded(np.abs(runs - median(runs)))
    unlikely = math.ceil(LEVEL * (n + 1)) - 1  # of the n + 1 runs, those whose p-value can be below LEVEL
    finds = math.inf
    if unlikely:
        below, above = np.quantile(values, (1 - NOTICED, NOTICED))
        beyond = np.sort(np.abs(values - middle))[-unlikely]
        finds = float((high - low) / 2 + beyond + max(middle - below, above - middle))
    return {
        "low": float(values.min()),
        "high": float(values.max()),
        "chance": float((distances >= distances[-1]).mean()),
        "chance_least": 1 / (n + 1),
        "wrong": unlikely / (n + 1),
        "finds": finds,
        "power": math.nan,
    }


def chances_of_counts(of: int, *, successes: int, runs: int) -> NDArray[np.float64]:
    """(of + 1,) probability of each number of successes among `of` runs of a document, if they are like our `runs`.

    The p-value of Fisher's exact test (`scipy.stats.fisher_exact`): if all runs are drawn alike, the proportion of
    draws with a number that is no likelier.

    Parameters
    ----------
    successes, runs : of ours.
    """
    ours = successes, runs - successes
    return np.array([scipy.stats.fisher_exact([(count, of - count), ours]).pvalue for count in range(of + 1)])


def is_contrary(reported: float, low: float, high: float) -> bool:
    """True if a document reports one half or more of its runs of what less than half of ours have, or the other way.

    Parameters
    ----------
    low, high : interval of the proportion of ours.
    """
    return high < 1 / 2 <= reported or reported <= 1 / 2 < low


def place_of_outcome(
    drawn: Sequence[str] | NDArray[np.str_],
    reported: str,
    *,
    unseen: bool,
    anything: float = 0.0,
    otherwise: Sequence[str] | NDArray[np.str_] = (),
) -> Columns:
    """Rank of a reported outcome among the outcomes of simulated replications; result as of `place_of_number`.

    The p-value of a report is the proportion of documents, the real one among them, with an outcome that is no more
    frequent than the reported one. Outcomes have no size, so `low`, `high` and `finds` are NaN; `power` is the
    proportion of outcomes under an alternative that have a p-value below `LEVEL`.

    Parameters
    ----------
    drawn : (documents,) outcomes drawn under the model, as text; an empty text where a document has none.
    reported : outcome of the real document; empty if it has none.
    unseen : whether there are outcomes that could be reported and weren't drawn.
    anything : of documents drawn by `from_urn`, the proportion of those with a run beyond ours, which could report
        anything and aren't among those drawn; part of every probability.
    otherwise : outcomes drawn under the alternative.
    """
    outcomes = np.asarray(drawn, np.str_)
    names, counts = np.unique(outcomes[outcomes != ""], return_counts=True)
    found = dict.fromkeys(COLUMNS, math.nan)
    if counts.size == 0:
        return found
    ordered = np.sort(counts)
    up_to = np.append(0, ordered.cumsum())

    def chance(frequency: ArrayLike) -> NDArray[np.float64]:
        """P-value of outcomes that were drawn as often as that, and reported once more."""
        rarer = up_to[ordered.searchsorted(np.asarray(frequency) + 1, side="right")]
        return np.asarray(anything + (1 - anything) * (rarer + 1) / (counts.sum() + 1))

    chances = chance(counts)
    known = dict(zip(names.tolist(), chances < LEVEL, strict=True))
    is_new_unlikely = bool(chance(0) < LEVEL)
    noticed = [known.get(each, is_new_unlikely) for each in np.asarray(otherwise, np.str_).tolist() if each]
    return found | {
        "chance": float(chance(counts[names == reported].sum())) if reported else math.nan,
        "chance_least": float(chance(0) if unseen else chances.min()),
        "wrong": float((1 - anything) * counts[chances < LEVEL].sum() / counts.sum()),
        "power": float(np.mean(noticed)) if noticed else math.nan,
    }


def _ordered(numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    """Numbers in ascending order, rounded; NaN are left out."""
    distinct, repeated = np.unique(numbers[~np.isnan(numbers)], return_counts=True)
    return np.repeat(rounded(distinct), repeated)
