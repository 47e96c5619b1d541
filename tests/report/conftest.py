"""A small table of verdicts that pages show."""

import math

import pandas as pd
import pytest

from tttcore.claims.schemas import VERDICTS
from tttcore.claims.verdicts import DIFFERS, NOT_TESTABLE, REPRODUCED


@pytest.fixture
def verdicts():
    rows = [
        ("S0-C01", "Review", "claim", "exact", "States & <symmetries>", "765", "765.0", math.nan, math.nan,
         "equals 765", REPRODUCED, "", "facts.value[fact=states]"),
        ("S0-C19", "Results", "claim", "rerun", "Not sooner", "no", "0.123456", -0.31119, 0.55551,
         "interval_not_above 0", DIFFERS, "Control minus UMG", "pairwise.mean_difference"),
        ("S0-G02", "Conclusion", "suggestion", "rerun", "Try it", "", "", math.nan, math.nan,
         "", NOT_TESTABLE, "No published value", ""),
        ("S0-X20", "Results", "contradiction", "reanalysis", "No run over ten", "0", "5.25 to 12.123456", 5.25,
         12.123456, "equals 0", DIFFERS, "", "sum exceedances.runs"),
    ]  # fmt: skip
    return pd.DataFrame([dict(zip(VERDICTS.names, row, strict=True)) for row in rows])
