"""Call statistics libraries safely: NaN where a test is undefined; Bayes factors, and Holm's correction."""

import warnings
from collections.abc import Callable, Iterable

import numpy as np
import scipy
from numpy.typing import ArrayLike, NDArray

UNDEFINED = (ValueError, ArithmeticError, AssertionError, np.linalg.LinAlgError)
"""Errors that the libraries raise for samples that are too small or don't vary."""

BAYES, BAYES_TITLE = "bayes_null", "Bayes factor for no difference"
"""Column with the Bayes factor for no difference, see `bayes_for_none`, and its title."""
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


def bayes_for_none(one: ArrayLike, other: ArrayLike | None = None) -> float:
    """Bayes factor of samples for no difference against a difference; NaN where undefined.

    The Bayes factor of Rouder et al. (2009) for Student's t test, with a Cauchy prior of scale 0.707 on the difference
    in standard deviations. Assumes normal values, and equal variances of two samples.

    Parameters
    ----------
    one, other : (n,) and (m,) values, whose means are compared; without `other` (n,) differences of pairs, whose mean
        is compared with 0.

    Returns
    -------
    The factor, 0 if it is too small for a float.
    """
    import pingouin as pg

    first = np.asarray(one, float)
    second = None if other is None else np.asarray(other, float)

    def compute() -> Iterable[float]:
        test = scipy.stats.ttest_1samp(first, 0.0) if second is None else scipy.stats.ttest_ind(first, second)
        # a float of NumPy divides by zero, a float of Python refuses to
        t = np.float64(test.statistic)
        return [1 / pg.bayesfactor_ttest(t, first.size, None if second is None else second.size)]

    return or_nan(compute, count=1)[0]


def studentised_range_p(p: ArrayLike) -> NDArray[np.float64]:
    """P-values from the studentised range to the decimals that are known, see `INTEGRATED`; same shape."""
    return np.round(np.asarray(p, float), INTEGRATED)


def holm(p: ArrayLike) -> NDArray[np.float64]:
    """Correct (n,) p-values by Holm's step-down method; NaN stay NaN and don't count as tests."""
    import pingouin as pg

    return np.asarray(pg.multicomp(np.asarray(p, float), method="holm")[1], float)
