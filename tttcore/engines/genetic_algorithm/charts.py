"""Interactive charts for studies of genetic algorithms: cells that champions mark."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd

from tttcore.plots.charts import words
from tttcore.plots.charts.kind import Drawing, Kind, kinds
from tttcore.plots.figures.kind import Labelled


@kinds.register("alleles")
@dataclass(frozen=True, kw_only=True)
class Alleles(Labelled, Kind):
    """Bars of the share of champions that mark each cell of some positions; draws a table of the kind ``alleles``."""

    table: str = "alleles"
    table_kind: ClassVar = "alleles"

    def draw(self, table: pd.DataFrame) -> Drawing:
        """See `Kind.draw`."""
        from tttcore.plots.charts.bars import Axes, bars

        own = self.grouped(table)
        pairs = [(_one_line_board(board), str(cell)) for board, cell in zip(own["board"], own["cell"], strict=True)]
        share = {"top": own["share"], "y": own["share"], "low": own["share_low"], "high": own["share_high"]}
        shown = own.assign(place=pd.Series(pairs, index=own.index), bottom=0.0, **share)
        axes = Axes("Cell, by position", "Champions that mark it", shares=True)
        marked = shown[shown["y"] > 0].assign(place=lambda rows: rows["place"].map(" ".join))
        return Drawing(*bars(shown, axes), words.places(marked, shares=True))


def _one_line_board(board: str) -> str:
    """Position on one line, row by row: ``·`` empty, X, O."""
    return " ".join(board.translate(str.maketrans("012", "·XO"))[row : row + 3] for row in (0, 3, 6))
