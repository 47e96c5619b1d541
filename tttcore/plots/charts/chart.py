"""Charts as the templates of pages take them, and their legends."""

from collections.abc import Sequence
from dataclasses import dataclass

from tttcore.plots.palette import PALETTE, YELLOW

COLOURS = tuple(colour for colour in PALETTE if colour != YELLOW)
"""Colours that are visible on light and on dark backgrounds."""
DASHES = ((), (6, 3), (2, 2), (8, 3, 2, 3))
"""Lengths of dashes and gaps in pixels; empty for a solid line."""


@dataclass(frozen=True)
class Key:
    """Legend entry: label, colour and dashes of a group."""

    label: str
    colour: str
    dash: tuple[int, ...]


@dataclass(frozen=True)
class Chart:
    """A chart on a page.

    Attributes
    ----------
    name, title, caption : as in the study's file.
    item : the plot as JSON for Bokeh's library, safe within a page.
    keys : its legend.
    words : description in a sentence per group.
    address : address of its table, relative to the page.
    """

    name: str
    title: str
    caption: str
    item: str
    keys: Sequence[Key]
    words: Sequence[str]
    address: str


def keys(labels: Sequence[str]) -> list[Key]:
    """Legend entries of labels: colours by place, dashed where a colour repeats."""
    return [
        Key(label, COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)])
        for place, label in enumerate(labels)
    ]
