"""Small recipes of tabular learners that tests change as they need."""

from typing import Any

import numpy as np

from tttcore.engines.tabular.learner import Learner
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Recipe, build_recipe
from tttcore.engines.tabular.reference import SelfPlay

RECIPE: dict[str, Any] = {**AS_DESCRIBED, "games": 100, "curve": {"start": 10, "per_decade": 4}, "evaluation": 50}

BOARDS: dict[str, dict[str, Any]] = {
    "3x3": {},
    "3x3, dead ties": {"board": {"name": "finite", "size": 3, "tie": "dead"}},
    "3x3, need 2": {"need": 2},
    "3x3, need 1": {"need": 1},
    "5x5, dead ties": {"board": {"name": "finite", "size": 5, "tie": "dead"}, "need": 4},
    "infinite": {"board": {"name": "infinite", "limiter": 1, "grows": "full"}, "need": 4},
    "infinite, need 3": {"board": {"name": "infinite", "limiter": 1, "grows": "full"}},
    "edge": {"board": {"name": "infinite", "limiter": 1, "grows": "edge"}, "ties": "random"},
    "edge, need 2": {"board": {"name": "infinite", "limiter": 1, "grows": "edge"}, "need": 2},
    "smarter": {"board": {"name": "smarter", "limiter": 2, "opening": "centred", "duplicates": False}},
    "duplicates": {"board": {"name": "smarter", "limiter": 1, "opening": "python", "duplicates": True}, "need": 4},
}
"""Changes of the recipe."""


def words(word: int = 7) -> np.ndarray:
    """A word in an array, from which chance comes."""
    return np.array([word], np.uint64)


def recipe_of(**changes: Any) -> Recipe:
    """The recipe with changes."""
    return build_recipe(RECIPE | changes, "test")


def same(one: Learner, other: Learner) -> bool:
    """True if two pairs have equal snapshots."""
    return all(np.array_equal(*fields) for fields in zip(one.snapshot(), other.snapshot(), strict=True))


def learners(changes: dict[str, Any], *, word: int = 7, **options: Any) -> Learner:
    """Learners by the recipe with `changes`."""
    return Learner(recipe_of(**changes), words(word), **options)


def plain(changes: dict[str, Any], *, word: int = 7) -> SelfPlay:
    """The same as the reference in plain Python plays them."""
    return SelfPlay(recipe_of(**changes), words(word))
