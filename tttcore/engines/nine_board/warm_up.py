"""Warm-up of nine boards: short games that compile every kernel."""

from typing import Any

_SHORTEST: dict[str, Any] = {
    "rule": "free",
    "players": {
        "looks ahead": {"name": "alphabeta", "heuristic": 1, "depth": 1},
        "tries": {"name": "montecarlo", "playouts": 1},
    },
    "pairs": "all",
    "openings": "chosen",
    "measured": False,
}
_MEASURED: dict[str, Any] = {
    "players": {"alone": _SHORTEST["players"]["looks ahead"]},
    "pairs": "self",
    "measured": True,
}
RECIPES = (_SHORTEST, _SHORTEST | _MEASURED)
"""Games with each player first, and with measured searches."""
