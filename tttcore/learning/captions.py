"""Figures of learners: what each draws, its title and its caption."""

from collections.abc import Mapping
from typing import Any

HEXAPAWN = "hexapawn"
"""Name of the figure of learners of Hexapawn, and of their game."""
TEACHERS = "teachers"
"""Name of the figure of learners of 3x3 that differ by their teachers."""
MEASURES = {
    "unbeaten": "Runs whose machine is unbeatable",
    "perfect_lost": "Chance to lose to perfect play",
    "random_lost": "Chance to lose to random moves",
}
"""Columns of `games_needed.curves` that figures of all learners of 3x3 draw, and labels of their axes."""
PHONE = "unbeaten_narrow"
"""Name of the first of them for narrow screens."""
AXES = MEASURES | {"reply_lost": "Chance to lose to the strongest reply"}
"""Columns of `games_needed.curves` that some figure draws, and labels of their axes."""
_UNBEATEN = {
    "title": "Games until nothing beats a machine",
    "caption": (
        "Proportion of runs whose machine is unbeatable: it loses to no reply whatever. By games, with pointwise 95% "
        "intervals (Wilson). A dot ends a line where its longest run ends; runs that ended before count as they ended. "
        "Nothing is sampled: every possible game is examined, at ten points a decade. Genetic algorithms run on to "
        "twice the lines of play of their success."
    ),
}
FIGURES: Mapping[str, Mapping[str, str]] = {
    "unbeaten": _UNBEATEN,
    "perfect_lost": {
        "title": "Chance to lose to perfect play",
        "caption": (
            "Mean over runs, with 95% intervals. Perfect play picks at random among all moves that keep the result. It "
            "sets no traps: a machine that never loses to it may lose to another reply."
        ),
    },
    "random_lost": {
        "title": "Chance to lose to random moves",
        "caption": "Mean over runs, with 95% intervals; the opponent marks any free cell.",
    },
    PHONE: _UNBEATEN,
    TEACHERS: {
        "title": "Chance to lose to the strongest reply, by teacher",
        "caption": (
            "Mean over runs, with 95% intervals. The teacher is the opponent in training; the strongest reply is that "
            "which makes the machine lose most. A machine that has given up at its first box loses always, so that a "
            "mean may hide two kinds of runs. Perfect play makes no mistakes, so that a machine never meets the "
            "positions after one."
        ),
    },
    HEXAPAWN: {
        "title": "Matchboxes that learn Hexapawn, by their teacher",
        "caption": (
            "Proportion of runs whose machine is unbeatable, by games, with 95% intervals. The second player, "
            "which the machine is, can always win."
        ),
    },
}
"""Title and caption of every figure, by name."""


def figure_names(machines: Mapping[str, Mapping[str, Any]], games: Mapping[str, str]) -> list[str]:
    """Names of the figures of some documents' learners, see `games_needed.machine_tables`."""
    classic = [machine for study, machine in machines.items() if games[study] != HEXAPAWN]
    teachers = any(machine["teachers"] for machine in classic)
    return [*MEASURES, PHONE] * bool(classic) + [TEACHERS] * teachers + [HEXAPAWN] * (HEXAPAWN in games.values())
