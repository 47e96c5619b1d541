"""Numbers as people read them."""

import math

import numpy as np
import pytest

from tttcore.plots.numbers import number


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (0.264123, "0.2641"),
        (5.59425, "5.594"),
        (-0.07801234, "-0.07801"),
        (7.0, "7"),
        (0.0, "0"),
        (362880, "362,880"),
        (np.float64(1234.56), "1,234.6"),
        (999.96, "1,000"),
        (0.00001234, "1.23e-05"),
        (1.5e-300, "1.50e-300"),
        (999_999_999_999_999, "999,999,999,999,999"),
        (-3.047556256495648e20, "-3.05e+20"),
        (math.nan, "–"),
        ("0.5000000001", "0.5"),
        ("765", "765"),
        ("12345.0", "12,345"),
        ("7, 7, 7", "7, 7, 7"),
        ("rmg < umg", "rmg < umg"),
        ("", ""),
        (True, "True"),
        (None, "None"),
    ],
)
def test_number(value, shown):
    assert number(value) == shown
