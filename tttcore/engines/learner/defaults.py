"""Keys that files of studies of users' learners may leave out."""

from collections.abc import Mapping
from typing import Any

TABLES = {
    "never_loses": "Games until a learner never loses, with 95% intervals (order statistics; Wilson)",
    "curves": "Proportion of runs that never lose and mean chances to lose, at ten points a decade",
    "summaries": "Games until a learner never loses in any of its seats; runs that don't get there are censored",
    "omnibus": "Tests of a difference among treatments in these numbers of games",
}
FIGURES = {
    "never-loses": {
        "title": "Runs whose learner never loses",
        "caption": "Proportion of runs that lose to no reply whatever, with pointwise 95% intervals (Wilson).",
    },
    "loses-to-reply": {
        "title": "Chance to lose to the strongest reply",
        "caption": "Mean over runs, with 95% intervals; the reply is the one that makes the learner lose most.",
    },
    "loses-to-random": {
        "title": "Chance to lose to random moves",
        "caption": "Mean over runs, with 95% intervals; the opponent marks any free cell.",
    },
}


def of_study(config: Mapping[str, Any]) -> dict[str, Any]:
    """Keys under those that a study's file has.

    Parameters
    ----------
    config : content of the file, which may have mistakes.
    """
    name, treatments = str(config.get("study", "")), config.get("treatments")
    first, *others = [*treatments] if isinstance(treatments, Mapping) and treatments else [""]
    both = {treatment: treatment for treatment in [first, *others]}
    machine = {"name": name, "treatment": first, "contrasts": {f"{name} {other}": other for other in others}}
    return {
        "title": name,
        "about": "Learners of 3x3 that are no document's: what their files do, measured as all others.",
        "cover": next(iter(FIGURES)),
        "judged_from": 10,
        "seconds_per_replicate": 10,
        "quick": {"games": 1000},
        "protocols": {"as written": {}},
        "comparisons": {"treatments": both} if others else {},
        "tables": TABLES,
        "figures": FIGURES,
        **({"machine": machine} if first else {}),
    }
