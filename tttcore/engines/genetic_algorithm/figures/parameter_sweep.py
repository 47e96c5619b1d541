"""Kind of figure about a parameter that treatments vary."""

from dataclasses import dataclass

from matplotlib.figure import Figure

from tttcore.engines.genetic_algorithm.plots.parameter_sweep import parameter_effect
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import OfTable, kinds


@kinds.register("parameter_effect")
@dataclass(frozen=True, kw_only=True)
class ParameterEffect(OfTable):
    """Generations, success and late gap as functions of a parameter.

    Attributes
    ----------
    table : name of a table of the kind ``sweep``.
    parameter : label of the parameter.
    """

    parameter: str

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        return parameter_effect(evidence.statistics(self.table), parameter=self.parameter, title=self.title)
