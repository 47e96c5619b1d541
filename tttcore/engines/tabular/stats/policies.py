"""How good learned policies are: against others, against the best reply, and how that grows with training.

Policies don't explore where they are measured. A row of ``tabular_runs`` holds what those of a session come to in the
end, one of ``tabular_traces`` what they have come to so far; intervals are over sessions. What isn't known of a board
is NaN, and has no row.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import pandas as pd

from tttcore.engines.tabular.schemas import MEETINGS, QUALITY
from tttcore.games.seats import SEATS
from tttcore.stats.intervals import Columns, mean_interval, median_interval, share_interval

BOTH = "both"
"""Label of the rows about the policies of both seats together."""
RESULTS = ("won", "drawn", "lost")
UNIT = 1000
"""Games that rates are for."""


def policies(sessions: pd.DataFrame) -> pd.DataFrame:
    """How the policies that training ends with do, a row per treatment, seat and opponent.

    Returns
    -------
    treatment, seat, opponent, n : who is met by the policy in that seat: ``itself`` (the policies meet each other, seen
        by the first), ``random``, ``careful`` or ``perfect``; sessions.
    won, drawn, lost, each with `_low` and `_high` : mean shares of games, with Student's 95% interval.
    """
    rows = []
    for treatment, meeting, own in met(sessions):
        means = [mean_interval(result, own[f"{meeting}_{result}"]) for result in RESULTS]
        about = {"treatment": treatment, **parties(meeting), "n": len(own)}
        rows.append({**about, **{name: value for columns in means for name, value in columns.items()}})
    return pd.DataFrame(rows, columns=["treatment", "seat", "opponent", "n", *_with_ends(*RESULTS)])


def rated(points: pd.DataFrame) -> pd.DataFrame:
    """Rows in which policies are compared with best play."""
    return points.dropna(subset=[*QUALITY])


def unbeatable(points: pd.DataFrame) -> pd.DataFrame:
    """How often training makes policies that no reply beats, and after how long, a row per treatment and seat.

    Parameters
    ----------
    points : rows of ``tabular_traces`` in which policies are rated, see `rated`.

    Returns
    -------
    treatment, seat, n : `BOTH` for both policies of a session; sessions.
    unbeatable, unbeatable_low, unbeatable_high : share of sessions that end so, with Clopper and Pearson's 95%
        interval.
    ever, ever_low, ever_high : share of sessions in which it is so at any point, likewise.
    games, games_low, games_high : median of the games to the first such point, infinite where fewer than half get
        there, with the order statistics that enclose it with 95% confidence or more.
    mistakes, mistakes_low, mistakes_high : share of the positions that the policy can come to in which its move gives
        away value at the end, mean over sessions with Student's 95% interval.
    """
    rows = []
    for treatment, own in points.groupby("treatment", sort=False, observed=True):
        for seat in (*SEATS, BOTH):
            seats = SEATS if seat == BOTH else (seat,)
            safe = (own[[f"{one}_worst" for one in seats]] >= 0).all(axis=1)
            after = own["games"].astype(float).where(safe, np.inf).groupby(own["replicate"]).min()
            last = own.loc[own.groupby("replicate")["games"].idxmax()]
            mistakes, decisions = (
                last[[f"{one}_{what}" for one in seats]].sum(axis=1) for what in ("mistakes", "decisions")
            )
            rows.append(
                {
                    "treatment": treatment,
                    "seat": seat,
                    "n": len(last),
                    **_exact("unbeatable", safe[last.index]),
                    **_exact("ever", after < np.inf),
                    **median_interval("games", after),
                    **mean_interval("mistakes", mistakes / decisions),
                }
            )
    return pd.DataFrame(rows)


def gains(points: pd.DataFrame, quantities: Sequence[str]) -> pd.DataFrame:
    """What ten times as much training brings, a row per treatment, quantity and step.

    Steps lead from the first point to the last that has up to ten times its games, and so on.

    Parameters
    ----------
    points : table of ``tabular_traces``.
    quantities : of `schemas.MEETINGS` and `schemas.QUALITY`, see `measured`.

    Returns
    -------
    treatment, quantity, n : sessions.
    before, after : games.
    value : mean of the quantity after.
    gain, gain_low, gain_high : change of the quantity, mean over sessions with Student's 95% interval.
    rate, rate_low, rate_high : the same for each `UNIT` of games.
    slowing, slowing_low, slowing_high : by how much the rate is below that of the step before, likewise; NaN in the
        first.
    """
    rows = []
    for treatment, own in points.groupby("treatment", sort=False, observed=True):
        for quantity in quantities:
            values = own.assign(value=measured(own, quantity)).pivot(index="replicate", columns="games", values="value")
            if values.isna().any(axis=None):
                continue
            previous = pd.Series(np.nan, values.index)
            for before, after in pairwise(_tenfold(sorted(own["games"].unique().tolist()))):
                gain = values[after] - values[before]
                rate = gain * UNIT / (after - before)
                rows.append(
                    {
                        "treatment": treatment,
                        "quantity": quantity,
                        "n": len(values),
                        "before": before,
                        "after": after,
                        "value": values[after].mean(),
                        **mean_interval("gain", gain),
                        **mean_interval("rate", rate),
                        **mean_interval("slowing", previous - rate),
                    }
                )
                previous = rate
    names = ["treatment", "quantity", "n", "before", "after", "value", *_with_ends("gain", "rate", "slowing")]
    return pd.DataFrame(rows, columns=names)


def paces(points: pd.DataFrame, level: float) -> pd.DataFrame:
    """How soon policies reach a score, a row per treatment, seat and opponent.

    Parameters
    ----------
    points : table of ``tabular_traces``.
    level : share of games won and half of those drawn.

    Returns
    -------
    treatment, seat, opponent, n : see `policies`.
    reached, reached_low, reached_high : share of sessions that get there, with Wilson's 95% interval.
    games, games_low, games_high : median of the games to the first point at which they do, infinite where fewer than
        half do, with the order statistics that enclose it with 95% confidence or more.
    """
    rows = []
    for treatment, meeting, own in met(points):
        there = measured(own, meeting) >= level
        after = own["games"].astype(float).where(there, np.inf).groupby(own["replicate"]).min()
        rows.append(
            {
                "treatment": treatment,
                **parties(meeting),
                "n": len(after),
                **share_interval("reached", int((after < np.inf).sum()), len(after)),
                **median_interval("games", after),
            }
        )
    return pd.DataFrame(rows, columns=["treatment", "seat", "opponent", "n", *_with_ends("reached", "games")])


def measured(table: pd.DataFrame, quantity: str) -> "pd.Series[float]":
    """Column of a quality, or score of a meeting: the share of games won and half of those drawn."""
    if quantity in QUALITY:
        return table[quantity]
    return table[f"{quantity}_won"] + table[f"{quantity}_drawn"] / 2


def met(table: pd.DataFrame) -> Iterator[tuple[str, str, pd.DataFrame]]:
    """Treatment, meeting and rows, of the meetings that are known."""
    for treatment, own in table.groupby("treatment", sort=False, observed=True):
        for meeting in MEETINGS:
            known = own.dropna(subset=[f"{meeting}_won"])
            if len(known):
                yield str(treatment), meeting, known


def parties(meeting: str) -> dict[str, str]:
    """Seat and opponent of a meeting."""
    seat, _, opponent = meeting.rpartition("_")
    return {"seat": seat or SEATS[0], "opponent": opponent}


def _tenfold(points: list[int]) -> list[int]:
    """Points, in rising order, each the last of up to ten times the games of the one before, or else the next."""
    place, chosen = 0, points[:1]
    while place < len(points) - 1:
        place = max(bisect_right(points, 10 * points[place]) - 1, place + 1)
        chosen.append(points[place])
    return chosen


def _exact(name: str, which: "pd.Series[bool]") -> Columns:
    return share_interval(name, int(which.sum()), len(which), method="exact")


def _with_ends(*names: str) -> list[str]:
    return [f"{name}{end}" for name in names for end in ("", "_low", "_high")]
