"""Export the audit as a plain table by which anybody's program can judge the statements again."""

import pandas as pd

from tttcore.claims.assertions import REPORT
from tttcore.claims.basis import CHANCE
from tttcore.claims.outcomes import MEASURED, NOT_TESTABLE

COLUMNS = (
    *("id", "assertion", "by_chance", "target", "margin", "ours", "low", "high"),
    *("values", "chance", "chance_most", "chance_least", "together", "bayes_null", "verdict"),
)
"""Columns of the plain table, see docs/judging-yourself.md."""


def plain_rows(audit: pd.DataFrame) -> pd.DataFrame:
    """Statements that are judged, with the columns `COLUMNS`; intervals are corrected for families.

    Parameters
    ----------
    audit : table in the schema ``audit``.
    """
    judged = audit[~audit["verdict"].isin([MEASURED, NOT_TESTABLE])]
    reported = judged["asserts"] == REPORT
    found = judged.assign(
        assertion=judged["asserts"],
        by_chance=judged["basis"].isin(CHANCE),
        low=judged["adjusted_low"].fillna(judged["low"]).mask(reported, judged["seen_low"]),
        high=judged["adjusted_high"].fillna(judged["high"]).mask(reported, judged["seen_high"]),
    )
    return found[list(COLUMNS)].reset_index(drop=True)
