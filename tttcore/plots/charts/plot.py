"""Set up the plot that all charts share, and serialise it for a page."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from bokeh.embed import json_item
from bokeh.models import FactorRange, HoverTool, NoOverlap, NumeralTickFormatter, PlainText, Range1d
from bokeh.models.renderers import GlyphRenderer
from bokeh.plotting import figure

HEIGHT = 400
"""Height in pixels; a plot is as wide as its page."""
TOOLS = "pan,box_zoom,wheel_zoom,reset,save"
DIGITS = 5
"""Significant digits in the page; the linked tables have more."""
MARGIN = 0.03
"""Margin on either side of the data, as a share of their extent."""


@dataclass(frozen=True)
class Axes:
    """Labels, scales and format of the axes.

    Attributes
    ----------
    xlabel, ylabel : labels of the axes.
    log : the logarithmic ones of ``x`` and ``y``.
    shares : whether y is a share, shown in percent.
    """

    xlabel: str
    ylabel: str
    log: Sequence[str] = ()
    shares: bool = False


def plot(*, x: Range1d | FactorRange, y: Range1d, axes: Axes) -> figure:
    """Set up an empty plot of two ranges; the page colours its axes, see ``assets/charts.js``."""
    shown = figure(
        height=HEIGHT,
        sizing_mode="stretch_width",
        tools=TOOLS,
        active_drag=None,
        active_scroll=None,
        toolbar_location="above",
        x_range=x,
        y_range=y,
        x_axis_type="log" if "x" in axes.log else "auto",
        y_axis_type="log" if "y" in axes.log else "auto",
        x_axis_label=PlainText(text=axes.xlabel),  # a text alone might be taken for TeX
        y_axis_label=PlainText(text=axes.ylabel),
        background_fill_color=None,
        border_fill_color=None,
        outline_line_color=None,
    )
    shown.toolbar.logo = None
    shown.axis.axis_label_text_font_style = "normal"
    shown.axis.major_label_policy = NoOverlap()
    if isinstance(x, Range1d):
        shown.xaxis.formatter = NumeralTickFormatter(format="0,0")
    shown.yaxis.formatter = NumeralTickFormatter(format="0.[00]%" if axes.shares else "0,0.[000]")
    return shown


def hover(shown: figure, renderers: Iterable[Any], text: str, *, mode: Literal["mouse", "vline"]) -> None:
    """Show the group and `text` where the pointer is on a renderer, or above or below it (``vline``)."""
    tooltips = f'<div><strong dir="auto">$name</strong> {text}</div>'
    shown.add_tools(HoverTool(renderers=list(renderers), tooltips=tooltips, mode=mode, line_policy="prev"))


def extent(values: np.ndarray, *, log: bool = False) -> Range1d:
    """Range of all finite values with a margin; on a logarithmic axis, of those above 0."""
    finite = values[np.isfinite(values) & (values > 0)] if log else values[np.isfinite(values)]
    low, high = (float(end) for end in (finite.min(), finite.max())) if finite.size else (1.0, 10.0)
    if log:
        reach = (high / low) ** MARGIN if high > low else 2.0
        return Range1d(start=low / reach, end=high * reach)
    reach = MARGIN * (high - low) or 0.5
    return Range1d(start=low - reach, end=high + reach)


def rounded(values: Iterable[float]) -> list[float]:
    """Round numbers to `DIGITS`, for small pages."""
    return [float(f"{value:.{DIGITS}g}") for value in values]


def item(shown: figure) -> str:
    """Serialise the plot as JSON for Bokeh's library, safe within a page, the same for the same plot.

    Models are numbered by their order in the text instead of the order in which the process made them. Nothing in a
    chart can be selected or muted, so looks for that are left out.
    """
    for renderer in shown.renderers:
        if isinstance(renderer, GlyphRenderer):
            renderer.nonselection_glyph = renderer.muted_glyph = "auto"
    numbers: dict[str, str] = {}
    text = json.dumps(_renumbered(json_item(shown), numbers), separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c")


def _renumbered(part: Any, numbers: dict[str, str]) -> Any:
    """Replace the identifiers in a part of the JSON by their numbers."""
    if isinstance(part, dict):
        return {
            key: numbers.setdefault(value, f"p{len(numbers) + 1}")
            if key in ("id", "root_id")
            else _renumbered(value, numbers)
            for key, value in part.items()
        }
    return [_renumbered(each, numbers) for each in part] if isinstance(part, list) else part
