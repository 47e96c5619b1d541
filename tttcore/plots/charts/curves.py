"""Charts of curves by group, as steps or lines, with bands."""

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
from bokeh.models import ColumnDataSource
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

from tttcore.plots.charts.chart import Key, keys
from tttcore.plots.charts.plot import Axes, extent, hover, plot, rounded
from tttcore.plots.looks import Look
from tttcore.plots.table_checks import in_order, require

BAND = ("low", "high")
_BAND_ALPHA = 0.18


def curves(
    table: pd.DataFrame, axes: Axes, looks: Mapping[str, Look], *, steps: bool, tooltips: Sequence[str] = ()
) -> tuple[figure, list[Key]]:
    """Plot a curve for each group, and its band where the table has one.

    Parameters
    ----------
    table : DataFrame[group, x, y] and, for a band, low and high; rows of a group in the order of x.
    axes : values up to 0 are drawn, on a logarithmic axis, at the least value above 0.
    looks : look of each group.
    steps : whether a value holds until the next; else points are joined by lines.
    tooltips : further columns to show at the pointer.
    """
    require(table, "group", "x", "y", *tooltips)
    banded = set(BAND) <= set(table)
    legend = keys(in_order(table["group"]), looks)
    drawable = _drawable(table, axes.log, banded)
    heights = drawable[["y", *(BAND if banded else ())]].to_numpy(float)
    shown = plot(
        x=extent(drawable["x"].to_numpy(float), log="x" in axes.log),
        y=extent(heights, log="y" in axes.log),
        axes=axes,
    )
    lines = [_curve(shown, drawable[drawable["group"] == key.label], key, steps=steps, banded=banded) for key in legend]
    form = "{0.[00]%}" if axes.shares else "{0,0.[0000]}"
    band = f" (@low{form} to @high{form})" if banded else ""
    more = "".join(f", @{column} {column.replace('_', ' ')}" for column in tooltips)
    hover(shown, lines, f"@x{{0,0}}: @y{form}{band}{more}", mode="vline")
    return shown, legend


def changes(table: pd.DataFrame) -> pd.DataFrame:
    """Rows of step curves, group by group, at which ``y`` changes, and the last row of each group."""
    new = table["y"] != table.groupby("group", sort=False)["y"].shift()
    last = ~table["group"].duplicated(keep="last")
    return table[new | last]


def _drawable(table: pd.DataFrame, log: Sequence[str], banded: bool) -> pd.DataFrame:
    """Raise values up to 0, on logarithmic axes, to the least value above 0."""
    columns = {"x": ["x"], "y": ["y", *(BAND if banded else ())]}
    for column in (column for axis in log for column in columns[axis]):
        above = table.loc[table[column] > 0, column]
        table = table.assign(**{column: table[column].clip(lower=above.min())})
    return table


def _curve(shown: figure, own: pd.DataFrame, key: Key, *, steps: bool, banded: bool) -> GlyphRenderer:
    heights = ["y", *(BAND if banded else ())]
    columns: dict[str, Any] = {
        str(name): rounded(values) if name in heights else values.tolist()
        for name, values in own.drop(columns="group").items()
    }
    source = ColumnDataSource(columns)
    look: dict[str, Any] = {"source": source, "color": key.colour, "name": key.label}
    line = {"line_width": 2, "line_dash": list(key.dash), **look}
    if banded and steps:
        shown.varea_step("x", "low", "high", step_mode="after", alpha=_BAND_ALPHA, **look)
    elif banded:
        shown.varea("x", "low", "high", alpha=_BAND_ALPHA, **look)
    if steps:  # steps have no tooltips, so an invisible line carries them
        shown.step("x", "y", mode="after", **line)
        return shown.line("x", "y", alpha=0, **look)
    return shown.line("x", "y", **line)
