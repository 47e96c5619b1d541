"""Verdicts as pages count them."""

import pandas as pd

from tttcore.claims.verdicts import DIFFERS, NOT_TESTABLE, REPRODUCED

CONTRADICTION = "contradiction"
"""Kind of a statement that spells out one side of what a document leaves open or says twice."""
VERDICTS = (REPRODUCED, DIFFERS, NOT_TESTABLE)


def count_verdicts(verdicts: pd.DataFrame) -> dict[str, int]:
    """How many statements have each verdict; sides of contradictions are not counted."""
    counted = verdicts[verdicts["kind"] != CONTRADICTION]
    return {kind: int((counted["verdict"] == kind).sum()) for kind in VERDICTS}
