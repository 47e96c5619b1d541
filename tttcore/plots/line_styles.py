"""Colours, dashes and markers of figures; each treatment has the same style in all figures of a document."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, NamedTuple

import pandas as pd

from tttcore.pipeline import study
from tttcore.plots.names import Names

BLUE, VERMILLION, GREEN = "#0072B2", "#D55E00", "#009E73"
ORANGE, SKY, PURPLE = "#E69F00", "#56B4E9", "#CC79A7"
PALETTE = (BLUE, VERMILLION, GREEN, ORANGE, SKY, PURPLE)
"""Okabe and Ito's palette for all types of colour vision (2008), without yellow, which can't be seen on white, and
without black, which marks published values."""
CROSS_COLOUR, NOUGHT_COLOUR = BLUE, VERMILLION
"""Colours of X and O on boards, as in the style of the pages."""

WON, DRAWN, LOST = "#002C66", "#949494", "#AC3A00"
"""Colours of results, as on the pages to play and to watch: they differ in grey, too."""
PUBLISHED = "#333333"
PALE = "#EAEAEA"
OTHERS = "#C4C4C4"
"""Colour of lines behind the one that a panel is about."""
HATCH = "///"
MARKERS = "os^Dv<>p"
DASHES = ("solid", (0, (4, 1.6)), (0, (1.2, 1.4)), (0, (5, 1.4, 1.2, 1.4)))
"""Dashes of lines, in widths of the line."""


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


_MOST_MARKERS = 15
"""Most markers on a line, so that it can be seen between them."""


class Style(NamedTuple):
    """Style of a treatment: colour, place of its dashes in `DASHES`, and marker."""

    colour: str
    dash: int
    marker: str

    def line(self, points: int = 1, *, size: float = 4.5) -> dict[str, Any]:
        """Keyword arguments of a line of so many points."""
        return {
            "color": self.colour,
            "linestyle": DASHES[self.dash],
            "marker": self.marker,
            "markersize": size,
            "markevery": max(1, math.ceil(points / _MOST_MARKERS)),
        }


def assign(treatments: Sequence[str], together: Iterable[Collection[str]] = ()) -> dict[str, Style]:
    """Style of each treatment, which depends on those before it alone: another one at the end changes no other.

    In turn each takes a colour and a marker that none before it has of those that are shown together with it, as long
    as there are any; else those that the fewest have, with other dashes.

    Parameters
    ----------
    treatments : names in the configuration's order.
    together : names that are shown in one figure, for each figure.
    """
    groups = [frozenset(group) for group in together]
    found: dict[str, Style] = {}
    for name in treatments:
        shown = [[found[other] for other in found if other in group] for group in groups if name in group]
        near = [style for group in shown if len(group) < len(PALETTE) for style in group]
        beside = [style for group in shown for style in group]
        dash, colour = min(
            product(range(len(DASHES)), PALETTE),
            key=lambda choice: (
                sum(style.colour == choice[1] for style in near),
                sum((style.dash, style.colour) == choice for style in beside),
                sum(style.colour == choice[1] for style in beside),
                choice[0],
                sum(style.colour == choice[1] for style in found.values()),
                PALETTE.index(choice[1]),
            ),
        )
        marker = min(
            MARKERS,
            key=lambda sign: (
                *(sum(style.marker == sign for style in styles) for styles in (near, beside, found.values())),
                MARKERS.index(sign),
            ),
        )
        found[name] = Style(colour, dash, marker)
    return found


def by_place(labels: Sequence[str]) -> dict[str, Style]:
    """Styles of labels that are no treatments, or of no document, by their places."""
    return assign(labels, [labels])


@dataclass(frozen=True)
class Styles:
    """Styles of a document's treatments, and what figures call them.

    Attributes
    ----------
    treatments : style of each treatment.
    comparisons : treatments by label, for each set of samples.
    names : names of all these for people.
    """

    treatments: Mapping[str, Style]
    comparisons: Mapping[str, Mapping[str, str]]
    names: Names = field(default_factory=Names)

    def called(self, treatments: Sequence[str], labels: Sequence[str] = ()) -> list[str]:
        """Names of treatments for people: their labels, or their keys if there are none."""
        return [*labels] or [self.names.treatment(key) for key in treatments]

    def labelled(self, treatments: Sequence[str], labels: Sequence[str] = ()) -> dict[str, Style]:
        """Styles of treatments by what they are called."""
        called = zip(self.called(treatments, labels), treatments, strict=True)
        return {label: self.treatments[treatment] for label, treatment in called}

    def named(self, name: str, table: pd.DataFrame) -> pd.DataFrame:
        """Table of a set of samples with names instead of the labels in its column ``group``."""
        return table.assign(group=[self.names.label(str(label), name) for label in table["group"]])

    def of_set(self, name: str, called: Sequence[str]) -> dict[str, Style]:
        """Styles of a set of samples by what its groups are called; published runs, of no treatment, by place."""
        if name == study.PUBLISHED:
            return by_place(called)
        members = self.comparisons[name]
        return self.labelled([*members.values()], [self.names.label(label, name) for label in members])
