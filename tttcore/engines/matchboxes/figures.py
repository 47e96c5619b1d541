"""Figures of matchboxes: learning curves of results, first marks and exact chances."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.plots.evidence import Evidence
from tttcore.plots.table_checks import grouped

if TYPE_CHECKING:
    from matplotlib.figure import Figure


def machine_curves(
    evidence: Evidence,
    *,
    title: str,
    treatments: Sequence[str],
    measures: Sequence[str],
    published: Sequence[int] = (),
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

    columns = columns_of(measures)
    traces = pd.concat([evidence.traces_of(name, "treatment", *columns) for name in treatments])
    shown = grouped(traces, treatments, evidence.looks.called(treatments))
    looks = evidence.looks.labelled(treatments)
    return learning_curves(curves(shown, measures), looks=looks, published=published, title=title)
