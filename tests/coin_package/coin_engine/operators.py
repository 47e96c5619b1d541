"""A selection for genetic algorithms and a figure for any study."""

from dataclasses import dataclass

from tttcore.engines.genetic_algorithm.operators.selection import Selection, selections
from tttcore.plots.figures.kind import figure


@selections.register("coin")
@dataclass(frozen=True, kw_only=True)
class Coin(Selection):
    """Parents are drawn at random, whatever their cost."""

    def __call__(self, costs, count, rng):
        """See `Selection.__call__`."""
        return rng.integers(costs.size, size=count)


@figure()
def bars(evidence, *, title: str, table: str, column: str):
    """Bars of a column of a table, one per treatment."""
    from matplotlib.figure import Figure

    drawn, rows = Figure(), evidence.statistics(table)
    drawn.subplots().bar(rows["treatment"], rows[column])
    drawn.suptitle(title)
    return drawn
