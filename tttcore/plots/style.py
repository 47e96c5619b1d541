"""Shared style of all figures, and saving them so that equal figures are equal files."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import Axis
from matplotlib.figure import Figure
from matplotlib.patches import Patch
from matplotlib.ticker import FuncFormatter, MaxNLocator

from tttcore.pipeline.store import atomic

BLUE, VERMILLION, GREEN, ORANGE = "#0072B2", "#D55E00", "#009E73", "#E69F00"
SKY, PURPLE, YELLOW = "#56B4E9", "#CC79A7", "#F0E442"
PALETTE = (BLUE, VERMILLION, GREEN, ORANGE, SKY, PURPLE, YELLOW)
"""Okabe and Ito's palette for all types of colour vision (2008), without black, which marks published values."""

PUBLISHED = "#333333"
PALE = "#EAEAEA"
HATCH = "///"
MARKERS = "os^Dv<>p"
STEPS = [1, 2, 5, 10]
"""Steps between the ticks of an axis, times powers of ten."""
_DASHES = ("-", "--", ":", "-.")

_NO_DATES: dict[str, dict[str, Any]] = {
    ".png": {"Software": None},
    ".svg": {"Date": None},
    ".pdf": {"CreationDate": None},
}
"""Metadata that leave out dates, by suffix of the formats."""
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
    """Apply the shared settings, as a context or as a decorator; earlier settings come back after it."""
    with rc_context():
        rcdefaults()
        rcParams.update(_SETTINGS)
        yield


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


def published_line(marker: str = "o") -> dict[str, Any]:
    """Keyword arguments of a line of published values: dark grey, dashed, open markers."""
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
    """Legend entry of a filled artist; `colour` None for published values."""
    if colour is None:
        return Patch(facecolor="white", edgecolor=PUBLISHED, hatch=HATCH, label=label)
    return Patch(facecolor=colour, edgecolor=colour, alpha=0.7, label=label)


def whole_numbers(axes: Axes) -> None:
    """Put ticks of the x axis at whole numbers only."""
    axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", steps=STEPS, integer=True))


def percents(axis: Axis, *, ticks: int = 8) -> None:
    """Label at most `ticks` shares in percent, with as few digits as needed."""
    axis.set_major_locator(MaxNLocator(nbins=ticks, steps=STEPS))
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))


def legend_below(figure: Figure, *panels: Axes, columns: int) -> None:
    """Put one legend below all panels, each label once, in at most so many columns."""
    entries: dict[str, Artist] = {}
    for axes in panels:
        handles, labels = axes.get_legend_handles_labels()
        entries |= dict(zip(labels, handles, strict=True))
    figure.legend(entries.values(), entries.keys(), loc="outside lower center", ncols=columns)


def save(figure: Figure, files: Iterable[str | Path]) -> None:
    """Write `figure` to files in the formats that their suffixes name; the same figure gives the same bytes.

    The layout is computed once, so that all formats agree and saving again changes nothing. Files hold no dates
    and are written atomically.

    Raises
    ------
    ValueError
        If a suffix names no known format, before anything is written.
    """
    paths = [Path(file) for file in files]
    for path in paths:
        if path.suffix not in _NO_DATES:
            raise ValueError(f"unknown figure format {path.suffix!r}; known: {', '.join(_NO_DATES)}")
    with styled():
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for path in paths:
            with atomic(path) as draft:
                figure.savefig(draft, format=path.suffix[1:], dpi=_DPI, metadata=_NO_DATES[path.suffix])
