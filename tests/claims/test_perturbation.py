"""A rule that cannot fail, or cannot agree, is found out."""

import math

import pandas as pd
import pytest

from tttcore.claims.assertions import Terms
from tttcore.claims.perturbation import can_fail
from tttcore.claims.selectors import ClaimValue

NAN = math.nan
SHARES, COUNTS, REALS = (pd.Series(values) for values in ([0.2, 0.9], [3, 40], [-2.5, 7.0]))
TEXTS = pd.Series(["a", "b"])
ROWS = ClaimValue(NAN, text="a < b < c", rows={name: (at, NAN, NAN) for at, name in enumerate("abc")})


@pytest.mark.parametrize(
    ("asserts", "found", "target", "margin", "column", "wanted"),
    [
        ("bound", ClaimValue(0.2), "0..1", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), ">= 0", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), "> 1", NAN, SHARES, False),
        ("bound", ClaimValue(0.2), "> 0", NAN, SHARES, True),
        ("bound", ClaimValue(0.2), "<= 0.999", NAN, SHARES, True),
        ("bound", ClaimValue(3.0), ">= 0", NAN, COUNTS, False),
        ("bound", ClaimValue(3.0), "> 1e9", NAN, COUNTS, True),
        ("bound", ClaimValue(-2.5), ">= 0", NAN, REALS, True),
        ("bound", ClaimValue(NAN, low=6.0, high=8.0), "6..8", NAN, REALS, True),
        ("identity", ClaimValue(3.0), "3", NAN, COUNTS, True),
        ("identity", ClaimValue(NAN, text="a"), "a", NAN, TEXTS, True),
        ("number", ClaimValue(0.2), "0.20", NAN, SHARES, True),
        ("number", ClaimValue(0.2), "-0.2", NAN, SHARES, False),
        ("number", ClaimValue(5.1019), "5.1019", NAN, COUNTS, True),
        ("no difference", ClaimValue(0.2), "0", 2.0, SHARES, False),
        ("no difference", ClaimValue(0.2), "0", 0.1, SHARES, True),
        ("order", ROWS, "... < c", NAN, COUNTS, True),
        ("order", ROWS, "c < a < b", NAN, COUNTS, True),
        ("existence", ClaimValue(3.0), "", NAN, COUNTS, True),
        ("universality", ClaimValue(3.0), "", NAN, COUNTS, True),
        ("report", ClaimValue(NAN), "", NAN, COUNTS, True),
    ],
)
@pytest.mark.parametrize("chance", [True, False])
def test_verdicts_that_can_come_out_either_way(asserts, found, target, margin, column, wanted, chance):
    if chance and asserts in ("identity", "number"):
        margin = 0.1
    assert can_fail(asserts, found, Terms(target, margin, chance), column) is wanted
