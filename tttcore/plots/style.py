"""The look that all figures share, and saving them so that equal figures are equal files."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from tttcore.pipeline.store import atomic

BLUE, VERMILLION, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"
PALETTE = (BLUE, VERMILLION, GREEN, ORANGE, SKY, PURPLE, YELLOW)
"""Okabe and Ito's colours for every kind of colour vision (2008), without black, which stands for publications."""

PUBLISHED = "#333333"
PALE = "#EAEAEA"
HATCH = "///"
MARKERS = "os^Dv<>p"
STEPS = [1, 2, 5, 10]
"""Marks of an axis are so far apart, times powers of ten."""
_DASHES = ("-", "--", ":", "-.")

FORMATS = ("png", "svg", "pdf")
_NO_DATES: dict[str, dict[str, Any]] = {
    "png": {"Software": None},
    "svg": {"Date": None},
    "pdf": {"CreationDate": None},
}
_DPI = 150

_SETTINGS: dict[Any, Any] = {
    "font.family": "DejaVu Sans",  # comes with matplotlib, so that every machine draws the same letters
    "font.size": 10,
    "axes.titlesize": 11,
    "axes.titleweight": "bold",
    "figure.titlesize": 12,
    "figure.titleweight": "bold",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "axes.axisbelow": True,
    "grid.color": "#E3E3E3",
    "grid.linewidth": 0.6,
    "hatch.linewidth": 0.6,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "lines.linewidth": 1.6,
    "figure.dpi": _DPI,
    "figure.constrained_layout.use": True,
    "svg.hashsalt": "tttcore",
    "svg.fonttype": "path",
    "pdf.fonttype": 42,
}


@contextmanager
def styled() -> Iterator[None]:
    """The shared settings, as a context or as a decorator; whatever was set before comes back."""
    with rc_context():
        rcdefaults()
        rcParams.update(_SETTINGS)
        yield


def colours(labels: Sequence[str]) -> dict[str, str]:
    """A colour for every label, fixed by its place in `labels`; after seven they come again."""
    return {label: PALETTE[place % len(PALETTE)] for place, label in enumerate(labels)}


def line_looks(labels: Sequence[str]) -> dict[str, dict[str, Any]]:
    """Keywords of a line for every label: `colours`, dashed where a colour comes again."""
    return {
        label: {"color": colour, "linestyle": _DASHES[place // len(PALETTE) % len(_DASHES)]}
        for place, (label, colour) in enumerate(colours(labels).items())
    }


def markers(labels: Sequence[str]) -> dict[str, str]:
    """A marker for every label, fixed by its place in `labels`; after eight they come again."""
    return {label: MARKERS[place % len(MARKERS)] for place, label in enumerate(labels)}


def published_line(marker: str = "o") -> dict[str, Any]:
    """Keywords of a line of published values: dark grey, dashed, open markers."""
    return {
        "color": PUBLISHED,
        "linestyle": (0, (4, 2)),
        "linewidth": 1.2,
        "marker": marker,
        "markerfacecolor": "white",
        "markersize": 5,
        "zorder": 5,
    }


def swatch(label: str, *, colour: str | None) -> Patch:
    """Legend entry of a filled artist; `colour` None for a published one."""
    if colour is None:
        return Patch(facecolor="white", edgecolor=PUBLISHED, hatch=HATCH, label=label)
    return Patch(facecolor=colour, edgecolor=colour, alpha=0.7, label=label)


def whole_numbers(axes: Axes) -> None:
    """Mark only whole numbers on the x axis."""
    axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", steps=STEPS, integer=True))


def percents(axis: Axis, *, marks: int = 8) -> None:
    """Mark up to so many shares in percent, with as few digits as tell them."""
    axis.set_major_locator(MaxNLocator(nbins=marks, steps=STEPS))
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))


def save(figure: Figure, stem: str | Path, *, formats: Sequence[str] = FORMATS) -> list[Path]:
    """Write `figure` to ``<stem>.<format>`` for each format; the same figure gives the same bytes.

    The layout is settled once, so that all formats show the same and saving again changes
    nothing. Files hold no dates and appear whole or not at all.

    Returns
    -------
    The paths, in the order of `formats`.

    Raises
    ------
    ValueError
        If a format is not one of `FORMATS`.
    """
    unknown = [name for name in formats if name not in FORMATS]
    if unknown:
        raise ValueError(f"unknown figure format {unknown[0]!r}; known: {', '.join(FORMATS)}")
    stem = Path(stem)
    paths = [stem.parent / f"{stem.name}.{name}" for name in formats]
    with styled():
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for name, path in zip(formats, paths, strict=True):
            with atomic(path) as draft:
                figure.savefig(draft, format=name, dpi=_DPI, metadata=_NO_DATES[name])
    return paths
