"""Round computed numbers, so that stored statistics and the order of rows are the same on every CPU."""

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import ArrayLike, NDArray

if TYPE_CHECKING:
    import pandas as pd

DIGITS = 8
"""Significant digits of stored statistics.

Libraries choose their code by CPU: sums in another order, multiplication and addition in one step, other elementary
functions. Of 410,000 statistics of the decisive results 6,600 then differ, most by 1e-15 of their value, p-values below
1e-40 by up to 1e-12. With eight digits all together have a probability below 1 in 1,000 that rounding goes another way
somewhere; with twelve it does hundreds of times.
"""
SMALLEST = 1e-300
"""Numbers nearer to 0 become 0: most digits are lost just before that, where floats end."""
ERRORS = 1e-13
"""Rounding errors of sums, as a part of the largest number that was added."""
_TO_LOWER = 1 - 1e-11
"""Factor of what is rounded: it takes a value halfway between two results, such as 1/512, or beside it by what CPUs
differ, to the lower one, and no other value across."""


def significant(number: float) -> float:
    """Round a number to `DIGITS` significant digits, halves towards 0; whole numbers, infinity and NaN are kept.

    Digits before the decimal point are kept however many they are. Zero has no sign.
    """
    number = float(number)
    if number.is_integer() or not math.isfinite(number):
        return number + 0.0
    if abs(number) < SMALLEST:
        return 0.0
    if abs(number) >= 10**DIGITS:
        return float(round(number))
    return float(f"{number * _TO_LOWER:.{DIGITS - 1}e}")


def settled(value: float, *, scale: float) -> float:
    """0 for a sum or a difference that is no more than the rounding errors of numbers as large as `scale`.

    Significant digits of what is left of numbers that cancel would be noise.
    """
    return 0.0 if abs(value) < ERRORS * scale else value


def rounded(numbers: ArrayLike) -> NDArray[np.float64]:
    """Round each number of an array by `significant`; same shape."""
    exact = np.asarray(numbers, np.float64)
    different, places = np.unique(exact, return_inverse=True)  # columns of shares have few different numbers
    return np.array([significant(number) for number in different.tolist()])[places].reshape(exact.shape)


def rounded_table(table: "pd.DataFrame") -> "pd.DataFrame":
    """Round the columns of a table that hold floats; others are kept."""
    found = table.copy(deep=False)
    for column in table.select_dtypes(np.floating):
        found[column] = rounded(table[column])
    return found


def order_of(values: ArrayLike, names: Iterable[str], *, descending: bool = False) -> NDArray[np.intp]:
    """Positions that sort (n,) computed values as they are rounded, ties by name; NaN last."""
    keys = rounded(values)
    return np.lexsort((np.array([*names], np.str_), -keys if descending else keys))
