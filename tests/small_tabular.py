"""Small recipes of tabular learners that tests change as they need."""

from typing import Any

import numpy as np

from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import AS_DESCRIBED, build_recipe

RECIPE: dict[str, Any] = {**AS_DESCRIBED, "games": 100, "curve": {"start": 10, "per_decade": 4}, "evaluation": 50}

BOARDS: dict[str, dict[str, Any]] = {
    "3x3": {},
    "3x3, dead ties": {"board": {"name": "finite", "size": 3, "tie": "dead"}},
    "3x3, need 2": {"need": 2},
    "3x3, need 1": {"need": 1},
    "5x5, dead ties": {"board": {"name": "finite", "size": 5, "tie": "dead"}, "need": 4},
    "infinite": {"board": {"name": "infinite", "limiter": 1, "grows": "full", "limits": "reset"}, "need": 4},
    "infinite, kept": {"board": {"name": "infinite", "limiter": 1, "grows": "full", "limits": "kept"}},
    "edge": {"board": {"name": "infinite", "limiter": 1, "grows": "edge", "limits": "reset"}, "ties": "random"},
    "edge, kept": {"board": {"name": "infinite", "limiter": 1, "grows": "edge", "limits": "kept"}, "need": 2},
    "smarter": {"board": {"name": "smarter", "limiter": 2, "opening": "centred", "duplicates": False}},
    "duplicates": {"board": {"name": "smarter", "limiter": 1, "opening": "python", "duplicates": True}, "need": 4},
}
"""Changes of the recipe."""


def learners(changes: dict[str, Any], *, word: int = 7, **options: Any) -> Learner:
    """Learners by the recipe with `changes`."""
    return Learner(build_recipe(RECIPE | changes, "test"), np.array([word], np.uint64), **options)
