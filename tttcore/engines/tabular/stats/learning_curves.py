"""Learning curves: means over sessions at the end of each window of games, with 95% intervals.

Windows are rows of ``tabular_traces``, one per session and window, with a column ``group`` for the line they belong to.
Curves have the columns group, games, value, value_low and value_high: the mean with Student's interval, or of true and
false values the share of true ones with Clopper and Pearson's. Unknown values are left out.
"""

from collections.abc import Sequence

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import DRAWN, RESULTS, counted
from tttcore.games.seats import SEATS
from tttcore.stats.intervals import Columns, mean_interval, share_interval

BEATABLE = "beatable"
"""Measure of failure that is no opponent: whether some reply beats the policy."""


def share_curves(windows: pd.DataFrame, curves: Sequence[str]) -> pd.DataFrame:
    """Share of the games of each window that are `DRAWN` or count for the first player, for each of `curves`."""
    games = windows[RESULTS]
    shares = {
        curve: games["drawn"] / games.sum(axis=1) if curve == DRAWN else counted(games, curve)["first"]
        for curve in curves
    }
    return pd.concat([mean_curve(windows.assign(value=shares[curve])).assign(curve=curve) for curve in curves])


def failure_curves(windows: pd.DataFrame, measures: Sequence[str]) -> pd.DataFrame:
    """Rate of failure of the policies of each seat, for each of `measures`.

    `BEATABLE` is the share of policies that some reply beats; the name of an opponent is the share of games lost to it.
    """
    return pd.concat(
        [
            mean_curve(windows.assign(value=_failures(windows, seat, measure))).assign(measure=measure, seat=seat)
            for measure in measures
            for seat in SEATS
        ]
    )


def failure_columns(measures: Sequence[str]) -> list[str]:
    """Columns of ``tabular_traces`` that some measures of failure need."""
    return [_column(seat, measure) for measure in measures for seat in SEATS]


def mean_curve(windows: pd.DataFrame) -> pd.DataFrame:
    """Mean over sessions of the column ``value`` at the end of each window, groups in the order of their first rows."""
    return pd.DataFrame(
        [
            {"group": group, "games": games, **_interval(values.dropna())}
            for group, own in windows.groupby("group", sort=False)
            for games, values in own.groupby("games")["value"]
        ]
    )


def _failures(windows: pd.DataFrame, seat: str, measure: str) -> "pd.Series[float] | pd.Series[bool]":
    values = windows[_column(seat, measure)]
    return values < 0 if measure == BEATABLE else values


def _column(seat: str, measure: str) -> str:
    return f"{seat}_worst" if measure == BEATABLE else f"{seat}_{measure}_lost"


def _interval(values: "pd.Series[float] | pd.Series[bool]") -> Columns:
    if values.dtype == bool:
        return share_interval("value", int(values.sum()), len(values), method="exact")
    return mean_interval("value", values)
