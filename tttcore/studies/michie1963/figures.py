"""Figures of Michie (1963), each the function of the name that its page uses, with _ for -."""

from typing import TYPE_CHECKING

from tttcore.engines.matchboxes.curves import machine_curves
from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.studies.michie1963.tables import FREE_OF_DEFEAT, OPPONENTS, SETTLED

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REPORTED = [SETTLED, FREE_OF_DEFEAT]
"""Games after which Michie reports that MENACE settles for draws, and that it copes with anything."""
OPPONENTS_CELLS = ("random-cells", "careful-cells", "perfect-cells", "person-cells")
"""Treatments of `OPPONENTS` with beads for every free cell."""
RULES = ("person", "unsound", "even-start", "separate", "person-cells", "perfect", "perfect-cells", "refilled")
"""Treatments by the rules of the beads."""
TOGETHER = [OPPONENTS, OPPONENTS_CELLS, RULES]
"""Treatments that stand in one figure, so that their colours differ."""


@needs(treatments=OPPONENTS)
def learning(evidence: Evidence, title: str) -> "Figure":
    """Games won, drawn, lost and resigned, by opponent."""
    measures = ["won", "drawn", "lost", "resigned"]
    return machine_curves(evidence, title=title, treatments=OPPONENTS, measures=measures, published=REPORTED)


@needs(treatments=OPPONENTS)
def perfect_play(evidence: Evidence, title: str) -> "Figure":
    """Chance to draw with perfect play, by opponent."""
    return machine_curves(evidence, title=title, treatments=OPPONENTS, measures=["perfect_drawn"], published=REPORTED)


@needs(treatments=OPPONENTS_CELLS)
def first_marks_cells(evidence: Evidence, title: str) -> "Figure":
    """Games drawn and lost, and beads for corners as first mark, with beads for every free cell."""
    measures = ["drawn", "lost", "corner", "resigns_at_once"]
    return machine_curves(evidence, title=title, treatments=OPPONENTS_CELLS, measures=measures, published=REPORTED)


@needs(treatments=OPPONENTS)
def first_marks(evidence: Evidence, title: str) -> "Figure":
    """Beads for the first mark, by opponent."""
    measures = ["corner", "side", "centre", "resigns_at_once"]
    return machine_curves(evidence, title=title, treatments=OPPONENTS, measures=measures)


@needs(treatments=RULES)
def other_rules(evidence: Evidence, title: str) -> "Figure":
    """Games drawn and lost, and the chance to lose to perfect play, by the rules of the beads."""
    return machine_curves(evidence, title=title, treatments=RULES, measures=["drawn", "lost", "perfect_lost"])
