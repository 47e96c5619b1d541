"""Data for repeating runs of Genies in a browser: full recipes, and digests to check the runs by."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genies.operators import crossovers, mutations, replacements, scores, starts
from tttcore.engines.genies.players.linear import RANDOM
from tttcore.engines.genies.recipe import Recipe
from tttcore.engines.page_modules import digest
from tttcore.pipeline.registry import Registry

OPERATORS: Mapping[str, Registry[Any]] = {
    "start": starts,
    "score": scores,
    "replace": replacements,
    "cross": crossovers,
    "mutate": mutations,
}
"""Registries of a recipe's operators, by key."""
LARGEST = 64
"""Most cells of a board that the page plays on."""
LONGEST = 1000
"""Most generations of a run that the page makes."""
COVERED = 100
"""Runs of each treatment, the first ones, that the page can check."""
COLUMNS = ("generations", "evolving", "static", "champion")
"""Columns of the runs that `fingerprints` needs."""
COURSES = ("evolving", "static")
"""Columns of the traces that the page draws."""


def live_recipe(recipe: Recipe) -> dict[str, Any] | None:
    """Recipe with the names of its operators; None for those that the page has no script for.

    These are large boards and long runs, static Genies that move at random, and lines that are unmarked by one side.
    """
    is_small = recipe.board.cells <= LARGEST and recipe.generations <= LONGEST
    if not is_small or recipe.static.strategy == RANDOM or recipe.unmarked != "empty":
        return None
    operators = {key: getattr(recipe, key) for key in OPERATORS}
    names = {registry[name]: name for registry in OPERATORS.values() for name in registry.names()}
    return asdict(recipe) | {key: {"name": names[type(each)], **asdict(each)} for key, each in operators.items()}


def fingerprints(runs: pd.DataFrame) -> bytes:
    """Fingerprint of eight bytes of each run, by which the page checks a run that it repeats.

    They are digests of the generation of success or the cap with both families' last average lifeScores (as doubles),
    and of the genes of the best Genie.
    """
    numbers = runs[[*COLUMNS[:3]]].to_numpy("<f8")
    return b"".join(
        digest(np.ascontiguousarray(row).tobytes()) + digest(champion.encode())
        for row, champion in zip(numbers, runs["champion"], strict=True)
    )
