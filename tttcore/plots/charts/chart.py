"""A chart as templates show it."""

from collections.abc import Sequence
from dataclasses import dataclass

from tttcore.plots.style import PALETTE, YELLOW

COLOURS = tuple(colour for colour in PALETTE if colour != YELLOW)
"""Those that are told from a light ground as well as from a dark one."""
DASHES = ((), (6, 3), (2, 2), (8, 3, 2, 3))
"""Lengths of dashes and gaps in pixels; none is a line without gaps."""


@dataclass(frozen=True)
class Key:
    """Entry of a legend: what all that is drawn of a group is called, and how it looks."""

    label: str
    colour: str
    dash: tuple[int, ...]


@dataclass(frozen=True)
class Chart:
    """A chart on a page.

    Attributes
    ----------
    name, title, caption : as the study's file has them.
    item : what the library draws, as JSON that can stand within a page.
    keys : its legend.
    words : what it shows, told in a sentence for each group.
    address : where the whole table behind it is, as seen from the page.
    """

    name: str
    title: str
    caption: str
    item: str
    keys: Sequence[Key]
    words: Sequence[str]
    address: str


def keys(labels: Sequence[str]) -> list[Key]:
    """A colour for each label, fixed by its place; dashed where a colour comes again."""
    return [
        Key(label, COLOURS[place % len(COLOURS)], DASHES[place // len(COLOURS) % len(DASHES)])
        for place, label in enumerate(labels)
    ]
