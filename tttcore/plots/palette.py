"""Colours, markers and dashes of all figures and charts."""

from collections.abc import Sequence
from typing import Any

BLUE, VERMILLION, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"
PALETTE = (BLUE, VERMILLION, GREEN, ORANGE, SKY, PURPLE, YELLOW)
"""Okabe and Ito's palette for all types of colour vision (2008), without black, which marks published values."""

PUBLISHED = "#333333"
PALE = "#EAEAEA"
HATCH = "///"
MARKERS = "os^Dv<>p"
_DASHES = ("-", "--", ":", "-.")


def colours(labels: Sequence[str]) -> dict[str, str]:
    """Colour of each label by its place in `labels`; they repeat after seven."""
    return {label: PALETTE[place % len(PALETTE)] for place, label in enumerate(labels)}


def line_styles(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Keyword arguments of a line for each label: `colours`, dashed where a colour repeats."""
    return {
        label: {"color": colour, "linestyle": _DASHES[place // len(PALETTE) % len(_DASHES)]}
        for place, (label, colour) in enumerate(colours(labels).items())
    }


def markers(labels: Sequence[str]) -> dict[str, str]:
    """Marker of each label by its place in `labels`; they repeat after eight."""
    return {label: MARKERS[place % len(MARKERS)] for place, label in enumerate(labels)}


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
