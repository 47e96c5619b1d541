"""Bar charts of groups side by side, with a range and a mark on each bar."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
from bokeh.models import ColumnDataSource, FactorRange
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure
from bokeh.transform import dodge

from tttcore.plots.charts.chart import Key, keys
from tttcore.plots.charts.plot import Axes, extent, hover, plot, rounded
from tttcore.plots.looks import Look
from tttcore.plots.table_checks import in_order, require

_WIDTH = 0.84
"""Share of a place's width that the bars of all groups take."""
_ALPHA = 0.5


def bars(table: pd.DataFrame, axes: Axes, looks: Mapping[str, Look]) -> tuple[figure, list[Key]]:
    """Plot a bar for each place and group, with the line of a range over it, and a mark.

    Parameters
    ----------
    table : DataFrame[group, place, bottom, top, low, high, y]: places, texts or pairs of texts, in order of first
        appearance; ``bottom`` to ``top`` is the bar, ``low`` to ``high`` the line, ``y`` the mark.
    looks : look of each group, of which bars have the colour.
    """
    require(table, "group", "place", "bottom", "top", "low", "high", "y")
    legend = keys(in_order(table["group"]), looks)
    shown = plot(
        x=FactorRange(*dict.fromkeys(table["place"])),
        y=extent(table[["bottom", "top", "low", "high"]].to_numpy(float)),
        axes=axes,
    )
    width = _WIDTH / len(legend)
    boxes = []
    for place, key in enumerate(legend):
        offset = (place - (len(legend) - 1) / 2) * width
        boxes.append(_group(shown, table[table["group"] == key.label], key, offset=offset, width=width))
    form = "{0.[00]%}" if axes.shares else "{0.[00]}"
    hover(shown, boxes, f"@x: @y{form} (@low{form} to @high{form})", mode="mouse")
    return shown, legend


def _group(shown: figure, own: pd.DataFrame, key: Key, *, offset: float, width: float) -> GlyphRenderer:
    """Plot the bars of a group, shifted from their places by `offset`."""
    numbers = {column: rounded(own[column]) for column in ("bottom", "top", "low", "high", "y")}
    source = ColumnDataSource({"x": own["place"].tolist(), **numbers})
    at = dodge("x", offset, range=shown.x_range)
    look: dict[str, Any] = {"source": source, "color": key.colour, "name": key.label}
    box = shown.vbar(at, width, "top", "bottom", fill_alpha=_ALPHA, **look)
    shown.segment(at, "low", at, "high", line_width=1.5, **look)
    shown.scatter(at, "y", marker="dash", size=9, line_width=2, **look)
    return box
