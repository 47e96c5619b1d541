"""Kind of figure about the champions of genetic algorithms."""

from dataclasses import dataclass

import pandas as pd
from matplotlib.figure import Figure

from tttcore.games.tables import from_digits
from tttcore.plots import boards
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds


@kinds.register("genome")
@dataclass(frozen=True, kw_only=True)
class Genome(Kind):
    """Some genes of the first no-loss champion of a treatment, or of its first run if none is solved."""

    treatment: str

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        states = evidence.states.states
        own = evidence.runs[evidence.runs["treatment"] == self.treatment].sort_values("censored", kind="stable")
        champion = evidence.champion(self.treatment, own["replicate"].iloc[0])
        genes = from_digits(pd.Series([champion]))[0]
        return boards.genome(states, genes, loci=boards.sample_loci(states), title=self.title)
