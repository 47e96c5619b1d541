"""Small sessions of matchboxes: a recipe for each branch of the kernel, and what the engine makes of sessions."""

from typing import Any

import pandas as pd

from tttcore.engines.engine import engine
from tttcore.engines.matchboxes import warm_up
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.engines.replicates import run_replicates
from tttcore.pipeline.declaration import build

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
