"""Rank of one further session among ours, and p-values of what a document reports of its own.

The document trained once for each of its tests (Mrugała et al. 2020, 3.2 to 3.4), so that what it reports is that of a
single session, and is compared with each of ours, not with their median.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Literal

import pandas as pd

from tttcore.games.position import SEATS
from tttcore.stats.columns import OneOf, hidden, with_interval
from tttcore.stats.intervals import median_interval
from tttcore.stats.predictions import place_of_run
from tttcore.studies.mrugala2020.first_player import COUNTINGS, counted, early_and_last, results, windows_of_stretch


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
    "counting": OneOf("Draws", COUNTINGS),
    "what": "Games",
    "reported_low": "Published from",
    "reported_high": "to",
    "n": "Sessions",
    **with_interval("median", "Median", tells="fixed"),
    "least": "Ours from",
    "greatest": "to",
    "chance": "p",
    **hidden("contrary", "chance_least", "wrong", "finds", "power"),
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
    """Reports of single sessions beside our sessions, a row per report, treatment and counting.

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
    median, median_low, median_high, median_fixed : of the sessions, see `median_interval`.
    contrary : whether the interval of the median lies on the other side of one half than the report, or of 0.
    least, greatest : of our sessions.
    chance, chance_least, wrong, finds : see `predictions.place_of_run`.
    """
    rows = []
    for name, report in reports.items():
        for treatment, counting in product([report.treatment, *also.get(report.treatment, ())], countings):
            values = _shares(runs, traces, treatment, report, counting, early)
            middle = median_interval("median", values, tells_fixed=True)
            half = 0 if report.what == "rise" else 1 / 2
            place = place_of_run(values.to_numpy(), low=report.low, high=report.high)
            rows.append(
                {
                    "report": name,
                    "treatment": treatment,
                    "counting": counting,
                    "what": report.what,
                    "reported_low": report.low,
                    "reported_high": report.high,
                    "n": len(values),
                    **middle,
                    "contrary": middle["median_high"] < half <= report.low
                    or report.high <= half < middle["median_low"],
                    "least": place.pop("low"),  # of ours, not where 95% of replications lie
                    "greatest": place.pop("high"),
                    **place,
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
    "seat": OneOf("Moves", SEATS),
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
    lost, lost_low, lost_high : proportion of games that it loses, median of the sessions, see `median_interval`.
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
                    **median_interval("lost", lost),
                    **median_interval("excess", excess),
                }
            )
    return pd.DataFrame(rows)
