"""Warm-up: short sessions that compile every kernel of tabular learning."""

from tttcore.engines.tabular.recipe import AS_DESCRIBED

_SHORTEST = {**AS_DESCRIBED, "games": 2, "curve": {"start": 1, "per_decade": 1}, "evaluation": 1}
RECIPES = (_SHORTEST, _SHORTEST | {"board": {"name": "smarter", "limiter": 2}, "storage": "eager", "games": 500})
"""Sessions with exact evaluation, and with growing tables."""
