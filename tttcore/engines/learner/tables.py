"""Tables of studies of users' learners, beside those that any study can have."""

import pandas as pd

from tttcore.stats.columns import columns, hidden, with_interval
from tttcore.stats.evidence import Evidence
from tttcore.stats.games_needed import CURVES, GAMES_NEEDED, games_needed, successes
from tttcore.stats.games_needed import curves as learning_curves
from tttcore.stats.tables import anova, effect_sizes, omnibus, pairwise, spreads, summaries, survival

__all__ = ["anova", "effect_sizes", "omnibus", "pairwise", "spreads", "summaries", "survival"]

NEEDED = {
    "treatment": "Treatment",
    "seat": "Seat",
    "n": "Runs",
    "games": "Longest run",
    **with_interval("first", "Never loses, first after"),
    **with_interval("ever", "Proportion of runs that ever do"),
    **with_interval("lasting", "For good after"),
    **with_interval("lasts", "Proportion for good"),
    **with_interval("at_end", "Proportion at the end"),
}
CHANCES = {
    "treatment": "Treatment",
    "seat": "Seat",
    "games": "Games",
    "n": "Runs",
    **with_interval("unbeaten", "Never loses"),
    **with_interval("random_lost", "Loses to random moves"),
    **with_interval("perfect_lost", "Loses to perfect play"),
}


@columns(NEEDED | hidden(*(name for name in GAMES_NEEDED if name not in ("study", *NEEDED))))
def never_loses(evidence: Evidence) -> pd.DataFrame:
    """Games until learners never lose, by treatment and seat, see `games_needed.games_needed`."""
    found = games_needed(successes(_learning(evidence)), {evidence.study: "games"})
    return found.drop(columns="study")


@columns(CHANCES | hidden(*(name for name in CURVES if name not in ("study", *CHANCES))))
def curves(evidence: Evidence) -> pd.DataFrame:
    """Learning curves by treatment and seat, see `games_needed.curves`."""
    return learning_curves(_learning(evidence)).drop(columns="study")


def _learning(evidence: Evidence) -> pd.DataFrame:
    """Traces with the columns that `games_needed` takes."""
    return evidence.traces.assign(study=evidence.study, organisms=1)
