"""Data for repeating matchbox sessions in a browser: full recipes, and digests to check the sessions by."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.matchboxes.engine import EXACT
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.engines.page_modules import digest
from tttcore.players.exact_results import REPLIES

COVERED = 200
"""Sessions of each treatment, the first ones, that the page can check."""
CHANCES = tuple(name for name in EXACT if name not in REPLIES)
"""Results against the opponents; the page looks for no worst replies."""
COLUMNS = ("results", *CHANCES, "empty")
"""Columns of the runs that `fingerprints` needs."""
COURSES = ("random_lost", "careful_lost", "perfect_lost")
"""Columns of the traces that the page draws."""


def live_recipe(recipe: Recipe) -> dict[str, Any]:
    """Recipe with all its parameters; the page can run every one."""
    return asdict(recipe)


def fingerprints(runs: pd.DataFrame) -> bytes:
    """Fingerprint of eight bytes of each session, by which the page checks a session that it repeats.

    They are digests of the results of all games, and of the probabilities at the end against every opponent with the
    number of empty boxes (as doubles). These probabilities depend on the beads of all boxes that can be opened.
    """
    machines = runs[[*CHANCES, "empty"]].to_numpy("<f8")
    return b"".join(
        digest(results.encode()) + digest(np.ascontiguousarray(machine).tobytes())
        for results, machine in zip(runs["results"], machines, strict=True)
    )
