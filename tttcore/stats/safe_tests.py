"""Calls to statistics libraries: NaN where a test is undefined, and Holm's correction."""

import warnings
from collections.abc import Callable, Iterable

import numpy as np
import pingouin as pg
from numpy.typing import ArrayLike, NDArray

UNDEFINED = (ValueError, ArithmeticError, AssertionError, np.linalg.LinAlgError)
"""What the libraries raise for samples that are too small or don't vary."""


def or_nan(test: Callable[[], Iterable[float]], *, count: int) -> tuple[float, ...]:
    """The `count` numbers that `test` yields, all NaN if it can't be computed or one is not finite.

    A test whose statistic is infinite because nothing varies within the groups says nothing about chance,
    so it counts as undefined. Warnings of the library are silenced for this call only.
    """
    undefined = (np.nan,) * count
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            numbers = tuple(float(number) for number in test())
        except UNDEFINED:
            return undefined
    return numbers if np.isfinite(numbers).all() else undefined


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """(n,) p-values corrected by Holm's step-down method; NaN stay NaN and don't count as tests."""
    return np.asarray(pg.multicomp(np.asarray(p, float), method="holm")[1], float)
