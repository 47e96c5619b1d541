"""Figures of genetic algorithms: a champion's genes."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from typing import TYPE_CHECKING

import pandas as pd

from tttcore.games.tables import from_digits
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def genome(evidence: Evidence, *, title: str, treatment: str) -> "Figure":
    """Some genes of the first no-loss champion of a treatment, or of its first run if none is solved."""
    from tttcore.plots import boards

    states = evidence.states.states
    own = evidence.runs[evidence.runs["treatment"] == treatment].sort_values("censored", kind="stable")
    champion = evidence.champion(treatment, own["replicate"].iloc[0])
    genes = from_digits(pd.Series([champion]))[0]
    return boards.genome(states, genes, loci=boards.sample_loci(states), title=title)
