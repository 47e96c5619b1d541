"""Figures of Gardner (1962), each the function of the name that its page uses."""

# ruff: noqa: PLC0415 - drawing libraries take long to import

from typing import TYPE_CHECKING

from tttcore.engines.matchboxes.curves import machine_curves, machines_by_rule
from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import PUBLISHED
from tttcore.studies.gardner1962.tables import OPPONENTS, RULES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

GAMES = [50]
"""Games after which a machine is reported to be practically unbeatable."""
ALLOWED = 0.05
"""Chance to lose to perfect play with which a machine counts as practically unbeatable."""
TOGETHER = [OPPONENTS]
"""Treatments that stand in one figure, so that their colours differ."""


def machine(evidence: Evidence, title: str) -> "Figure":
    """A box before a draw, at it, and after a game that was lost."""
    from tttcore.plots.boards import Step, steps

    board = (2, 2, 2, 1, 0, 0, 0, 1, 1)
    moves = {(1, 3): "1", (1, 4): "1", (2, 5): "1"}
    shown = [
        Step(
            board,
            "Black is the machine: a box for each board, with a bead for each of its moves.",
            arrows=moves,
            pawns=True,
        ),
        Step(board, "It draws a bead at random, and makes that move.", arrows={(1, 4): "1"}, pawns=True),
        Step(
            board,
            "If it loses, the bead of its last move is gone. An empty box resigns.",
            arrows={(1, 3): "1", (2, 5): "1"},
            pawns=True,
        ),
    ]
    return steps(shown, title=title)


@needs(treatments=OPPONENTS, comparisons=["opponents"])
def learning(evidence: Evidence, title: str) -> "Figure":
    """Chances to lose to perfect play and to careful moves, and unbeatable machines, by opponent of the comparison."""
    opponents = [*evidence.comparisons["opponents"].values()]
    measures = ["perfect_lost", "careful_lost", "unbeatable"]
    figure = machine_curves(
        evidence, title=title, treatments=opponents, measures=measures, published=GAMES, allowed=ALLOWED
    )
    _start(figure.axes[2])
    return figure


def _start(axes: "Axes") -> None:
    """Draw the first position in an empty part of a panel: open pawns begin, full ones are the machine's."""
    from matplotlib.patches import Circle, Rectangle

    board = axes.inset_axes((0.5, 0.42, 0.45, 0.5))
    board.set(xlim=(-0.1, 3.1), ylim=(3.1, -0.1), aspect="equal", anchor="E")
    board.set_axis_off()
    for cell in range(9):
        row, column = divmod(cell, 3)
        board.add_patch(Rectangle((column, row), 1, 1, fill=False, edgecolor=PUBLISHED, linewidth=0.8))
        if row != 1:
            board.add_patch(Circle((column + 0.5, row + 0.5), 0.3, fill=row == 0, color=PUBLISHED))
    for row, player in ((0, "machine"), (2, "begins")):
        board.text(-0.2, row + 0.5, player, ha="right", va="center", fontsize=9, color=PUBLISHED)


@needs(treatments=RULES)
def other_rules(evidence: Evidence, title: str) -> "Figure":
    """Chance to lose to perfect play, by the rules of the beads."""
    reported, *others = RULES
    return machines_by_rule(evidence, title=title, measure="perfect_lost", reported=dict.fromkeys(others, reported))
