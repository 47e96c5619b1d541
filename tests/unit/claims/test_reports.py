"""Reports of simulated replications, and whether they could have been the document's."""

import math

import pandas as pd
import pytest

from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.reports import PredictiveCheck, check_report_selector
from tttcore.claims.selectors import Columns
from tttcore.pipeline.messages import ConfigError

DRAWN = pd.DataFrame(
    {
        "report": ["medians", "mean"], "chance": [0.4, 0.01], "chance_least": [0.001, 0.0], "low": [math.nan, 4.0],
        "high": [math.nan, 9.0], "finds": [math.nan, 2.0],
    }
)  # fmt: skip
TABLES = {"drawn": DRAWN}


def test_chances_come_with_their_calibration():
    found = PredictiveCheck.read("drawn.chance[report=mean]", TABLES)
    assert found == PredictiveCheck(chance=0.01, least=0.0, low=4.0, high=9.0, minimum_effect=2.0)


@pytest.mark.parametrize(
    ("check", "parts", "outcome"),
    [
        (PredictiveCheck(chance=0.05), 1, REPRODUCED),
        (PredictiveCheck(chance=0.049), 1, DIFFERS),
        (PredictiveCheck(chance=0.02), 3, UNDECIDED),
        (PredictiveCheck(chance=0.01), 3, DIFFERS),
        (PredictiveCheck(chance=0.06), 3, REPRODUCED),
        (PredictiveCheck(chance=0.01, most=0.04), 1, DIFFERS),
        (PredictiveCheck(chance=0.01, most=0.06), 1, UNDECIDED),
        (PredictiveCheck(chance=0.06, most=0.4), 1, REPRODUCED),
        (PredictiveCheck(chance=0.4, least=0.06), 1, UNDECIDED),
        (PredictiveCheck(chance=0.4, least=0.02), 3, UNDECIDED),
        (PredictiveCheck(), 1, UNDECIDED),
    ],
)
def test_reports_are_judged(check, parts, outcome):
    assert check.judged(parts) == outcome


@pytest.mark.parametrize("selector", ["drawn.chance[report=mean]", "span drawn.chance"])
def test_chances_of_one_row_or_of_a_span_are_read(selector):
    check_report_selector(selector, Columns.of(DRAWN))


@pytest.mark.parametrize(
    ("selector", "message"),
    [
        ("drawn.low", "'drawn.low': a report needs the column 'chance', not 'low'"),
        (
            "span drawn.chance_least",
            "'span drawn.chance_least': a report needs the column 'chance', not 'chance_least'",
        ),
        ("most drawn.chance", "'most drawn.chance': one row is needed, or a span of several, not most"),
        ("drawn.chanse", "'drawn.chanse': unknown column 'chanse' (did you mean 'chance'?); known: report, chance, "),
    ],
)
def test_selectors_that_tell_nothing(selector, message):
    with pytest.raises(ConfigError) as error:
        check_report_selector(selector, Columns.of(DRAWN))
    assert str(error.value).startswith(message)


def test_a_span_of_chances_is_of_documents_of_several_kinds():
    found = PredictiveCheck.read("span drawn.chance", TABLES)
    assert found == PredictiveCheck(chance=0.01, least=0.001, low=4.0, high=9.0, most=0.4)
    bare = PredictiveCheck.read("span drawn.chance", {"drawn": DRAWN[["chance"]]})
    assert (bare.chance, bare.most) == (0.01, 0.4)
    assert math.isnan(bare.least)


def test_one_row_is_needed():
    with pytest.raises(ConfigError, match=r"2 rows fit, not one$"):
        PredictiveCheck.read("drawn.chance", TABLES)
