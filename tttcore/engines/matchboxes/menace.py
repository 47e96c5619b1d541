"""MENACE, the machine of Michie (1963), as a recipe."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

MENACE: Mapping[str, Any] = MappingProxyType(
    {
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
        "games": 220,
        "every": 10,
    }
)
"""MENACE's 220 games, against random moves, for `build_recipe`."""
