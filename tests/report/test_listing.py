"""Tables on pages: cells as people read them."""

import math

import pandas as pd
import pytest

from tttcore.report.listing import is_p, listed

TABLE = pd.DataFrame({"p": [0.0, 0.04367], "share": [0.0, -0.25], "sign_p": ["0.0", "none"], "p_holm": [1.0, math.nan]})


@pytest.mark.parametrize(
    ("column", "found"),
    [
        ("p", True),
        ("p_holm", True),
        ("tost_p", True),
        ("erl_p", True),
        ("chance", False),
        ("pairs", False),
        ("op", False),
    ],
)
def test_columns_of_p_values_by_their_names(column, found):
    assert is_p(column) == found


def test_p_values_are_never_0_and_texts_stay():
    listing = listed(TABLE, {column: column for column in TABLE}, caption="", address="")
    assert [[column.text(row) for column in listing.columns] for row in listing.rows] == [
        ["< 0.001", "0", "0.0", "1"], ["0.0437", "−0.25", "none", "–"],
    ]  # fmt: skip
