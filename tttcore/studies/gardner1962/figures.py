"""Figures of Gardner (1962), each the function of the name that its page uses."""

from typing import TYPE_CHECKING

from tttcore.engines.matchboxes.curves import machine_curves, machines_by_rule
from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.studies.gardner1962.tables import OPPONENTS, RULES

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAMES = [50]
"""Games after which a machine is reported to be practically unbeatable."""
TOGETHER = [OPPONENTS]
"""Treatments that stand in one figure, so that their colours differ."""


@needs(treatments=OPPONENTS)
def learning(evidence: Evidence, title: str) -> "Figure":
    """Games lost, the chance to lose to perfect play and unbeatable machines, by opponent."""
    measures = ["lost", "perfect_lost", "unbeatable"]
    return machine_curves(evidence, title=title, treatments=OPPONENTS, measures=measures, published=GAMES)


@needs(treatments=RULES)
def other_rules(evidence: Evidence, title: str) -> "Figure":
    """Chance to lose to perfect play, by the rules of the beads."""
    reported, *others = RULES
    return machines_by_rule(evidence, title=title, measure="perfect_lost", reported=dict.fromkeys(others, reported))
