"""Figures of studies that have no module of their own, by name."""

from typing import TYPE_CHECKING

from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import ALL
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@needs(tables=["ecdf"])
def solved(evidence: Evidence, title: str) -> "Figure":
    """Share of the runs of every treatment that have succeeded by each step, from the table ``ecdf``."""
    figure = runs.ecdf(evidence, title=title, set=ALL, last_generation=_longest(evidence), outcome="success")
    return _by_step(figure, evidence)


@needs(tables=["survival"])
def unsolved(evidence: Evidence, title: str) -> "Figure":
    """Share of the runs of every treatment without success, with censoring, from the table ``survival``."""
    figure = runs.survival(evidence, title=title, set=ALL, last_generation=_longest(evidence), outcome="success")
    return _by_step(figure, evidence)


def _by_step(figure: "Figure", evidence: Evidence) -> "Figure":
    """Name the axis after the step of the engine's traces, such as games."""
    figure.axes[0].set_xlabel(evidence.stored.traces.names[2].capitalize())
    return figure


def _longest(evidence: Evidence) -> int:
    return int(evidence.runs[evidence.stored.length].max())
