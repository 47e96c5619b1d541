"""Reports of pretended documents, and whether they could have been the document's."""

import math

import pandas as pd
import pytest

from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.reports import Seen, check_seen
from tttcore.claims.selectors import Columns
from tttcore.pipeline.messages import ConfigError

DRAWN = pd.DataFrame(
    {
        "report": ["medians", "mean"], "chance": [0.4, 0.01], "chance_least": [0.001, 0.0], "low": [math.nan, 4.0],
        "high": [math.nan, 9.0], "wrong": [0.03, 0.05], "finds": [math.nan, 2.0],
    }
)  # fmt: skip
RUNS = pd.DataFrame({"quantity": ["best"], "value": [0.6], "value_low": [0.5], "value_high": [0.7]})
TABLES = {"drawn": DRAWN, "runs": RUNS}


def test_chances_come_with_their_calibration():
    found = Seen.read("drawn.chance[report=mean]", TABLES)
    assert found == Seen(chance=0.01, least=0.0, low=4.0, high=9.0, wrong=0.05, finds=2.0)


def test_intervals_of_predictions():
    found = Seen.read("runs.value[quantity=best]", TABLES)
    assert (found.low, found.high) == (0.5, 0.7)
    assert math.isnan(found.chance)


@pytest.mark.parametrize(
    ("seen", "target", "reports", "outcome"),
    [
        (Seen(chance=0.05), "", 1, REPRODUCED),
        (Seen(chance=0.049), "", 1, DIFFERS),
        (Seen(chance=0.02), "", 3, UNDECIDED),
        (Seen(chance=0.01), "", 3, DIFFERS),
        (Seen(chance=0.06), "", 3, REPRODUCED),
        (Seen(chance=0.01, most=0.04), "", 1, DIFFERS),
        (Seen(chance=0.01, most=0.06), "", 1, UNDECIDED),
        (Seen(chance=0.06, most=0.4), "", 1, REPRODUCED),
        (Seen(chance=0.4, least=0.06), "", 1, UNDECIDED),
        (Seen(chance=0.4, least=0.02), "", 3, UNDECIDED),
        (Seen(low=0.5, high=0.7), "0.7", 1, REPRODUCED),
        (Seen(low=0.5, high=0.7), "0.71", 1, DIFFERS),
        (Seen(), "0.7", 1, UNDECIDED),
    ],
)
def test_reports_are_judged(seen, target, reports, outcome):
    assert seen.judged(target, reports) == outcome


@pytest.mark.parametrize(
    ("selector", "target", "message"),
    [
        ("runs.quantity", "1", r"needs the column 'chance', or one with the ends of an interval$"),
        ("runs.value", "", r"gives an interval, and no target is there to lie in it$"),
        ("runs.chanse", "", r"unknown column 'chanse'"),
    ],
)
def test_selectors_that_tell_nothing(selector, target, message):
    with pytest.raises(ConfigError, match=message):
        check_seen({"seen": selector, "target": target}, Columns.of(RUNS))


def test_a_span_of_chances_is_of_documents_of_several_kinds():
    assert Seen.read("span drawn.chance", TABLES) == Seen(chance=0.01, least=0.001, low=4.0, high=9.0, most=0.4)
    bare = Seen.read("span drawn.chance", {"drawn": DRAWN[["chance"]]})
    assert (bare.chance, bare.most) == (0.01, 0.4)
    assert math.isnan(bare.least)


def test_one_row_is_needed():
    with pytest.raises(ConfigError, match=r"one row is needed, without most$"):
        Seen.read("most drawn.chance", TABLES)
