"""Small runs of Genies and matchboxes, and traces at hand, made in a moment."""

import re
from typing import Any

import pandas as pd

from tttcore.engines.engine import engine
from tttcore.engines.matchboxes import warm_up
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.declaration import build

RECIPE: dict[str, Any] = {
    "edge": 3,
    "dimensions": 2,
    "population": 6,
    "static": {"count": 2, "strategy": 3},
    "games": 10,
    "start": {"name": "uniform", "low": 0, "high": 9},
    "goal": "win",
    "score": {"name": "halved", "division": "real"},
    "replace": {"name": "worst", "best_of": "family"},
    "cross": {"name": "copy"},
    "mutate": {"name": "drift", "percent": 20.0},
    "generations": 12,
    "unofficial": {"every": 5, "games": 3},
    "success": {"score": 105, "window": 4},
}


MENACE: dict[str, Any] = warm_up.RECIPES[0] | {"games": 120, "every": 50}
HER = MENACE | {
    "game": "hexapawn",
    "seat": "second",
    "forced": "boxed",
    "start": [1],
    "win": [0],
    "draw": [0],
    "learns": "last",
    "opponent": {"random": 0.5, "careful": 0.3, "perfect": 0.2},
    "games": 40,
    "every": 7,
}
RECIPES = {
    "menace": MENACE,
    "against careful moves": MENACE | {"opponent": {"careful": 1.0}},
    "against perfect moves": MENACE | {"opponent": {"perfect": 1.0}, "start": [1], "games": 60},
    "a person": MENACE | {"opponent": {"perfect": 0.7, "random": 0.3, "drawn_by": "move"}},
    "second": MENACE | {"seat": "second", "start": [3, 2]},
    "separate": MENACE | {"symmetry": "separate", "games": 40},
    "beads of their own": MENACE | {"symmetry": "boxes", "opponent": {"careful": 1.0}, "games": 60},
    "refilled": MENACE | {"start": [1], "loss": [-2, -3], "empty": "refilled", "opponent": {"perfect": 1.0}},
    "punished alone": MENACE | {"win": [0], "draw": [0], "start": [1], "learns": "last"},
    "hexapawn": HER,
    "hexapawn, forced moves free": HER | {"forced": "free"},
    "hexapawn, first": HER | {"seat": "first", "win": [1, 2], "learns": "all"},
    "hexapawn, separate": HER | {"symmetry": "separate", "empty": "refilled"},
}
SMALL = {
    "menace": MENACE | {"opponent": {"careful": 1.0}, "games": 60, "every": 20},
    "hexapawn": HER | {"games": 60, "every": 20},
}


def recipe_of(config):
    return build(Recipe, config, "small")


def summarised(recipes, tables, replicates=6):
    """Sessions of some replicates of each recipe, and what the engine makes of them."""
    made_by = engine("matchboxes")
    rows = [
        row
        for name, recipe in recipes.items()
        for row in run_replicates(made_by, "small", name, recipe, tables, seed=0, replicates=range(replicates))
    ]
    sessions = pd.DataFrame(rows, columns=made_by.STORED.batches.names)
    return sessions, made_by.summarise(sessions, recipes)


LOG_LINE = re.compile(r"time=(\d+)s,gen=(\d+),best=([01]\.\d{5}),avg=([01]\.\d{5})")
"""Pattern of a line; its groups are seconds, generation, best and average."""


def traces(runs, treatment="a"):
    """Traces of shares lost from (best, average) shares not lost of each generation of each run."""
    return pd.DataFrame(
        [
            {"treatment": treatment, "replicate": run, "generation": generation, "best": 1 - best, "mean": 1 - mean}
            for run, trace in enumerate(runs)
            for generation, (best, mean) in enumerate(trace, start=1)
        ]
    )
