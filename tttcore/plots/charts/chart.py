"""Charts as the templates of pages take them, and their legends."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tttcore.plots.looks import Look

DASHES = ((), (6, 3), (2, 2), (8, 3, 2, 3))
"""Lengths of dashes and gaps in pixels, in the order of `palette.DASHES`; empty for a solid line."""


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


def keys(labels: Sequence[str], looks: Mapping[str, Look]) -> list[Key]:
    """Legend entries of labels by their looks."""
    return [Key(label, looks[label].colour, DASHES[looks[label].dash]) for label in labels]
