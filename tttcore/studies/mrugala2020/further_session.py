"""Prediction of one further session from ours by Student's t, and p-values of what a document reports of its own.

The document trained once for each of its tests (Mrugała et al. 2020, 3.2 to 3.4), so that what it reports is that of a
single session, and is compared with the prediction of a further session, not with the mean of ours.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

import numpy as np
import pandas as pd
import scipy

from tttcore.games.position import SEATS
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import COVERAGE, Columns, mean_interval
from tttcore.studies.mrugala2020.first_player import counted, early_and_last, results, windows_of_stretch

POWER = 0.8
"""Power with which the smallest detectable shift is found."""


@dataclass(frozen=True)
class Report:
    """A proportion of games of a player that a document reports: by its precision, from ``low`` to ``high``.

    Attributes
    ----------
    treatment : the treatment that stands for the document's session.
    what : proportion of ``all`` games, of the ``last`` tenth, of the ``early`` ones, or last less early (``rise``).
    low, high : values that the document's words or decimals can stand for.
    seat : of the player whose proportion of all games is reported.
    """

    treatment: str
    what: Literal["all", "early", "last", "rise"]
    low: float
    high: float
    seat: Literal["first", "second"] = "first"


ONE_SESSION = {
    "report": "Report",
    "treatment": "Treatment",
    "counting": "Draws",
    "what": "Games",
    "reported_low": "Published from",
    "reported_high": "to",
    "n": "Sessions",
    **with_interval("mean", "Mean"),
    "low": "One session from",
    "high": "to",
    "chance": "p",
    **hidden("contrary", "wrong", "finds"),
}
"""Columns of `one_session`."""


def one_session(
    runs: pd.DataFrame,
    traces: pd.DataFrame,
    *,
    reports: Mapping[str, Report],
    also: Mapping[str, Sequence[str]],
    countings: Sequence[str],
    early: int,
) -> pd.DataFrame:
    """Reports of single sessions beside the predictions of our sessions, a row per report, treatment and counting.

    Of n sessions with the mean m and the standard deviation s, a further one lies at ``m + s sqrt(1 + 1/n) t``, t with
    n - 1 degrees of freedom. Assumes that sessions are independent and their shares normal.

    Parameters
    ----------
    traces : table of ``tabular_traces``.
    reports : what is reported, by name.
    also : other readings of the document, by treatment, of which the reports on that treatment are asked, too.
    countings : readings of draws, under each of which all reports are asked, see `first_player.COUNTINGS`.
    early : games that the beginning has at most.

    Returns
    -------
    report, treatment, counting, what, reported_low, reported_high : as given.
    n : sessions; 0 where none has a window that ends early.
    mean, mean_low, mean_high : over sessions, with Student's 95% interval.
    low, high : where 95% of further sessions lie.
    chance : twice the smaller tail, of sessions as high as the least value that the report can stand for and of those
        as low as the greatest, at most 1; NaN with fewer than two sessions.
    contrary : whether the interval of the mean lies outside all values that the report can stand for.
    wrong : proportion of reports of further sessions whose probability is below 5%, if they stand for as wide a range.
    finds : smallest shift of the proportion for which such a probability comes out four times in five.
    """
    rows = []
    for name, report in reports.items():
        for treatment, counting in product([report.treatment, *also.get(report.treatment, ())], countings):
            values = _shares(runs, traces, treatment, report, counting, early)
            mean = mean_interval("mean", values)
            rows.append(
                {
                    "report": name,
                    "treatment": treatment,
                    "counting": counting,
                    "what": report.what,
                    "reported_low": report.low,
                    "reported_high": report.high,
                    "n": len(values),
                    **mean,
                    "contrary": mean["mean_high"] < report.low or mean["mean_low"] > report.high,
                    **_predicted(values, low=report.low, high=report.high),
                }
            )
    return pd.DataFrame(rows)


def _shares(
    runs: pd.DataFrame, traces: pd.DataFrame, treatment: str, report: Report, counting: str, early: int
) -> "pd.Series[float]":
    """Reported quantity, of each of our sessions."""
    own = runs[runs["treatment"] == treatment]
    if report.what == "all":
        return counted(results(own, "all"), counting)[report.seat].dropna()
    won = early_and_last(own, windows_of_stretch(traces, treatment, early=early), counting)
    return won["last"] - won["early"] if report.what == "rise" else won[report.what]


LOSING = {
    "treatment": "Treatment",
    "seat": "Moves",
    "n": "Sessions",
    **with_interval("lost", "Lost"),
    **with_interval("excess", "more than won"),
}
"""Columns of `losing`."""


def losing(runs: pd.DataFrame) -> pd.DataFrame:
    """Games that bots lose to a player that wins and prevents wins at once, a row per treatment and seat.

    Returns
    -------
    treatment, seat, n : of the bot; number of sessions.
    lost, lost_low, lost_high : proportion of games that it loses, mean over sessions with Student's 95% interval.
    excess, excess_low, excess_high : the same less the proportion that it wins, likewise.
    """
    rows = []
    for treatment, own in runs.groupby("treatment", sort=False, observed=True):
        for seat in SEATS:
            lost = own[f"{seat}_careful_lost"]
            excess = lost - own[f"{seat}_careful_won"]
            rows.append(
                {
                    "treatment": treatment,
                    "seat": seat,
                    "n": len(own),
                    **mean_interval("lost", lost),
                    **mean_interval("excess", excess),
                }
            )
    return pd.DataFrame(rows)


def _predicted(values: "pd.Series[float]", *, low: float, high: float) -> Columns:
    """Columns about a further session: its prediction interval, the p-value of the report, and the detectable shift."""
    n = len(values)
    if n < 2:
        return dict.fromkeys(("low", "high", "chance", "wrong", "finds"), np.nan)
    mean, scale = values.mean(), values.std() * np.sqrt(1 + 1 / n)
    half = (high - low) / 2
    beyond = scipy.stats.t.ppf((1 + COVERAGE) / 2, n - 1)
    if scale == 0:
        met = float(low <= mean <= high)
        return {"low": mean, "high": mean, "chance": met, "wrong": 0.0, "finds": half}
    further = scipy.stats.t(n - 1, mean, scale)
    return {
        "low": mean - beyond * scale,
        "high": mean + beyond * scale,
        "chance": min(1.0, 2 * min(further.cdf(high), further.sf(low))),
        "wrong": 2 * scipy.stats.t.sf(beyond + half / scale, n - 1),
        "finds": half + scale * (beyond + scipy.stats.t.ppf(POWER, n - 1)),
    }
