"""Figures of Ancheta et al. (2020), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tttcore.engines.genetic_algorithm import figures
from tttcore.pipeline.messages import check_known
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures import designs, games, runs

if TYPE_CHECKING:
    from matplotlib.figure import Figure

TOGETHER = [
    ["control-listed", "control-described"],
    ["rmg-listed", "rmg-described"],
    ["umg-listed", "umg-described"],
    ["control-listed", "rmg-listed", "umg-listed", "control-described", "rmg-described", "umg-described"],
]
"""Treatments that one figure shows, whose colours differ therefore; those of a comparison differ anyway."""


def figure_1_game_tree(evidence: Evidence, title: str) -> "Figure":
    """Whole game tree below a late position."""
    return games.game_tree(evidence, title=title)


def figure_4_genome(evidence: Evidence, title: str) -> "Figure":
    """Some genes of the first no-loss champion of a treatment, or of its first run if none is solved."""
    return figures.genome(evidence, title=title, treatment="control-listed")


def figure_5_boxplot(evidence: Evidence, title: str) -> "Figure":
    """Notched boxes of the run lengths of the document, if given, and of ours."""
    return runs.notched_boxes(evidence, title=title, comparisons=["listed", "described"])


def figure_6_control(evidence: Evidence, title: str) -> "Figure":
    """Best fitness by generation, a panel for the document's runs and one per treatment, from the first generation on."""
    return _best_fitness_beside(
        evidence, title=title, data="figures_6_8", group="control", treatments=["control-listed", "control-described"]
    )


def figure_7_rmg(evidence: Evidence, title: str) -> "Figure":
    """Best fitness by generation, a panel for the document's runs and one per treatment, from the first generation on."""
    return _best_fitness_beside(
        evidence, title=title, data="figures_6_8", group="rmg", treatments=["rmg-listed", "rmg-described"]
    )


def figure_8_umg(evidence: Evidence, title: str) -> "Figure":
    """Best fitness by generation, a panel for the document's runs and one per treatment, from the first generation on."""
    return _best_fitness_beside(
        evidence, title=title, data="figures_6_8", group="umg", treatments=["umg-listed", "umg-described"]
    )


def ecdf_listed(evidence: Evidence, title: str) -> "Figure":
    """Share of runs solved by each generation."""
    return runs.ecdf(evidence, title=title, set="listed", published=True)


def ecdf_described(evidence: Evidence, title: str) -> "Figure":
    """Share of runs solved by each generation."""
    return runs.ecdf(evidence, title=title, set="described", published=True)


def ecdf_all(evidence: Evidence, title: str) -> "Figure":
    """Share of runs solved by each generation."""
    return runs.ecdf(evidence, title=title, set="all treatments", last_generation=500, log=True)


def survival_seat(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="seat", last_generation=500, log=True)


def survival_component(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without success, with censoring at the cap; options as of `ecdf`."""
    return runs.survival(evidence, title=title, set="component", last_generation=500, log=True)


def fixed_targets(evidence: Evidence, title: str) -> "Figure":
    """Share of runs that have reached each target fitness by each generation; options as of `ecdf`."""
    return runs.fixed_targets(evidence, title=title, set="listed")


def diversity(evidence: Evidence, title: str) -> "Figure":
    """Share of distinct genomes by generation, a line per treatment."""
    return runs.diversity(
        evidence,
        title=title,
        treatments=[
            "control-listed",
            "rmg-listed",
            "umg-listed",
            "control-described",
            "rmg-described",
            "umg-described",
        ],
    )


def power(evidence: Evidence, title: str) -> "Figure":
    """Power of designs of several sizes by effect."""
    return designs.power(evidence, title=title)


def equivalence(evidence: Evidence, title: str) -> "Figure":
    """Intervals of differences of means, with the equivalence margins."""
    return designs.equivalence(evidence, title=title, sets=["published", "listed", "described"])


def _best_fitness_beside(
    evidence: Evidence,
    *,
    title: str,
    data: str,
    group: str,
    treatments: Sequence[str],
    lines: int = 30,
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
