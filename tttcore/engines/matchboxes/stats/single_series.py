"""Compare what a document reports of its only series of games with the series of our sessions."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.rows import Rows
from tttcore.stats.bootstrap import TAILS
from tttcore.stats.columns import hidden, of_treatments, with_interval
from tttcore.stats.intervals import mean_interval

Quantity = Literal["last_other", "most_won_of_ten"]
"""Column of ``matchbox_runs``."""


@dataclass(frozen=True)
class Report:
    """A number that a document reports of its series of games.

    Attributes
    ----------
    what : the quantity.
    reported : the number.
    """

    what: Quantity
    reported: int


SINGLE_SERIES = {
    "report": "Report",
    "treatment": "Treatment",
    "reported": "Published",
    "n": "Sessions",
    **with_interval("mean", "Mean"),
    "low": "One series from",
    "high": "to",
    "chance": "Chance",
    **hidden("chance_least"),
}
"""Columns of `single_series`."""


def single_series(run_rows: Rows, *, reports: Mapping[str, Report], treatments: Sequence[str] = ()) -> pd.DataFrame:
    """Reported numbers beside those of our sessions, a row for each report and treatment.

    Parameters
    ----------
    reports : what is reported, by name.
    treatments : treatments that could be the document's; none for all.

    Returns
    -------
    report, treatment, reported : as given.
    n, mean, mean_low, mean_high : sessions, and their mean with Student's 95% interval.
    low, high : middle 95% of the sessions.
    chance : twice the smaller of the shares of series with so small and with so great a number, at most 1; the
        document's own counts as one of them, so that no share is 0 (Davison and Hinkley 1997, section 4.2).
    chance_least : least chance that any number can have.
    """
    found: dict[tuple[str, str], list[pd.Series]] = {}
    for treatment, own in run_rows.by_treatment("last_other", "most_won_of_ten"):
        for name, report in reports.items():
            found.setdefault((name, treatment), []).append(own[report.what])
    rows = pd.DataFrame(
        [_row(name, treatment, reports[name], pd.concat(parts)) for (name, treatment), parts in found.items()]
    )
    return of_treatments(rows, treatments)


def _row(name: str, treatment: str, report: Report, values: pd.Series) -> dict[str, object]:
    n, reported = len(values), report.reported
    tails = ((values <= reported).sum() + 1) / (n + 1), ((values >= reported).sum() + 1) / (n + 1)
    low, high = np.quantile(values, TAILS)
    return {
        "report": name,
        "treatment": treatment,
        "reported": reported,
        "n": n,
        **mean_interval("mean", values),
        "low": low,
        "high": high,
        "chance": min(1.0, 2 * min(tails)),
        "chance_least": min(1.0, 2 / (n + 1)),
    }
