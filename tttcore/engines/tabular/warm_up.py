"""Warm-up: short sessions that compile every kernel of tabular learning."""

from tttcore.engines.tabular.engine import run_replicates
from tttcore.engines.tabular.recipe import AS_DESCRIBED
from tttcore.games.classic import StateTables


def warm_up(tables: StateTables) -> None:
    """Compile every kernel of a session, those of exact evaluation and of growing tables included."""
    for change in ({}, {"board": {"name": "smarter", "limiter": 2}, "storage": "eager", "games": 500}):
        run_replicates("no study", "warm up", _SHORTEST | change, tables, seed=0, replicates=[0])


_SHORTEST = {**AS_DESCRIBED, "games": 2, "curve": {"start": 1, "per_decade": 1}, "evaluation": 1}
