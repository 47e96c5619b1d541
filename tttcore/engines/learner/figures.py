"""Figures of studies of users' learners."""

from typing import TYPE_CHECKING

import pandas as pd

from tttcore.pipeline.needs import needs
from tttcore.plots.evidence import Evidence
from tttcore.plots.line_styles import PALETTE, Style
from tttcore.plots.success_curves import UNITS, Line, learning_figure
from tttcore.stats.games_needed import documents_curves, documents_units

if TYPE_CHECKING:
    from matplotlib.figure import Figure

GAMES = "games"
"""Unit of learners that play games one by one."""


@needs(tables=["curves"])
def never_loses(evidence: Evidence, title: str) -> "Figure":
    """Proportion of runs that never lose, by games."""
    return _curves(evidence, title, "unbeaten", "Runs that never lose")


@needs(tables=["curves"])
def loses_to_reply(evidence: Evidence, title: str) -> "Figure":
    """Mean chance to lose to the reply that makes the learner lose most, by games."""
    return _curves(evidence, title, "reply_lost", "Chance to lose to the strongest reply")


@needs(tables=["curves"])
def loses_to_random(evidence: Evidence, title: str) -> "Figure":
    """Mean chance to lose to random moves, by games."""
    return _curves(evidence, title, "random_lost", "Chance to lose to random moves")


def _curves(evidence: Evidence, title: str, measure: str, label: str) -> "Figure":
    lines = [
        Line("", name, evidence.names.treatment(name), evidence.styles.treatments[name]) for name in evidence.recipes
    ]
    for place, each in enumerate(evidence.beside, start=len(lines)):
        study, _, treatment = each.partition("/")
        lines.append(Line(study, treatment, each, Style(PALETTE[place % len(PALETTE)], place // len(PALETTE), "o")))
    table = pd.concat([evidence.statistics("curves").assign(study=""), documents_curves()])
    counted = documents_units()
    unit = UNITS if any(counted.get(line.study, GAMES) != GAMES for line in lines) else "games played"
    figure = learning_figure(table, lines, measure=measure, label=label, unit=unit)
    figure.suptitle(title)
    return figure
