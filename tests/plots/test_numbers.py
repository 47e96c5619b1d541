"""Numbers as people read them."""

import math

import numpy as np
import pytest

from tttcore.plots.numbers import cell, number


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


@pytest.mark.parametrize("text", ["0500", "+2", "1_000", "nan", "infinity", "1e5", " 7"])
def test_cells_of_text_stay_as_they_are(text):
    assert cell(text) == text
    assert cell(1234567.0) == number(1234567.0) == "1,234,567"
