"""Data for repeating sessions of tabular learners in a browser: full recipes, and digests to check the sessions by."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.page_modules import digest
from tttcore.engines.tabular.policy_evaluation import is_exact
from tttcore.engines.tabular.recipe import Recipe
from tttcore.engines.tabular.schemas import RESULTS

COVERED = 200
"""Sessions of each treatment, the first ones, that the page can check."""
COUNTS = (
    "first", "drawn", "second", "last_first", "last_drawn", "last_second", "entries", "collisions", "marks",
)  # fmt: skip
COLUMNS = (*COUNTS, *RESULTS)
"""Columns of the runs that `fingerprints` needs."""
COURSES = ("first_perfect_lost", "second_perfect_lost")
"""Columns of the traces that the page draws."""


def live_recipe(recipe: Recipe) -> dict[str, Any] | None:
    """Recipe with all its parameters; None on other boards than 3x3, which the page doesn't play."""
    if not is_exact(recipe):
        return None
    return asdict(recipe) | {"board": {"name": "finite", **asdict(recipe.board)}}  # type: ignore[call-overload]


def fingerprints(runs: pd.DataFrame) -> bytes:
    """Fingerprint of eight bytes of each session, by which the page checks a session that it repeats.

    They are digests (of doubles) of the counts of all games, estimates and collisions, and of the exact results of both
    greedy policies at the end.
    """
    counts, results = (runs[[*columns]].to_numpy(np.float64) for columns in (COUNTS, RESULTS))
    return b"".join(
        digest(count.astype("<f8").tobytes()) + digest(result.astype("<f8").tobytes())
        for count, result in zip(counts, results, strict=True)
    )
