"""Call statistics libraries safely: NaN where a test is undefined, and Holm's correction."""

import warnings
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

UNDEFINED = (ValueError, ArithmeticError, AssertionError, np.linalg.LinAlgError)
"""Errors that the libraries raise for samples that are too small or don't vary."""


def or_nan(test: Callable[[], Iterable[float]], *, count: int) -> tuple[float, ...]:
    """Return the `count` numbers that `test` yields, all NaN if it raises one of `UNDEFINED` or one is not finite.

    A statistic that is infinite because nothing varies within the groups counts as undefined, too. Warnings of the
    library are silenced for this call only.
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
    """Correct (n,) p-values by Holm's step-down method; NaN stay NaN and don't count as tests."""
    import pingouin as pg

    return np.asarray(pg.multicomp(np.asarray(p, float), method="holm")[1], float)
