"""Colours, markers and dashes of all figures."""

from collections.abc import Sequence
from typing import Any

BLUE, VERMILLION, GREEN = "#0072B2", "#D55E00", "#009E73"
ORANGE, SKY, PURPLE = "#E69F00", "#56B4E9", "#CC79A7"
PALETTE = (BLUE, VERMILLION, GREEN, ORANGE, SKY, PURPLE)
"""Okabe and Ito's palette for all types of colour vision (2008), without yellow, which can't be seen on white, and
without black, which marks published values."""
CROSS_COLOUR, NOUGHT_COLOUR = BLUE, VERMILLION
"""Colours of X and O on boards, as in the style of the pages."""

PUBLISHED = "#333333"
PALE = "#EAEAEA"
HATCH = "///"
MARKERS = "os^Dv<>p"
DASHES = ("solid", (0, (4, 1.6)), (0, (1.2, 1.4)), (0, (5, 1.4, 1.2, 1.4)))
"""Dashes of lines, in widths of the line."""


def colours(labels: Sequence[str]) -> dict[str, str]:
    """Colour of each label by its place in `labels`; they repeat after six."""
    return {label: PALETTE[place % len(PALETTE)] for place, label in enumerate(labels)}


def published_line(marker: str = "", **more: Any) -> dict[str, Any]:
    """Keyword arguments of a line of published values: dark grey, dashed, open markers; `more` comes over them."""
    return {
        "color": PUBLISHED,
        "linestyle": (0, (4, 2)),
        "linewidth": 1.2,
        "marker": marker,
        "markerfacecolor": "white",
        "markersize": 5,
        "zorder": 5,
        **more,
    }
