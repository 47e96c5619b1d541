"""Tables of Michie (1963), each the function of the name that its page and statements use."""

import pandas as pd

from tttcore.engines.matchboxes import stats
from tttcore.engines.matchboxes.stats.single_series import Report
from tttcore.stats.columns import columns
from tttcore.stats.evidence import Evidence

OPPONENTS = ("random", "careful", "perfect", "person")
"""Treatments by who plays against the machine."""
OPPONENTS_CELLS = ("random-cells", "careful-cells", "perfect-cells", "person-cells")
"""The same with beads for every free cell."""
STRETCHES = {"1 to 20": [1, 20], "21 to 40": [21, 40], "151 to 220": [151, 220]}
"""Stretches of games of which results are reported: its first and its last game each."""
LATER_STRETCHES = {name: games for name, games in STRETCHES.items() if name != "1 to 20"}
REPORTS = {"only corners": Report("last_other", reported=17), "eight in ten": Report("most_won_of_ten", reported=8)}
"""The first game from which MENACE is reported to open in corners alone, and most games won among ten."""


@columns(stats.STRETCHES)
def stretches(evidence: Evidence) -> pd.DataFrame:
    """Results of the games of three stretches of training, of all treatments."""
    return stats.stretches(evidence.run_rows, stretches=STRETCHES)


@columns(stats.STRETCHES)
def opponents(evidence: Evidence) -> pd.DataFrame:
    """Results of the games of the later stretches, by opponent."""
    return stats.stretches(evidence.run_rows, stretches=LATER_STRETCHES, treatments=OPPONENTS)


@columns(stats.STRETCHES)
def opponents_cells(evidence: Evidence) -> pd.DataFrame:
    """The same with beads for every free cell."""
    return stats.stretches(evidence.run_rows, stretches=LATER_STRETCHES, treatments=OPPONENTS_CELLS)


@columns(stats.SINGLE_SERIES)
def reports(evidence: Evidence) -> pd.DataFrame:
    """What is reported of the tournament beside ours, by opponent."""
    return stats.single_series(evidence.run_rows, reports=REPORTS, treatments=OPPONENTS)


@columns(stats.SINGLE_SERIES)
def reports_cells(evidence: Evidence) -> pd.DataFrame:
    """The same with beads for every free cell."""
    return stats.single_series(evidence.run_rows, reports=REPORTS, treatments=OPPONENTS_CELLS)


@columns(stats.MACHINES)
def machines(evidence: Evidence) -> pd.DataFrame:
    """Machines after 20, 150 and all 220 games."""
    return stats.machines(evidence.trace_rows, games=[20, 150, 220])
