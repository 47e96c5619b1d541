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
from tttcore.plots.line_styles import BLUE, VERMILLION
from tttcore.plots.line_styles import PUBLISHED as LINE_OF_PUBLISHED
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
SUGGESTED = ("control-described", "umg-described", "umg-selection", "second-seat")
"""Treatments that the document suggests trying next, and those beside which they stand."""
TOGETHER = [REPEATED, SUGGESTED, ALL]
"""Treatments, or comparisons of these, that stand in one figure, so that their colours differ."""
CAP = 500
"""Generations at which runs are stopped."""
APART = 0.2
"""Distance from the median of all treatments, in proportions of runs, from which one has a colour."""
OPPONENTS = {"umg": "unbeatable\nopponent (UMG)", "rmg": "random\nopponent (RMG)"}
"""Treatments with an opponent, by what the figure of differences calls them."""
VERSIONS = {"listed": BLUE, "described": VERMILLION}
"""Comparisons that repeat the document's, by its authors' program and by its text, with their colours."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """Two genes of a genome, and the game that they lead to."""
    from tttcore.plots.boards import Step, steps

    shown = [
        Step(
            (0,) * 9,
            "A genome has a gene for each board, symmetric ones as one. On the empty board this one says: 5.",
            4,
        ),
        Step((2, 0, 0, 0, 1, 0, 0, 0, 0), "O replies in the corner. The gene of that board says: 3.", 2),
        Step(
            (2, 0, 1, 0, 1, 0, 2, 0, 0),
            "And so on. Fitness counts lost games over all replies of O; the fitter breed more.",
            3,
        ),
    ]
    return steps(shown, title=title)


def figure_1_game_tree(evidence: Evidence, title: str) -> "Figure":
    """Whole game tree below a late position."""
    from tttcore.plots import boards

    return boards.game_tree(LATE_POSITION, title=title)


@needs(treatments=["control-listed"])
def figure_4_genome(evidence: Evidence, title: str) -> "Figure":
    """Some genes of the first no-loss champion of the control."""
    return runs.genome(evidence, title=title, treatment="control-listed")


@needs(comparisons=VERSIONS)
def figure_5_boxplot(evidence: Evidence, title: str) -> "Figure":
    """Boxes of the generations of the document's runs, and of ours."""
    return runs.notched_boxes(evidence, title=title, comparisons=VERSIONS)


@needs(treatments=CONTROL, comparisons=VERSIONS, published=[FIGURES])
def figure_6_control(evidence: Evidence, title: str) -> "Figure":
    """Best fitness by generation of the control, the document's and ours."""
    return _best_fitness_beside(evidence, title=title, group="control", treatments=CONTROL)


@needs(treatments=RMG, comparisons=VERSIONS, published=[FIGURES])
def figure_7_rmg(evidence: Evidence, title: str) -> "Figure":
    """The same with the Random Move Generator."""
    return _best_fitness_beside(evidence, title=title, group="rmg", treatments=RMG)


@needs(treatments=UMG, comparisons=VERSIONS, published=[FIGURES])
def figure_8_umg(evidence: Evidence, title: str) -> "Figure":
    """The same with the Unbeatable Move Generator."""
    return _best_fitness_beside(evidence, title=title, group="umg", treatments=UMG)


@needs(tables=["ecdf"])
def ecdf_all(evidence: Evidence, title: str) -> "Figure":
    """Share of runs solved by each generation up to the cap, of every treatment, those in colour that lie apart."""
    return runs.ecdf(evidence, title=title, set=ALL, apart=APART, last_generation=CAP, log=True)


@needs(treatments=SUGGESTED, tables=["survival"])
def survival_suggested(evidence: Evidence, title: str) -> "Figure":
    """Share of runs still without a no-loss player, of what the document suggests trying next."""
    return runs.survival(evidence, title=title, set=ALL, groups=SUGGESTED, last_generation=CAP, log=True)


@needs(treatments=REPEATED, comparisons=VERSIONS)
def diversity(evidence: Evidence, title: str) -> "Figure":
    """Share of different genomes by generation, from the first that was bred; all runs by the text on one line."""
    listed, described = ([row[version] for row in (CONTROL, RMG, UMG)] for version in range(2))
    own = {evidence.names.treatment(key): [key] for key in listed}
    return runs.diversity(evidence, title=title, lines={**own, f"all, {evidence.names.set('described')}": described})


@needs(tables=["power", "power_curves"])
def power(evidence: Evidence, title: str) -> "Figure":
    """Power of designs like the document's by effect, with an effect that Cohen (1988) calls small."""
    from tttcore.plots.power import power_curves

    (per_group, *_) = evidence.statistics("power")["per_group"]
    curves = evidence.statistics("power_curves")
    return power_curves(curves, small_f=0.1, published_per_group=per_group, title=title)


@needs(comparisons=VERSIONS, tables=["pairwise"], published=["data"])
def differences(evidence: Evidence, title: str) -> "Figure":
    """Plot differences of mean generations from runs without an opponent, published and ours, and the margin."""
    from tttcore.studies.ancheta2020 import drawing
    from tttcore.studies.ancheta2020.tables import MARGINS

    table = evidence.statistics("pairwise")
    rows = []
    for group in ("umg", "rmg"):
        for name, colour in {PUBLISHED: "", **VERSIONS}.items():
            own = table[(table["set"] == name) & (table["a"] == "control") & (table["b"] == group)]
            shown = -own[["mean_difference", "difference_high", "difference_low"]]
            named = {"label": OPPONENTS[group], "source": evidence.names.set(name), "colour": colour}
            rows.append(shown.set_axis(["difference", "low", "high"], axis=1).assign(**named))
    return drawing.differences(pd.concat(rows), margin=MARGINS[0].size, title=title)


def _best_fitness_beside(evidence: Evidence, *, title: str, group: str, treatments: Sequence[str]) -> "Figure":
    """Best fitness by generation, a panel for the document's runs and one per treatment, from the first generation on.

    Parameters
    ----------
    group : treatment of the document.
    """
    from tttcore.plots import traces

    own = read_rows(evidence.published["tables"][FIGURES])
    shown = {evidence.names.set(PUBLISHED): own[own["treatment"] == group]}
    for version, treatment in zip(VERSIONS, treatments, strict=True):
        rows = evidence.traces_of(treatment, "replicate", "generation", "best")
        shown[evidence.names.set(version)] = rows[rows["generation"] > 0]
    tints = dict(zip(shown, (LINE_OF_PUBLISHED, *VERSIONS.values()), strict=True))
    return traces.best_fitness(shown, tints=tints, lines=30, title=title)
