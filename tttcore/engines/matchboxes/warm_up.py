"""Warm-up of matchboxes: short sessions that compile every kernel."""

from typing import Any

_SHORTEST: dict[str, Any] = {
    "game": "3x3",
    "seat": "first",
    "symmetry": "merged",
    "forced": "free",
    "start": [4, 3, 2, 1],
    "win": [3],
    "draw": [1],
    "loss": [-1],
    "learns": "all",
    "empty": "resigns",
    "opponent": {"random": 1.0},
    "games": 2,
    "every": 1,
}
RECIPES = (_SHORTEST, _SHORTEST | {"game": "hexapawn", "seat": "second"})
"""Sessions on both games."""
