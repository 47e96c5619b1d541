"""Reports of a single series beside ours."""

import pandas as pd
import pytest
from parted import InMemory

from tttcore.studies.michie1963.tables import SINGLE_SERIES, Report, single_series


def test_single_series():
    """Twice the smaller tail among ourselves and the document; a number beyond all of ours is as rare as can be."""
    runs = pd.DataFrame(
        {"treatment": "t", "replicate": range(9), "last_other": range(9), "most_won_of_ten": range(0, 18, 2)}
    )
    reports = {
        "usual": Report("last_other", 4), "rare": Report("last_other", 50), "won": Report("most_won_of_ten", 12),
    }  # fmt: skip
    table = single_series(InMemory(runs), reports=reports)
    assert {*table} == {*SINGLE_SERIES}
    table = table.set_index("report")
    assert table.loc["usual", "chance"] == 1
    assert table.loc["rare", "chance"] == table.loc["rare", "chance_least"] == pytest.approx(0.2)
    assert table.loc["won", "mean"] == 8
    assert table.loc["won", "chance"] == pytest.approx(2 * min(8, 4) / 10)
