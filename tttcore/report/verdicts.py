"""Count verdicts for the pages."""

import pandas as pd

from tttcore.claims.claims_file import CONTRADICTION
from tttcore.claims.verdicts import DIFFERS, NOT_TESTABLE, REPRODUCED

VERDICTS = (REPRODUCED, DIFFERS, NOT_TESTABLE)


def count_verdicts(verdicts: pd.DataFrame) -> dict[str, int]:
    """Number of claims with each verdict; sides of contradictions are not counted."""
    counted = verdicts[verdicts["kind"] != CONTRADICTION]
    return {kind: int((counted["verdict"] == kind).sum()) for kind in VERDICTS}
