"""Pages to print: A4 sheets in millimetres, and PDF files of several pages whose bytes repeat."""

from collections.abc import Iterable
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from tttcore.pipeline.store import atomic
from tttcore.plots.style import styled

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
