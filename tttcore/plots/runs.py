"""Figures of runs of any study: run lengths, fitness and diversity by generation, and a champion's genes."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.games.tables import from_digits
from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import Style
from tttcore.plots.table_checks import in_order, require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_LOSS = "a no-loss player"
"""Outcome that a run looks for, if a figure names no other."""


def notched_boxes(evidence: Evidence, *, title: str, comparisons: Mapping[str, str]) -> "Figure":
    """Boxes of the run lengths of the document, if given, and of ours.

    Parameters
    ----------
    comparisons : comparisons whose runs are drawn, with their colours.
    """
    from tttcore.plots.boxplot import Source, notched

    sources, runs, published = [], evidence.runs, evidence.reference
    if len(published):
        values = {evidence.names.label(str(group)): published[group].to_numpy() for group in published}
        sources.append(Source(f"published (n = {len(published)})", values))
    for comparison, colour in comparisons.items():
        values = {
            evidence.names.label(label): runs.loc[runs["treatment"] == treatment, evidence.stored.length].to_numpy()
            for label, treatment in evidence.comparisons[comparison].items()
        }
        count = min(len(group) for group in values.values())
        sources.append(Source(f"{evidence.names.set(comparison)} (n = {count:,})", values, colour))
    return notched(sources, title=title, top=26.0)


def genome(evidence: Evidence, *, title: str, treatment: str) -> "Figure":
    """Some genes of the first no-loss champion of a treatment, or of its first run if none is solved."""
    from tttcore.plots import boards

    states = evidence.states.states
    own = evidence.runs[evidence.runs["treatment"] == treatment].sort_values("censored", kind="stable")
    champion = evidence.champion(treatment, own["replicate"].iloc[0])
    genes = from_digits(pd.Series([champion]))[0]
    return boards.genome(states, genes, title=title)


def diversity(evidence: Evidence, *, title: str, lines: Mapping[str, Sequence[str]]) -> "Figure":
    """Share of distinct genomes by generation, from the first that was bred.

    Parameters
    ----------
    lines : treatments whose runs a line shows, by its label; it has the style of the first.
    """
    from tttcore.plots import traces

    shown = {}
    for label, treatments in lines.items():
        rows = pd.concat(evidence.traces_of(key, "replicate", "generation", "distinct") for key in treatments)
        shown[label] = rows[rows["generation"] > 0]
    first = [treatments[0] for treatments in lines.values()]
    return traces.diversity(
        shown,
        styles=evidence.styles.labelled(first, [*lines]),
        population=evidence.recipes[first[0]]["population"],
        title=title,
    )


def ecdf(
    evidence: Evidence,
    *,
    title: str,
    set: str,
    last_generation: int,
    apart: float = 0,
    log: bool = False,
    outcome: str = NO_LOSS,
) -> "Figure":
    """Share of runs solved by each generation.

    Parameters
    ----------
    set : name of the set of samples.
    last_generation : end of the x axis.
    apart : least distance from the median of all groups of those in colour; others are grey.
    log : whether the x axis is logarithmic.
    outcome : aim that a solved run has reached.
    """
    from tttcore.plots import curves

    shown = _of_set(evidence, "ecdf", set)
    return curves.ecdf(
        shown,
        apart=apart,
        title=title,
        styles=_styles(evidence, set, shown),
        outcome=outcome,
        last_generation=last_generation,
        log=log,
    )


def survival(
    evidence: Evidence,
    *,
    title: str,
    set: str,
    last_generation: int,
    groups: Sequence[str] = (),
    log: bool = False,
    outcome: str = NO_LOSS,
) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`.

    Parameters
    ----------
    groups : groups of the set that are drawn; all if there are none.
    """
    from tttcore.plots import curves

    shown = _of_set(evidence, "survival", set, groups)
    styles = _styles(evidence, set, shown)
    return curves.survival(
        shown,
        styles=styles,
        title=title,
        outcome=outcome,
        last_generation=last_generation,
        log=log,
    )


def _of_set(evidence: Evidence, statistics: str, name: str, groups: Sequence[str] = ()) -> pd.DataFrame:
    """Rows of a set of samples in a table of statistics, or of some groups of it, its groups by their names."""
    table = evidence.statistics(statistics)
    require(table, "set", "group")
    own = table[table["set"] == name]
    if own.empty:
        known = enumerated(in_order(table["set"]))
        raise ConfigError(f"{evidence.files.tables / statistics}.parquet has no set {name!r}; it has {known}")
    return evidence.styles.named(name, own[own["group"].isin(groups)] if groups else own)


def _styles(evidence: Evidence, name: str, shown: pd.DataFrame) -> dict[str, Style]:
    """Styles of the groups of a set of samples."""
    return evidence.styles.of_set(name, in_order(shown["group"]))
