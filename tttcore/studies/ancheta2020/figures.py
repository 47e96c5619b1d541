"""Kinds of figures for this study: its published courses of the best fitness beside ours."""

# ruff: noqa: PLC0415 - see `figure`

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import check_known
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import figure

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@figure(trace_columns=("generation", "best"))
def best_fitness_beside(
    evidence: Evidence,
    *,
    title: str,
    data: str,
    group: str,
    treatments: Sequence[str],
    lines: Annotated[int, Between(0, 1000, "each is drawn")] = 30,
) -> "Figure":
    """Best fitness by generation, a panel for the document's runs and one per treatment, from the first generation on.

    Parameters
    ----------
    data : table of the document's courses.
    group : treatment of the document.
    lines : single runs in each panel.
    """
    from tttcore.plots import traces
    from tttcore.studies.ancheta2020.courses import read_rows

    tables = evidence.published["tables"]
    check_known([data], tables, "data", "published table")
    own = read_rows(tables[data])
    check_known([group], own["treatment"].unique().tolist(), "group", "treatment of the document")
    name = f"{evidence.names.label(group)}, published"
    shown = {name: own[own["treatment"] == group]}
    for called, treatment in zip(evidence.looks.called(treatments), treatments, strict=True):
        rows = evidence.traces_of(treatment, "replicate", "generation", "best")
        shown[called] = rows[rows["generation"] > 0]
    looks = evidence.looks.labelled(treatments)
    return traces.best_fitness(shown, looks=looks, lines=lines, published=name, title=title)
