"""Warm-up of matchboxes: short sessions that compile every kernel."""

from tttcore.engines.matchboxes.menace import MENACE

_SHORTEST = {**MENACE, "games": 2, "every": 1}
RECIPES = (_SHORTEST, _SHORTEST | {"game": "hexapawn", "seat": "second"})
"""Sessions on both games."""
