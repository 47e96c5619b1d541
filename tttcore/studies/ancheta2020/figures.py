"""Figures of Ancheta et al. (2020), each the function of the name that its page uses, with _ for -."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.games.classic import Board
from tttcore.pipeline.needs import needs
from tttcore.pipeline.study import ALL, PUBLISHED
from tttcore.plots import runs
from tttcore.plots.evidence import Evidence
from tttcore.studies.ancheta2020.trajectories import FIGURES, read_rows

if TYPE_CHECKING:
    from matplotlib.figure import Figure

LATE_POSITION: Board = (1, 2, 1, 2, 1, 0, 0, 0, 2)
"""Root of the game tree, X to move with three free cells, so that the whole tree fits on a page."""
CONTROL = ("control-listed", "control-described")
"""Treatments that repeat the document's control, by the authors' program and by the text."""
RMG = ("rmg-listed", "rmg-described")
"""Those with the Random Move Generator."""
UMG = ("umg-listed", "umg-described")
"""Those with the Unbeatable Move Generator."""
REPEATED = ("control-listed", "rmg-listed", "umg-listed", "control-described", "rmg-described", "umg-described")
"""All of these."""
TOGETHER = [CONTROL, RMG, UMG, REPEATED, "described", "seat", "component", ALL]
"""Treatments, or comparisons of these, that stand in one figure, so that their colours differ."""
EARLY, CAP = 25, 500
"""Generations by which nearly all runs of the first seat have found a no-loss player, and at which runs are stopped."""


def figure_1_game_tree(evidence: Evidence, title: str) -> "Figure":
    """Whole game tree below a late position."""
    from tttcore.plots import boards

    return boards.game_tree(LATE_POSITION, title=title)


@needs(treatments=["control-listed"])
def figure_4_genome(evidence: Evidence, title: str) -> "Figure":
    """Some genes of the first no-loss champion of the control."""
    return runs.genome(evidence, title=title, treatment="control-listed")


@needs(comparisons=["listed", "described"])
def figure_5_boxplot(evidence: Evidence, title: str) -> "Figure":
    """Notched boxes of the generations of the document's runs, and of ours."""
    return runs.notched_boxes(evidence, title=title, comparisons=["listed", "described"])


@needs(treatments=CONTROL, published=[FIGURES])
def figure_6_control(evidence: Evidence, title: str) -> "Figure":
    """Best fitness by generation of the control, the document's and ours."""
    return _best_fitness_beside(evidence, title=title, group="control", treatments=CONTROL)


@needs(treatments=RMG, published=[FIGURES])
def figure_7_rmg(evidence: Evidence, title: str) -> "Figure":
    """The same with the Random Move Generator."""
    return _best_fitness_beside(evidence, title=title, group="rmg", treatments=RMG)


@needs(treatments=UMG, published=[FIGURES])
def figure_8_umg(evidence: Evidence, title: str) -> "Figure":
    """The same with the Unbeatable Move Generator."""
    return _best_fitness_beside(evidence, title=title, group="umg", treatments=UMG)


@needs(comparisons=["listed"], tables=["ecdf"], published=["data"])
def ecdf_listed(evidence: Evidence, title: str) -> "Figure":
    """Share of runs solved by each generation, the document's and ours by its program."""
    return runs.ecdf(evidence, title=title, set="listed", published=True, last_generation=EARLY)


@needs(comparisons=["described"], tables=["ecdf"], published=["data"])
def ecdf_described(evidence: Evidence, title: str) -> "Figure":
    """The same by the text."""
    return runs.ecdf(evidence, title=title, set="described", published=True, last_generation=EARLY)


@needs(tables=["ecdf"])
def ecdf_all(evidence: Evidence, title: str) -> "Figure":
    """Share of runs solved by each generation up to the cap, of every treatment."""
    return runs.ecdf(evidence, title=title, set=ALL, last_generation=CAP, log=True)


@needs(comparisons=["seat"], tables=["survival"])
def survival_seat(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without a no-loss player of the first and of the second seat."""
    return runs.survival(evidence, title=title, set="seat", last_generation=CAP, log=True)


@needs(comparisons=["component"], tables=["survival"])
def survival_component(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without one, by where the Unbeatable Move Generator decides."""
    return runs.survival(evidence, title=title, set="component", last_generation=CAP, log=True)


@needs(comparisons=["listed"], tables=["fixed_targets"])
def fixed_targets(evidence: Evidence, title: str) -> "Figure":
    """Share of runs that have reached each fitness by each generation."""
    return runs.fixed_targets(evidence, title=title, set="listed", last_generation=EARLY)


@needs(treatments=REPEATED)
def diversity(evidence: Evidence, title: str) -> "Figure":
    """Share of different genomes by generation."""
    return runs.diversity(evidence, title=title, treatments=REPEATED)


@needs(tables=["power", "power_curves"])
def power(evidence: Evidence, title: str) -> "Figure":
    """Power of designs like the document's by effect, with an effect that Cohen (1988) calls small."""
    from tttcore.plots.power import power_curves

    (per_group, *_) = evidence.statistics("power")["per_group"]
    curves = evidence.statistics("power_curves")
    return power_curves(curves, small_f=0.1, published_per_group=per_group, title=title)


@needs(comparisons=["listed", "described"], tables=["equivalence"], published=["data"])
def equivalence(evidence: Evidence, title: str) -> "Figure":
    """Intervals of differences of means, the document's and ours, within the equivalence margins or not."""
    from tttcore.plots.power import equivalence

    table = evidence.statistics("equivalence")
    shown = pd.concat([table[table["set"] == name] for name in (PUBLISHED, "listed", "described")])
    published = shown["set"] == PUBLISHED
    a, b = (shown[column].map(evidence.names.label) for column in ("a", "b"))
    labels = a.where(published, shown["set"].map(evidence.names.set) + ":\n" + a)
    return equivalence(shown.assign(a=labels, b=b, published=published), title=title)


def _best_fitness_beside(evidence: Evidence, *, title: str, group: str, treatments: Sequence[str]) -> "Figure":
    """Best fitness by generation, a panel for the document's runs and one per treatment, from the first generation on.

    Parameters
    ----------
    group : treatment of the document.
    """
    from tttcore.plots import traces

    own = read_rows(evidence.published["tables"][FIGURES])
    name = f"{evidence.names.label(group)}, published"
    shown = {name: own[own["treatment"] == group]}
    for called, treatment in zip(evidence.styles.called(treatments), treatments, strict=True):
        rows = evidence.traces_of(treatment, "replicate", "generation", "best")
        shown[called] = rows[rows["generation"] > 0]
    styles = evidence.styles.labelled(treatments)
    return traces.best_fitness(shown, styles=styles, lines=30, published=name, title=title)
