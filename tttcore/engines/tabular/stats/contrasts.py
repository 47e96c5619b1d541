"""How much better the policies of one treatment are than those of another, against the same opponents."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import pandas as pd
from scipy import stats

from tttcore.engines.tabular.stats.policies import measured, met, parties
from tttcore.stats.intervals import Columns
from tttcore.stats.safe_tests import or_nan


class Contrast(NamedTuple):
    """Two treatments, ``of`` the one ``less`` the other, after as many games of training each, at the end if none."""

    of: str
    less: str
    games: int | None = None


def contrasts(points: pd.DataFrame, pairs: Mapping[str, Contrast]) -> pd.DataFrame:
    """Differences of scores, games won and half of those drawn, a row per pair, seat and opponent that both know.

    Parameters
    ----------
    points : table of ``tabular_traces``.
    pairs : what is compared, by name.

    Returns
    -------
    pair, games, seat, opponent, n_of, n_less : games of training, NaN at the end of each; sessions.
    score_of, score_less : means.
    difference, difference_low, difference_high : of the means, with Welch's 95% interval.
    p : of Welch's test; NaN like the interval where sessions are too few or don't differ at all.

    Raises
    ------
    ValueError
        If training isn't recorded after so many games.
    """
    rows = []
    for name, pair in pairs.items():
        of, less = (dict(_scores(points, treatment, pair.games)) for treatment in (pair.of, pair.less))
        for meeting in (meeting for meeting in of if meeting in less):
            one, other = of[meeting], less[meeting]
            rows.append(
                {
                    "pair": name,
                    "games": pair.games,
                    **parties(meeting),
                    "n_of": len(one),
                    "n_less": len(other),
                    "score_of": one.mean(),
                    "score_less": other.mean(),
                    **_welch(one, other),
                }
            )
    return pd.DataFrame(rows).astype({"games": float})


def _scores(points: pd.DataFrame, treatment: str, games: int | None) -> Sequence[tuple[str, "pd.Series[float]"]]:
    own = points[points["treatment"] == treatment]
    after = own["games"].max() if games is None else games
    if after not in own["games"].to_numpy():
        raise ValueError(f"pairs: {treatment!r} isn't recorded after {after} games; recorded: {_told(own)}")
    return [(meeting, measured(known, meeting)) for _, meeting, known in met(own[own["games"] == after])]


def _told(points: pd.DataFrame) -> str:
    return ", ".join(map(str, sorted(points["games"].unique())))


def _welch(one: "pd.Series[float]", other: "pd.Series[float]") -> Columns:
    """Difference of means with its interval and test."""

    def compute() -> Iterable[float]:
        found = stats.ttest_ind(one, other, equal_var=False)
        return [*found.confidence_interval(0.95), found.pvalue]

    low, high, p = or_nan(compute, count=3)
    return {"difference": one.mean() - other.mean(), "difference_low": low, "difference_high": high, "p": p}
