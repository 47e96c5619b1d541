"""Count verdicts for the pages."""

import pandas as pd

from tttcore.claims.outcomes import OUTCOMES


def count_verdicts(verdicts: pd.DataFrame) -> dict[str, int]:
    """Number of claims with each outcome, of those that are counted."""
    counted = verdicts[verdicts["counted"]]
    return {outcome: int((counted["verdict"] == outcome).sum()) for outcome in OUTCOMES}
