"""Kind of interactive chart for studies of genetic algorithms: cells that champions mark."""

from collections.abc import Sequence

import pandas as pd

from tttcore.plots.charts import descriptions
from tttcore.plots.charts.kind import Drawing, chart
from tttcore.plots.figures.kind import grouped
from tttcore.plots.looks import Looks


@chart(table="alleles", table_kind="alleles")
def alleles(table: pd.DataFrame, looks: Looks, *, treatments: Sequence[str], labels: Sequence[str] = ()) -> Drawing:
    """Bars of the share of champions that mark each cell of some positions."""
    from tttcore.plots.charts.bars import Axes, bars  # noqa: PLC0415 - see `chart`

    own = grouped(table, treatments, looks.called(treatments, labels))
    pairs = [(_one_line_board(board), str(cell)) for board, cell in zip(own["board"], own["cell"], strict=True)]
    share = {"top": own["share"], "y": own["share"], "low": own["share_low"], "high": own["share_high"]}
    shown = own.assign(place=pd.Series(pairs, index=own.index), bottom=0.0, **share)
    axes = Axes("Cell, by position", "Champions that mark it", shares=True)
    marked = shown[shown["y"] > 0].assign(place=lambda rows: rows["place"].map(" ".join))
    return Drawing(*bars(shown, axes, looks.labelled(treatments, labels)), descriptions.places(marked, shares=True))


def _one_line_board(board: str) -> str:
    """Position on one line, row by row: ``·`` empty, X, O."""
    return " ".join(board.translate(str.maketrans("012", "·XO"))[row : row + 3] for row in (0, 3, 6))
