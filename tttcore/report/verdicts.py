"""Count verdicts for the pages, and those that the rules may get wrong."""

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS, REPORT
from tttcore.claims.basis import CHANCE, REPRODUCTION_OF_BASIS, REPRODUCTIONS
from tttcore.claims.claims_file import CONTRADICTION, METHOD
from tttcore.claims.outcomes import DIFFERS, NOT_TESTABLE, OUTCOMES, REPRODUCED, UNDECIDED

JUDGED = (REPRODUCED, DIFFERS, UNDECIDED)
"""Outcomes that a rule gives."""
STATISTICAL = "statistical"
RESTS_ON = (STATISTICAL, *(kind for kind in REPRODUCTIONS if kind != STATISTICAL))
"""Kinds of reproduction as pages list them: runs first."""


def count_verdicts(verdicts: pd.DataFrame) -> dict[str, int]:
    """Number of claims with each outcome, of those that are counted."""
    counted = verdicts[verdicts["counted"]]
    return {outcome: int((counted["verdict"] == outcome).sum()) for outcome in OUTCOMES}


def by_evidence(verdicts: pd.DataFrame) -> dict[str, tuple[str, dict[str, int]]]:
    """Count verdicts by the evidence they rest on, runs first: meaning of each kind, and number of each outcome.

    Reports of documents stand apart from what all runs tell, and what isn't testable rests on nothing.

    Parameters
    ----------
    verdicts : table in the schema ``verdicts`` or ``audit``.
    """
    counted = verdicts[verdicts["counted"] & (verdicts["verdict"] != NOT_TESTABLE)]
    rests_on, reports = counted["basis"].map(REPRODUCTION_OF_BASIS), counted["asserts"] == REPORT
    kinds = {kind: (REPRODUCTIONS[kind], rests_on == kind) for kind in RESTS_ON}
    meaning, by_runs = kinds.pop(STATISTICAL)
    found = {
        STATISTICAL: (f"{meaning}: is it true?", by_runs & ~reports),
        "reports": ("judged by our own runs: could the document have seen it in its few runs?", by_runs & reports),
        **kinds,
    }
    return {kind: (about, count_verdicts(counted[which])) for kind, (about, which) in found.items() if which.any()}


def left_out(verdicts: pd.DataFrame) -> dict[str, int]:
    """Number of claims that are not counted, by the reason."""
    kinds = verdicts.loc[~verdicts["counted"], "kind"]
    found = {
        "rows for one side of a contradiction": kinds == CONTRADICTION,
        "rows that record the document's parameters": kinds == METHOD,
        "rows that repeat a counted statement": ~kinds.isin((CONTRADICTION, METHOD)),
    }
    return {reason: int(which.sum()) for reason, which in found.items() if which.any()}


def expected_errors(audit: pd.DataFrame) -> float:
    """Largest expected number of counted statements that are said to differ if every judged one is true.

    Parameters
    ----------
    audit : table in the schema ``audit``.
    """
    return float(errors_by_kind(audit)["expected"].sum())


def errors_by_kind(audit: pd.DataFrame) -> pd.DataFrame:
    """Counted statements that chance may decide, and the sum of the error rates of their rules, by what they assert.

    Statements of a family share one rate. The columns are ``asserts``, ``statements`` and ``expected``.
    """
    by_chance = audit["basis"].isin(CHANCE) | (audit["asserts"] == REPORT)
    judged = audit[audit["verdict"].isin(JUDGED) & audit["asserts"].isin(ASSERTIONS) & by_chance]
    rates = judged["asserts"].map(lambda asserts: ASSERTIONS[asserts].wrong)
    together = judged.groupby(["study", "family"])["id"].transform("size").where(judged["family"] != "", 1)
    shared = (rates / together)[judged["counted"]].groupby(judged["asserts"])
    found = pd.DataFrame({"statements": shared.size(), "expected": shared.sum()})
    return found.reindex([kind for kind in ASSERTIONS if kind in found.index]).rename_axis("asserts").reset_index()
