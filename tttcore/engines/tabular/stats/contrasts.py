"""Contrasts: differences between two treatments in the scores of their policies against the same opponents."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import pandas as pd
import scipy

from tttcore.engines.tabular.stats.policies import known_matches, measured, seat_and_opponent
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.hypothesis_tests import BAYES, BAYES_TITLE, bayes_for_none, or_nan
from tttcore.stats.intervals import Columns


@dataclass(frozen=True)
class Contrast:
    """Score ``of`` one treatment ``less`` that of another, each after so many games of training, or at the end."""

    of: str
    less: str
    games: int | None = None


CONTRASTS = {
    "pair": "Pair",
    "games": "After games",
    "seat": "Seat",
    "opponent": "Against",
    "score_of": "Score",
    "score_less": "of the other",
    "n_of": "Sessions",
    "n_less": "of the other",
    **with_interval("difference", "Difference"),
    "p": "p",
    BAYES: BAYES_TITLE,
    **hidden("difference_df"),
}
"""Columns of `contrasts`."""


def contrasts(traces: pd.DataFrame, *, pairs: Mapping[str, Contrast]) -> pd.DataFrame:
    """Differences of scores (games won and half of those drawn), a row per pair, seat and opponent known for both.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    pairs : contrasts by name.

    Returns
    -------
    pair, games, seat, opponent : games of training, NaN at the end of each.
    n_of, n_less : sessions that are recorded after so many games, 0 where all are shorter.
    score_of, score_less : means.
    difference, difference_low, difference_high : of the means, with Welch's 95% interval.
    difference_df : its degrees of freedom.
    p : of Welch's test; NaN like the interval where sessions are too few or don't differ at all.
    bayes_null : how many times likelier the scores are without a difference, see `hypothesis_tests.bayes_for_none`.
    """
    rows = []
    for name, pair in pairs.items():
        of, less = (_scores(traces, treatment, pair.games) for treatment in (pair.of, pair.less))
        for match in (match for match in of if match in less):
            one, other = of[match], less[match]
            rows.append(
                {
                    "pair": name,
                    "games": pair.games,
                    **seat_and_opponent(match),
                    "n_of": len(one),
                    "n_less": len(other),
                    "score_of": one.mean(),
                    "score_less": other.mean(),
                    **_welch(one, other),
                    BAYES: bayes_for_none(one, other),
                }
            )
    return pd.DataFrame(rows).astype({"games": float})


def _scores(traces: pd.DataFrame, treatment: str, games: int | None) -> "dict[str, pd.Series[float]]":
    """Scores of a treatment's sessions after some games, or at the end, in each match with known results."""
    own = traces[traces["treatment"] == treatment]
    after = own["games"].max() if games is None else games
    return {match: measured(known[known["games"] == after], match) for _, match, known in known_matches(own)}


def _welch(one: "pd.Series[float]", other: "pd.Series[float]") -> Columns:
    """Difference of means with Welch's interval and test."""

    def compute() -> Iterable[float]:
        found = scipy.stats.ttest_ind(one, other, equal_var=False)
        return [*found.confidence_interval(0.95), found.df, found.pvalue]

    low, high, df, p = or_nan(compute, count=4)
    ends = {"difference_low": low, "difference_high": high, "difference_df": df}
    return {"difference": one.mean() - other.mean(), **ends, "p": p}
