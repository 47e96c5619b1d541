"""Shared style of all figures, and saving them so that equal figures are equal files."""

import re
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
from matplotlib import rc_context, rcdefaults, rcParams
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.axis import XAxis, YAxis
from matplotlib.backend_bases import FigureCanvasBase
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.backends.backend_pdf import FigureCanvasPdf, PdfPages
from matplotlib.backends.backend_svg import FigureCanvasSVG
from matplotlib.figure import Figure
from matplotlib.legend_handler import HandlerTuple
from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import Formatter, FuncFormatter, LogLocator, MaxNLocator, NullFormatter
from numpy.typing import NDArray

from tttcore.pipeline.files import atomic
from tttcore.plots.line_styles import HATCH, PUBLISHED

Axis = XAxis | YAxis
STEPS = [1, 2, 5, 10]
"""Steps between the ticks of an axis, times powers of ten."""

_WRITERS: dict[str, tuple[type[FigureCanvasBase], str, dict[str, Any]]] = {
    ".png": (FigureCanvasAgg, "print_png", {"Software": None}),
    ".svg": (FigureCanvasSVG, "print_svg", {"Date": None}),
    ".pdf": (FigureCanvasPdf, "print_pdf", {"CreationDate": None}),
}
"""Canvas, its method and metadata without dates, by suffix of the formats."""
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_DPI = 150
_KEY, _LETTER = 0.6, 0.068
"""Widths in inches of a legend's key with its room, and of a letter of its label."""
_BOLD_LETTER = 0.105
"""Width in inches of a letter of a title."""
_MOST_TICKS = 100
"""More ticks than a logarithmic axis has."""

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
    "text.parse_math": False,  # texts of users may have a $
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


def one_panel(width: float, height: float, *, title: str = "") -> tuple[Figure, Axes]:
    """Figure of so many inches with a title and one panel."""
    figure, grid = panels(width, height, 1, 1, title=title)
    return figure, grid[0, 0]


def panels(
    width: float, height: float, rows: int, columns: int, *, title: str = "", **layout: Any
) -> tuple[Figure, NDArray[Any]]:
    """Figure of so many inches with a title and a grid of panels, (rows, columns); `layout` as of `Figure.subplots`."""
    figure = Figure(figsize=(width, height))
    if title:
        figure.suptitle(title)
    return figure, figure.subplots(rows, columns, squeeze=False, **layout)


def wrapped(title: str, width: float) -> str:
    """Title of a panel of so many inches, in as many lines as it needs."""
    return textwrap.fill(title, max(1, int(width / _BOLD_LETTER)))


def hide_spare(grid: NDArray[Any]) -> None:
    """Hide the panels of the last row in which nothing is drawn, and label the x axes of those above them instead."""
    for spare, above in zip(grid[-1], grid[-2:][0], strict=True):
        if not spare.has_data():
            spare.set_visible(False)
            above.tick_params(labelbottom=True)
            above.set_xlabel(grid[-1, 0].get_xlabel())


def swatch(label: str, *, colour: str | None, alpha: float = 0.7) -> Patch:
    """Legend entry of a filled artist; `colour` None for published values."""
    if colour is None:
        return Patch(facecolor="white", edgecolor=PUBLISHED, hatch=HATCH, label=label)
    return Patch(facecolor=(colour, alpha), edgecolor=colour, label=label)


def entry(label: str, **style: Any) -> Line2D:
    """Legend entry of a line or marker."""
    return Line2D([], [], label=label, **style)


def categories(axis: Axis, labels: Sequence[str]) -> None:
    """Label the places 0, 1, … of an axis, from the top of a y axis, without ticks and grid."""
    ends = (-0.5, len(labels) - 0.5)
    axis.set_ticks(range(len(labels)), labels)
    axis.axes.set(**{"xlim": ends} if axis.axis_name == "x" else {"ylim": ends[::-1]})
    axis.set_tick_params(length=0)
    axis.grid(visible=False)


def axis_on_top(axes: Axes) -> None:
    """Move the x axis of a panel to its top, with ticks, numbers and label."""
    axes.tick_params(axis="x", top=True, labeltop=True, bottom=False, labelbottom=False)
    axes.xaxis.set_label_position("top")
    axes.spines["top"].set_visible(True)
    axes.spines["bottom"].set_visible(False)


def whole_numbers(axes: Axes) -> None:
    """Put ticks of the x axis at whole numbers only."""
    axes.xaxis.set_major_locator(MaxNLocator(nbins="auto", steps=STEPS, integer=True))


def logarithmic(axis: Axis, form: str | Formatter = "{x:g}", *, steps: Sequence[float] = STEPS[:-1]) -> None:
    """Scale an axis logarithmically, with ticks at `steps` times powers of ten."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    axis.set_major_locator(LogLocator(subs=steps))
    axis.set_major_formatter(form)
    axis.set_minor_formatter(NullFormatter())


def powers_of_ten(axis: Axis) -> None:
    """Scale an axis logarithmically, with ticks labelled as powers of ten: all that is drawn as mathematics."""
    axis.axes.set(**{f"{axis.axis_name}scale": "log"})
    for tick in (*axis.get_major_ticks(_MOST_TICKS), *axis.get_minor_ticks(_MOST_TICKS)):
        tick.label1.set_parse_math(True)


def percents(axis: Axis, *, ticks: int | None = None) -> None:
    """Label shares in percent, with as few digits as needed, at most `ticks` of them if that is given."""
    if ticks:
        axis.set_major_locator(MaxNLocator(nbins=ticks, steps=STEPS))
    axis.set_major_formatter(FuncFormatter(lambda share, _: f"{100 * share:g}%"))


def legend_below(figure: Figure, *entries: Axes | Artist | tuple[Artist, ...], columns: int, title: str = "") -> None:
    """Put a legend below all panels, in as many columns as fit and at most so many, each label once.

    There is none without labels and title.

    Parameters
    ----------
    entries : labelled artists, several with one label side by side, or panels whose labelled artists are entries; all
        panels if there are none.
    """
    found: dict[str, Any] = {}
    for each in entries or figure.axes:
        if isinstance(each, Axes):
            found |= dict(zip(*each.get_legend_handles_labels()[::-1], strict=True))
        else:
            found[str((each[0] if isinstance(each, tuple) else each).get_label())] = each
    if found or title:
        beside = {tuple: HandlerTuple(ndivide=None, pad=0.2)}
        while columns > 1 and _legend_width([*found], columns) > figure.get_figwidth():
            columns -= 1
        figure.legend(
            [*found.values()], [*found], loc="outside lower center", ncols=columns, title=title, handler_map=beside
        )


def _legend_width(labels: Sequence[str], columns: int) -> float:
    """Width in inches of a legend, about; labels fill one column after the other."""
    parts = [part for part in np.array_split([len(label) for label in labels], columns) if part.size]
    return float(sum(_KEY + _LETTER * part.max() for part in parts))


def save(figure: Figure, files: Iterable[str | Path]) -> None:
    """Write `figure` to files in the formats that their suffixes name; the same figure gives the same bytes.

    The layout is computed once, so that all formats agree and saving again changes nothing; `Figure.savefig` would
    draw each format twice for it. Files hold no dates and are written atomically.

    Raises
    ------
    ValueError
        If a suffix names no known format, before anything is written.
    """
    paths = [Path(file) for file in files]
    for path in paths:
        if path.suffix.lower() not in _WRITERS:
            raise ValueError(f"unknown figure format {path.suffix!r}; known: {', '.join(_WRITERS)}")
    with styled():
        figure.draw_without_rendering()
        figure.set_layout_engine("none")
        for path in paths:
            canvas, method, metadata = _WRITERS[path.suffix.lower()]
            figure.set_dpi(_DPI)  # which some of the methods change
            with atomic(path) as draft:
                getattr(canvas(figure), method)(draft, metadata=metadata)
                if path.suffix.lower() == ".svg":
                    _make_well_formed(draft)


def _make_well_formed(svg: Path) -> None:
    """Leave out of an SVG the signs that XML can't have; matplotlib repeats texts in comments as they are."""
    text = svg.read_bytes().decode()
    fit = _NOT_IN_XML.sub("", text)
    if fit != text:
        svg.write_bytes(fit.encode())


WIDTH, HEIGHT = 210.0, 297.0
"""Size of A4 in millimetres."""
_INCH = 25.4


def blank_page() -> tuple[Figure, Axes]:
    """An empty A4 page, with axes all over it in millimetres from its upper left corner."""
    figure = Figure(figsize=(WIDTH / _INCH, HEIGHT / _INCH))
    figure.set_layout_engine("none")
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, WIDTH), ylim=(HEIGHT, 0))
    axes.set_axis_off()
    return figure, axes


def save_pages(pages: Iterable[Figure], file: str | Path) -> None:
    """Write pages to a PDF without dates, whole or not at all; the same pages give the same bytes."""
    with styled(), atomic(Path(file)) as draft, PdfPages(draft, metadata={"CreationDate": None}) as written:
        for page in pages:
            written.savefig(page)
