"""Figures of learners: what each draws, its title and its caption."""

from collections.abc import Mapping
from typing import Any

HEXAPAWN = "hexapawn"
"""Name of the figure of learners of Hexapawn, and of their game."""
TEACHERS = "teachers"
"""Name of the figure of learners of 3x3 that differ by their teachers."""
MEASURES = {
    "unbeaten": "Runs whose learner loses to no reply",
    "perfect_lost": "Chance to lose to perfect play",
    "random_lost": "Chance to lose to random moves",
}
"""Columns of `games_needed.curves` that figures of all learners of 3x3 draw, and labels of their axes."""
PHONE = {"unbeaten_first": "first", "unbeaten_second": "second"}
"""Seats of the panels of the first of them, each as a figure for narrow screens."""
AXES = MEASURES | {"reply_lost": "Chance to lose to the worst reply"}
"""Columns of `games_needed.curves` that some figure draws, and labels of their axes."""
_UNBEATEN = {
    "title": "Games until nothing beats a machine",
    "caption": (
        "Proportion of runs whose learner loses to no reply at all, by games that it has played, with 95% intervals. "
        "A dot ends a line where runs end. Nothing is sampled: at ten points a decade every game that can follow is "
        "counted. Runs of genetic algorithms go on after their success as long again."
    ),
}
FIGURES: Mapping[str, Mapping[str, str]] = {
    "unbeaten": _UNBEATEN,
    "perfect_lost": {
        "title": "Chance to lose to perfect play",
        "caption": (
            "Mean over runs. Perfect play draws among all moves that keep the result. It sets no "
            "traps: a learner that never loses to it may lose to another reply."
        ),
    },
    "random_lost": {
        "title": "Chance to lose to random moves",
        "caption": "Mean over runs; the opponent marks any free cell.",
    },
    "unbeaten_first": _UNBEATEN,
    "unbeaten_second": _UNBEATEN,
    TEACHERS: {
        "title": "MENACE by its teacher: chance to lose to the reply that makes it lose most",
        "caption": (
            "Mean over runs, with 95% intervals. The teacher is the opponent in training; the reply is the best there "
            "is against the machine as it is. Perfect play shows no mistakes, so what would punish them is never seen."
        ),
    },
    HEXAPAWN: {
        "title": "Matchboxes that learn Hexapawn, by their teacher",
        "caption": (
            "Proportion of runs whose machine loses to no reply, by games, with 95% intervals. The second player, "
            "which the machine is, can always win."
        ),
    },
}
"""Title and caption of every figure, by name."""


def figure_names(machines: Mapping[str, Mapping[str, Any]], games: Mapping[str, str]) -> list[str]:
    """Names of the figures of some documents' learners, see `games_needed.machine_tables`."""
    classic = [machine for study, machine in machines.items() if games[study] != HEXAPAWN]
    teachers = any(machine["teachers"] for machine in classic)
    return [*MEASURES, *PHONE] * bool(classic) + [TEACHERS] * teachers + [HEXAPAWN] * (HEXAPAWN in games.values())
