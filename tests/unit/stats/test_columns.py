"""Columns of tables and treatments of rows: labels, order, messages."""

import pandas as pd
import pytest

from tttcore.pipeline.messages import ConfigError
from tttcore.stats.columns import hidden, labelled, of_treatments, with_interval

ROWS = pd.DataFrame({"treatment": ["slow", "fast", "slow"], "value": [1, 2, 3]})


def test_labels():
    labels = {**labelled("mean_rank"), **with_interval("gap", "Gap"), **hidden("p", "q")}
    assert labels == {"mean_rank": "Mean rank", "gap": "Gap", "gap_low": "low", "gap_high": "high", "p": "", "q": ""}


def test_treatments_stand_in_the_order_asked_for():
    assert of_treatments(ROWS, ["fast", "slow"])["value"].tolist() == [2, 1, 3]
    assert of_treatments(ROWS, ["fast"])["value"].tolist() == [2]
    assert of_treatments(ROWS, [])["value"].tolist() == [1, 3, 2]


def test_treatments_without_rows_are_told():
    with pytest.raises(ConfigError, match=r"^treatments: 'wild' has no such data; those that have: slow, fast$"):
        of_treatments(ROWS, ["fast", "wild"])
    with pytest.raises(ConfigError, match=r"^treatments: none has such data$"):
        of_treatments(ROWS[:0], [])
