"""Kinds of figures of matchboxes: learning curves of results, first marks and exact chances."""

# ruff: noqa: PLC0415 - see `figure`

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import figure, grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure

Measure = Literal[
    "won", "drawn", "lost", "resigned", "corner", "side", "centre", "resigns_at_once",
    "unbeatable", "random_won", "random_lost", "careful_lost", "perfect_won", "perfect_drawn", "perfect_lost",
]  # fmt: skip


@figure()
def machine_curves(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    labels: Sequence[str] = (),
    measures: Sequence[Measure] = ("won", "drawn", "lost"),
    published: Annotated[Sequence[int], Between(1, 100_000)] = (),
) -> "Figure":
    """Learning curves of machines, a panel for each measure, a line for each treatment.

    Parameters
    ----------
    measures : shares of games by result, shares of the beads of the first mark, machines without any, machines that no
        reply beats, or exact chances against an opponent.
    published : numbers of games that a document names.
    """
    from tttcore.engines.matchboxes.plots.learning import learning_curves
    from tttcore.engines.matchboxes.stats.curves import columns_of, curves

    columns = columns_of([*measures])
    traces = pd.concat([evidence.traces_of(name, "treatment", *columns) for name in treatments])
    shown = grouped(traces, treatments, evidence.looks.called(treatments, labels))
    looks = evidence.looks.labelled(treatments, labels)
    return learning_curves(curves(shown, [*measures]), looks=looks, published=published, title=title)
