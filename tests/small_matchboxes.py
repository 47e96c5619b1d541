"""Recipes of small sessions of matchboxes, one for each branch of the kernel."""

from typing import Any

from tttcore.engines.matchboxes import warm_up

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
