"""Say in words which way of learning makes the stronger player of 3x3, from the ranking of groups."""

from collections.abc import Mapping

import pandas as pd

from tttcore.plots.numbers import percent
from tttcore.stats.intervals import LEVEL

SEATS = {"first": "Moving first", "second": "Moving second", "both": "In both seats"}
"""Seats of the ranking, as sentences begin."""


def strongest(ranking: pd.DataFrame, differences: pd.DataFrame, *, approaches: Mapping[str, str]) -> list[str]:
    """Return a sentence for each seat: the best group of each study, best first, and whether chance explains the order.

    It doesn't explain a difference from the first for which Nemenyi's test, which corrects for all pairs of groups, has
    p below 0.05. Groups of players that don't learn are left out. No sentence for a seat with groups of fewer than two
    studies.

    Parameters
    ----------
    ranking : ``seat``, ``group`` as study and treatment, ``score``, ``score_low`` and ``score_high``.
    differences : ``seat``, groups ``a`` and ``b``, and ``p`` of Nemenyi's test.
    approaches : how the players of each study learn, by its name; other groups don't learn.
    """
    learnt = ranking.assign(study=ranking["group"].str.split("/").str[0])
    learnt = learnt[learnt["study"].isin(approaches)].sort_values("score", ascending=False, kind="stable")
    apart = differences[differences["p"] < LEVEL].to_dict("records")
    told = {(row["seat"], frozenset((row["a"], row["b"]))) for row in apart}
    sentences = []
    for seat, begins in SEATS.items():
        first, *others = learnt[learnt["seat"] == seat].drop_duplicates("study").to_dict("records") or [{}]
        if not others:
            continue
        weaker = [each for each in others if (seat, frozenset((first["group"], each["group"]))) in told]
        interval = f"{percent(first['score_low'])} to {percent(first['score_high'])}"
        rest = (f"{approaches[each['study']]} with {percent(each['score'])}" for each in others)
        sentences.append(
            f"{begins}, {approaches[first['study']]} leads with {percent(first['score'])} of the points (95% interval "
            f"{interval}), ahead of {', '.join(rest)}. "
            + _apart(len(others), [approaches[each["study"]] for each in weaker])
        )
    return sentences


def _apart(others: int, weaker: list[str]) -> str:
    """Say which of the others are weaker than the best, beyond chance."""
    if not weaker:
        return "All these differences may be chance."
    if len(weaker) == others:
        return "All these differences from the first are more than chance explains."
    return f"Only the difference from {' and '.join(weaker)} is more than chance explains."
