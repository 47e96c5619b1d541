"""Data for repeating runs of the genetic algorithm in a browser: full recipes, and digests to check the runs by."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.operators.breeding import breedings
from tttcore.engines.genetic_algorithm.operators.criteria import criteria
from tttcore.engines.genetic_algorithm.operators.crossover import crossovers
from tttcore.engines.genetic_algorithm.operators.mutation import mutations
from tttcore.engines.genetic_algorithm.operators.replacement import replacements
from tttcore.engines.genetic_algorithm.operators.selection import selections
from tttcore.engines.genetic_algorithm.players.coding import codings
from tttcore.engines.genetic_algorithm.players.opponents import opponents
from tttcore.engines.genetic_algorithm.recipe import Recipe
from tttcore.engines.page_modules import digest
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.user_classes import SUFFIX

OPERATORS: Mapping[str, Registry[Any]] = {
    "breeding": breedings,
    "coding": codings,
    "criteria": criteria,
    "crossover": crossovers,
    "mutation": mutations,
    "opponents": opponents,
    "replacement": replacements,
    "selection": selections,
}
"""Choices that the page's scripts know, by the script in ``assets/learn/`` that implements them."""
COVERED = 1000
"""Runs of each treatment, the first ones, that the page can check."""
COLUMNS = ("generations", "best", "mean", "champion")
"""Columns of the runs that `fingerprints` needs."""
COURSES = ("best", "mean")
"""Columns of the traces that the page draws."""


def live_recipe(recipe: Recipe) -> dict[str, Any]:
    """Recipe with the names of its operators and all their parameters, given or not."""
    spelt: dict[str, Any] = _spelt_out(recipe)
    return spelt


def _spelt_out(part: Any) -> Any:
    """Operators as mappings with a ``name``, at any depth."""
    if is_dataclass(part):
        named = {"name": name} if (name := _name(type(part))) else {}
        return named | {field.name: _spelt_out(getattr(part, field.name)) for field in fields(part)}
    return list(part) if isinstance(part, tuple) else part


def _name(kind: type) -> str | None:
    """Name of an operator's class; None for other parts of recipes."""
    return f"{kind.__module__}:{kind.__name__}" if kind.__module__.endswith(SUFFIX) else _names().get(kind)


@cache
def _names() -> dict[Any, str]:
    """Names of operators by their class."""
    return {registry[name]: name for registry in OPERATORS.values() for name in registry.names()}


def fingerprints(runs: pd.DataFrame) -> bytes:
    """Fingerprint of ten bytes of each run, by which the page checks a run that it repeats.

    They are the number of its last generation (two bytes, the lower first) and four bytes each of BLAKE2b digests of
    its best and mean fitness by generation (as doubles, the best ones first) and of its champion's digits, so that
    another run is taken for the same once in 2^32 times at most.
    """
    rows = zip(*(runs[column] for column in COLUMNS), strict=True)
    return b"".join(
        int(generations).to_bytes(2, "little")
        + digest(np.concatenate((best, mean)).astype("<f8").tobytes())
        + digest(champion.encode())
        for generations, best, mean, champion in rows
    )
