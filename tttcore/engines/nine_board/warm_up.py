"""Warm-up of nine boards: short games that compile every kernel."""

from typing import Any

from tttcore.engines.nine_board.engine import run_replicates
from tttcore.games.classic import StateTables


def warm_up(tables: StateTables) -> None:
    """Compile every kernel that games use."""
    run_replicates("no study", "warm up", _SHORTEST, tables, seed=0, replicates=range(2))
    run_replicates("no study", "warm up", _SHORTEST | _MEASURED, tables, seed=0, replicates=[0])


_SHORTEST: dict[str, Any] = {
    "rule": "free",
    "players": {
        "looks ahead": {"name": "alphabeta", "heuristic": 1, "depth": 1},
        "tries": {"name": "montecarlo", "playouts": 1},
    },
    "pairs": "all",
    "openings": "chosen",
    "measured": False,
    "prove": 1,
}
_MEASURED: dict[str, Any] = {
    "players": {"alone": _SHORTEST["players"]["looks ahead"]},
    "pairs": "self",
    "measured": True,
}
