"""Safe calls of statistics libraries, with NaN where a test is undefined, and Holm's correction."""

import warnings
from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import ArrayLike, NDArray

UNDEFINED = (ValueError, ArithmeticError, AssertionError, np.linalg.LinAlgError)
"""Errors that the libraries raise for samples that are too small or don't vary."""

INTEGRATED = 9
"""Decimals of p-values of the studentised range: SciPy integrates its distribution with errors up to 1e-11 and takes
that from 1, so that further digits, and all of smaller values, are noise."""


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


def studentised_range_p(p: ArrayLike) -> NDArray[np.float64]:
    """P-values from the studentised range to the decimals that are known, see `INTEGRATED`; same shape."""
    return np.round(np.asarray(p, float), INTEGRATED)


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """Correct (n,) p-values by Holm's step-down method; NaN stay NaN and don't count as tests.

    Examples
    --------
    >>> from tttcore.stats import holm
    >>> holm([0.01, 0.04, 0.03]).tolist()
    [0.03, 0.06, 0.06]
    """
    import pingouin as pg

    return np.asarray(pg.multicomp(np.asarray(p, float), method="holm")[1], float)
