"""Tables of Gardner (1962), each the function of the name that its page and statements use."""

import pandas as pd

from tttcore.pipeline.needs import needs
from tttcore.stats import tables as shared
from tttcore.stats.columns import OneOf, columns, hidden
from tttcore.stats.comparison import SUMMARIES
from tttcore.stats.evidence import Evidence
from tttcore.stats.machines import MACHINES, STRETCHES, machines_at, results_of_stretches
from tttcore.stats.pairwise import PAIRWISE

OPPONENTS = ("random", "careful", "perfect", "person")
"""Treatments by the machine's opponent; the last is closest to the accounts."""
EVALUATED = (36, 50)
"""Games in which machines are said to learn most, and all."""
RULES = ("person", "rewarded", "as-menace", "separate", "free")
"""Treatments against a person by the rules of the beads."""


@columns(SUMMARIES | hidden("mean", "mean_low", "mean_high", "sd", "median", "iqr", "minimum", "maximum"))
def summaries(evidence: Evidence) -> pd.DataFrame:
    """Games until the machine is unbeatable; most runs are censored, so that pages show no means of them."""
    return shared.summaries(evidence)


@columns(
    PAIRWISE
    | hidden("mean_difference", "difference_low", "difference_high", "tukey_p", "mann_whitney_p_holm")
    | hidden("a12", "a12_low", "a12_high")
)
def pairwise(evidence: Evidence) -> pd.DataFrame:
    """Games until the machine is unbeatable, compared pair by pair; pages show the tests that regard censoring."""
    return shared.pairwise(evidence, resamples=1000, overall=False)


@needs(treatments=OPPONENTS)
@columns(MACHINES | {"treatment": OneOf("Treatment", OPPONENTS), "games": OneOf("Games", EVALUATED)})
def machines(evidence: Evidence) -> pd.DataFrame:
    """Machines by opponent, after the 36 games in which they are said to learn most, and after all 50."""
    return machines_at(evidence.trace_rows, games=EVALUATED, treatments=OPPONENTS)


@columns(STRETCHES)
def stretches(evidence: Evidence) -> pd.DataFrame:
    """Results of the games of three stretches of training."""
    return results_of_stretches(
        evidence.run_rows, stretches={"1 to 10": [1, 10], "11 to 30": [11, 30], "31 to 50": [31, 50]}
    )
