"""Predictive distributions: how likely a reported number, count or outcome is among pretended documents."""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tttcore.pipeline.rounding import rounded, significant
from tttcore.stats.intervals import LEVEL, Columns, percentile_interval

NOTICED = 0.8
"""Share of documents by which a shift is noticed that counts as found."""
COLUMNS = ("low", "high", "chance", "chance_least", "wrong", "finds")


def place_of_number(
    drawn: ArrayLike, reported: float, *, possible: tuple[float, float] = (-math.inf, math.inf)
) -> Columns:
    """Place of a reported number among the numbers of pretended documents.

    The chance of a report is twice the smaller of the shares of documents with at most and with at least as large a
    number, and 1 at most; ties are in both shares. Numbers are compared with eight digits.

    Parameters
    ----------
    drawn : (documents,) numbers drawn under the model; NaN where a document has none, which are left out.
    reported : number of the real document; NaN if it has none.
    possible : least and greatest number that can be reported.

    Returns
    -------
    low, high : 95% of the drawn numbers lie between, see `percentile_interval`.
    chance : chance of a report that is as far out as `reported` or farther.
    chance_least : least chance that anything has that can be reported: 0 if that needn't have been drawn. Where it is
        not below `LEVEL`, no report could differ.
    wrong : share of pretended documents whose chance is below `LEVEL`, though nothing differs.
    finds : shift of all drawn numbers, upwards or downwards, whichever must be the larger, beyond which `NOTICED` of
        the documents have a chance below `LEVEL`.

    All NaN without drawn numbers.
    """
    values, counts = _distribution(drawn)
    chances = _two_sided(counts.cumsum(), counts[::-1].cumsum()[::-1], counts.sum())
    number = significant(reported)
    chance = _two_sided(counts[values <= number].sum(), counts[values >= number].sum(), counts.sum())
    low, high = map(significant, possible)
    unseen = values.size > 0 and bool(low < values[0] or high > values[-1])
    return _place(values, counts, chances, math.nan if math.isnan(number) else float(chance), unseen=unseen)


def place_of_count(drawn: ArrayLike, reported: float, *, most: float) -> Columns:
    """Place of a reported count among the counts of pretended documents; result as of `place_of_number`.

    The chance of a report is the share of documents with a count that was drawn no more often than the reported one; 0
    for a count that was never drawn. A shift is by whole numbers, so that `finds` is one.

    Parameters
    ----------
    drawn, reported : see `place_of_number`.
    most : greatest count that can be reported; the least is 0.
    """
    values, counts = _distribution(drawn)
    chances = _no_likelier(counts)
    chance = math.nan if math.isnan(reported) else float(chances[values == significant(reported)].sum())
    found = _place(values, counts, chances, chance, unseen=values.size <= most)
    return found | {"finds": found["finds"] + 1}


def place_of_outcome(drawn: Sequence[str] | NDArray[np.str_], reported: str, *, unseen: bool) -> Columns:
    """Place of a reported outcome among the outcomes of pretended documents; result as of `place_of_number`.

    The chance of a report is the share of documents with an outcome that was drawn no more often than the reported one;
    0 for an outcome that was never drawn. Outcomes have no size, so `low`, `high` and `finds` are NaN.

    Parameters
    ----------
    drawn : (documents,) outcomes drawn under the model, as text; an empty text where a document has none.
    reported : outcome of the real document; empty if it has none.
    unseen : whether there are outcomes that could be reported and weren't drawn.
    """
    outcomes = np.asarray(drawn, np.str_)
    names, counts = np.unique(outcomes[outcomes != ""], return_counts=True)
    chances = _no_likelier(counts)
    chance = float(chances[names == reported].sum()) if reported else math.nan
    return dict.fromkeys(COLUMNS, math.nan) | _chances(counts, chances, chance, unseen=unseen)


def _distribution(drawn: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """Distinct numbers in ascending order, rounded, and how many documents have each; NaN are left out."""
    numbers = np.asarray(drawn, np.float64)
    distinct, repeated = np.unique(numbers[~np.isnan(numbers)], return_counts=True)
    values, place = np.unique(rounded(distinct), return_inverse=True)
    counts = np.zeros(values.size, np.int64)
    np.add.at(counts, place, repeated)
    return values, counts


def _two_sided(at_most: ArrayLike, at_least: ArrayLike, documents: int) -> NDArray[np.float64]:
    """Chance from the numbers of documents in each tail."""
    return np.minimum(1.0, 2 * np.minimum(at_most, at_least) / max(documents, 1))


def _no_likelier(counts: NDArray[np.int64]) -> NDArray[np.float64]:
    """(outcomes,) share of documents with an outcome that is no more frequent."""
    ordered = np.sort(counts)
    return ordered.cumsum()[np.searchsorted(ordered, counts, side="right") - 1] / max(counts.sum(), 1)


def _place(
    values: NDArray[np.float64],
    counts: NDArray[np.int64],
    chances: NDArray[np.float64],
    chance: float,
    *,
    unseen: bool,
) -> Columns:
    """Columns for numbers in ascending order, how many documents have each, and the chance of the reported one."""
    if values.size == 0:
        return dict.fromkeys(COLUMNS, math.nan)
    low, high = percentile_interval(np.repeat(values, counts))
    finds = _found_shift(values, counts, values[chances >= LEVEL])
    return {"low": float(low), "high": float(high), **_chances(counts, chances, chance, unseen=unseen), "finds": finds}


def _chances(counts: NDArray[np.int64], chances: NDArray[np.float64], chance: float, *, unseen: bool) -> Columns:
    if counts.size == 0:
        return {}
    wrong = counts[chances < LEVEL].sum() / counts.sum()
    return {"chance": chance, "chance_least": 0.0 if unseen else float(chances.min()), "wrong": float(wrong)}


def _found_shift(values: NDArray[np.float64], counts: NDArray[np.int64], accepted: NDArray[np.float64]) -> float:
    """Shift of numbers in ascending order beyond which `NOTICED` of them lie outside those that are accepted."""
    wanted = NOTICED * counts.sum()
    most = values[counts[::-1].cumsum()[::-1] >= wanted].max()
    least = values[counts.cumsum() >= wanted].min()
    return float(max(accepted.max() - most, least - accepted.min()))
