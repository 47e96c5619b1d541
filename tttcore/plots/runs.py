"""Figures of runs of any study: run lengths, fitness and diversity by generation, and a champion's genes."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.games.tables import from_digits
from tttcore.pipeline.messages import ConfigError, enumerated
from tttcore.pipeline.study import PUBLISHED
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import Style
from tttcore.plots.table_checks import in_order, require

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_LOSS = "a no-loss player"
"""Outcome that a run looks for, if a figure names no other."""


def notched_boxes(evidence: Evidence, *, title: str, comparisons: Sequence[str]) -> "Figure":
    """Notched boxes of the run lengths of the document, if given, and of ours.

    Parameters
    ----------
    comparisons : comparisons whose runs are drawn, first as many as the document has, then all.
    """
    from tttcore.plots.boxplot import Source, notched

    sources = []
    published = evidence.reference
    if len(published):
        values = {evidence.names.label(str(group)): published[group].to_numpy() for group in published}
        sources.append(Source(f"published (n = {len(published)})", values))
    for comparison in comparisons:
        for runs, which in _first_and_all(evidence.runs, evidence.published.get("replicates")):
            values = {
                evidence.names.label(label): runs.loc[runs["treatment"] == treatment, evidence.stored.length].to_numpy()
                for label, treatment in evidence.comparisons[comparison].items()
            }
            count = min(len(group) for group in values.values())
            styles = evidence.styles.of_set(comparison, [*values])
            tints = {label: style.colour for label, style in styles.items()}
            name, pale = f"{evidence.names.set(comparison)}, {which} (n = {count:,})", len(runs) < len(evidence.runs)
            sources.append(Source(name, values, tints, pale=pale))
    return notched(sources, title=title, top=26.0)


def genome(evidence: Evidence, *, title: str, treatment: str) -> "Figure":
    """Some genes of the first no-loss champion of a treatment, or of its first run if none is solved."""
    from tttcore.plots import boards

    states = evidence.states.states
    own = evidence.runs[evidence.runs["treatment"] == treatment].sort_values("censored", kind="stable")
    champion = evidence.champion(treatment, own["replicate"].iloc[0])
    genes = from_digits(pd.Series([champion]))[0]
    return boards.genome(states, genes, loci=boards.sample_loci(states), title=title)


def diversity(evidence: Evidence, *, title: str, treatments: Sequence[str]) -> "Figure":
    """Share of distinct genomes by generation, a line per treatment."""
    from tttcore.plots import traces

    population = evidence.recipes[treatments[0]]["population"]
    return traces.diversity(
        _by_treatment(evidence, treatments, "distinct"),
        styles=evidence.styles.labelled(treatments),
        population=population,
        title=title,
    )


def ecdf(
    evidence: Evidence,
    *,
    title: str,
    set: str,
    last_generation: int,
    published: bool = False,
    log: bool = False,
    outcome: str = NO_LOSS,
) -> "Figure":
    """Share of runs solved by each generation.

    Parameters
    ----------
    set : name of the set of samples.
    last_generation : end of the x axis.
    published : whether to draw the document's runs too.
    log : whether the x axis is logarithmic.
    outcome : aim that a solved run has reached.
    """
    from tttcore.plots import curves

    shown = _of_set(evidence, "ecdf", set)
    reference = _of_set(evidence, "ecdf", PUBLISHED) if published else None
    styles = _styles(evidence, set, shown)
    return curves.ecdf(
        shown, reference, title=title, styles=styles, outcome=outcome, last_generation=last_generation, log=log
    )


def survival(
    evidence: Evidence,
    *,
    title: str,
    set: str,
    last_generation: int,
    published_run: int | None = None,
    log: bool = False,
    outcome: str = NO_LOSS,
) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`.

    Parameters
    ----------
    published_run : generations of a single published run, which a line marks; None for none.
    """
    from tttcore.plots import curves

    shown = _of_set(evidence, "survival", set)
    styles = _styles(evidence, set, shown)
    return curves.survival(
        shown,
        published=published_run,
        styles=styles,
        title=title,
        outcome=outcome,
        last_generation=last_generation,
        log=log,
    )


def fixed_targets(evidence: Evidence, *, title: str, set: str, last_generation: int) -> "Figure":
    """Share of runs that have reached each target fitness by each generation; options as of `ecdf`."""
    from tttcore.plots import curves

    shown = _of_set(evidence, "fixed_targets", set)
    styles = _styles(evidence, set, shown)
    return curves.fixed_targets(shown, styles=styles, title=title, last_generation=last_generation)


def _first_and_all(runs: pd.DataFrame, published: int | None) -> list[tuple[pd.DataFrame, str]]:
    """Select as many runs of each treatment as the document has, if it has any, and all runs, each with a name."""
    all_runs = [(runs, "all runs")]
    if published is None:
        return all_runs
    first = runs[runs["replicate"] < published]
    return [(first, "first runs"), *(all_runs if len(first) < len(runs) else [])]


def _of_set(evidence: Evidence, statistics: str, name: str) -> pd.DataFrame:
    """Rows of a set of samples in a table of statistics, its groups by their names."""
    table = evidence.statistics(statistics)
    require(table, "set", "group")
    own = table[table["set"] == name]
    if own.empty:
        known = enumerated(in_order(table["set"]))
        raise ConfigError(f"{evidence.files.tables / statistics}.parquet has no set {name!r}; it has {known}")
    return evidence.styles.named(name, own)


def _styles(evidence: Evidence, name: str, shown: pd.DataFrame) -> dict[str, Style]:
    """Styles of the groups of a set of samples."""
    return evidence.styles.of_set(name, in_order(shown["group"]))


def _by_treatment(evidence: Evidence, treatments: Sequence[str], column: str) -> dict[str, pd.DataFrame]:
    called = zip(evidence.styles.called(treatments), treatments, strict=True)
    return {name: evidence.traces_of(treatment, "replicate", "generation", column) for name, treatment in called}
