"""Tables of Michie (1963), each the function of the name that its page and statements use."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from tttcore.pipeline.store import Rows
from tttcore.stats.columns import columns, hidden, of_treatments, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.intervals import TAILS, mean_interval
from tttcore.stats.machines import MACHINES, STRETCHES, machines_at, results_of_stretches

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


OPPONENTS = ("random", "careful", "perfect", "person")
"""Treatments by who plays against the machine."""
OPPONENTS_CELLS = ("random-cells", "careful-cells", "perfect-cells", "person-cells")
"""The same with beads for every free cell."""
REPORTED = {"1 to 20": [1, 20], "21 to 40": [21, 40], "151 to 220": [151, 220]}
"""Stretches of games of which results are reported: its first and its last game each."""
LATER_STRETCHES = {name: games for name, games in REPORTED.items() if name != "1 to 20"}
REPORTS = {"only corners": Report("last_other", reported=17), "eight in ten": Report("most_won_of_ten", reported=8)}
"""The first game from which MENACE is reported to open in corners alone, and most games won among ten."""
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


@columns(STRETCHES)
def stretches(evidence: Evidence) -> pd.DataFrame:
    """Results of the games of three stretches of training, of all treatments."""
    return results_of_stretches(evidence.run_rows, stretches=REPORTED)


@columns(STRETCHES)
def opponents(evidence: Evidence) -> pd.DataFrame:
    """Results of the games of the later stretches, by opponent."""
    return results_of_stretches(evidence.run_rows, stretches=LATER_STRETCHES, treatments=OPPONENTS)


@columns(STRETCHES)
def opponents_cells(evidence: Evidence) -> pd.DataFrame:
    """The same with beads for every free cell."""
    return results_of_stretches(evidence.run_rows, stretches=LATER_STRETCHES, treatments=OPPONENTS_CELLS)


@columns(SINGLE_SERIES)
def reports(evidence: Evidence) -> pd.DataFrame:
    """What is reported of the tournament beside ours, by opponent."""
    return single_series(evidence.run_rows, reports=REPORTS, treatments=OPPONENTS)


@columns(SINGLE_SERIES)
def reports_cells(evidence: Evidence) -> pd.DataFrame:
    """The same with beads for every free cell."""
    return single_series(evidence.run_rows, reports=REPORTS, treatments=OPPONENTS_CELLS)


@columns(MACHINES)
def machines(evidence: Evidence) -> pd.DataFrame:
    """Machines after 20, 150 and all 220 games."""
    return machines_at(evidence.trace_rows, games=[20, 150, 220])


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
