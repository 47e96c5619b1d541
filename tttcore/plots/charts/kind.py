"""Base class and registry of the kinds of charts that a study's file can ask for."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, ClassVar, NamedTuple

import pandas as pd

from tttcore.pipeline.function_kinds import registering
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.plots.figures.kind import Shown
from tttcore.plots.looks import Looks

if TYPE_CHECKING:
    from bokeh.plotting import figure

    from tttcore.plots.charts.chart import Chart, Key


class Drawing(NamedTuple):
    """A plot whose renderers are named by their groups, its legend, and its description in words."""

    plot: "figure"
    keys: "Sequence[Key]"
    words: Sequence[str]


@dataclass(frozen=True, kw_only=True)
class Kind(Shown, ABC):
    """A kind of chart; its fields are the options in a study's file.

    Attributes
    ----------
    table : name of the table of statistics that it draws.
    table_kind : kind of that table.
    """

    table: str
    table_kind: ClassVar[str]

    def chart(self, name: str, study: str, tables: Mapping[str, pd.DataFrame], looks: Looks) -> "Chart":
        """Draw the chart `name` for the page of a study with these tables, in the looks of its treatments."""
        from tttcore.plots.charts.chart import Chart  # noqa: PLC0415 - see `chart`
        from tttcore.plots.charts.plot import item  # noqa: PLC0415

        drawing = self.draw(tables[self.table], looks)
        return Chart(
            name=name,
            title=self.title,
            caption=self.caption,
            item=item(drawing.plot),
            keys=drawing.keys,
            words=drawing.words,
            address=f"../{study}/tables/{self.table}.csv",
        )

    @abstractmethod
    def draw(self, table: pd.DataFrame, looks: Looks) -> Drawing:
        """Draw the table in the looks of the study's treatments."""


kinds: Registry[Kind] = Registry("kind of chart", registered_in("tttcore.plots.charts.kinds", "charts"))

chart = partial(registering, kinds, Kind, "draw")
"""Decorator: register a function from a table and looks to a `Drawing` as a kind with its `table_kind`.

See `registering`. Bokeh takes a second to import, and options are checked each time that a workflow is planned, so
kinds import what draws them inside their functions.
"""
