"""Sentences of a document: the verdict on a sentence follows from the verdicts on its parts; pages count sentences."""

from collections.abc import Collection

import pandas as pd

from tttcore.claims.outcomes import (
    AGREE,
    COMPATIBLE,
    DIFFERS,
    DISAGREE,
    MEASURED,
    NOT_TESTABLE,
    OUTCOMES,
    REPRODUCED,
    UNDECIDED,
    UNLIKELY,
)

MIXED = "mixed"
SENTENCE_OUTCOMES = {
    REPRODUCED: OUTCOMES[REPRODUCED],
    COMPATIBLE: OUTCOMES[COMPATIBLE],
    DIFFERS: OUTCOMES[DIFFERS],
    UNLIKELY: OUTCOMES[UNLIKELY],
    MIXED: "several parts of the sentence are judged, and their verdicts do not go the same way",
    UNDECIDED: OUTCOMES[UNDECIDED],
    MEASURED: OUTCOMES[MEASURED],
    NOT_TESTABLE: OUTCOMES[NOT_TESTABLE],
}
"""Meaning of each outcome of a sentence, in the order in which pages show them."""
JUDGED = (*AGREE, *DISAGREE, UNDECIDED)
"""Outcomes that a rule gives."""


def verdict_of(parts: Collection[str]) -> str:
    """Verdict on a sentence: that of its judged parts, else of those measured; `MIXED` if judged parts disagree.

    Of parts that go the same way the weaker word counts, so that no sentence is *reproduced* by a report.

    >>> verdict_of(["reproduced", "compatible", "measured"]), verdict_of(["reproduced", "differs"])
    ('compatible', 'mixed')
    """
    judged = {*parts} & {*JUDGED}
    for way in (AGREE, DISAGREE):
        if len(judged) > 1 and judged <= {*way}:
            return way[-1]
    if len(judged) > 1:
        return MIXED
    return next(iter(judged), MEASURED if MEASURED in parts else NOT_TESTABLE)


def sentence_verdicts(rows: pd.DataFrame) -> pd.Series:
    """Verdict on each counted sentence, by its id, in the order of the rows.

    Parameters
    ----------
    rows : with the columns ``sentence``, ``verdict`` and ``counted`` of the schemas ``verdicts`` and ``audit``.
    """
    counted = rows[rows["counted"].astype(bool)]
    return counted.groupby("sentence", sort=False)["verdict"].agg(lambda parts: verdict_of([*parts])).astype(object)


def with_sentence_verdicts(rows: pd.DataFrame) -> pd.DataFrame:
    """Rows with the verdict on their sentence as ``sentence_verdict``; empty where a row isn't counted."""
    outcomes = rows["sentence"].map(sentence_verdicts(rows)).where(rows["counted"], "")
    return rows.assign(sentence_verdict=outcomes.astype(object))


def count_sentences(rows: pd.DataFrame) -> dict[str, int]:
    """Number of counted sentences with each outcome."""
    outcomes = sentence_verdicts(rows)
    return {outcome: int((outcomes == outcome).sum()) for outcome in SENTENCE_OUTCOMES}
