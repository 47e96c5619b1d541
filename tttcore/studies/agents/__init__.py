"""Players that runs leave behind, and what they were like while they learnt: a module for each engine that has any.

They stand apart from the engines so that another choice of players reruns nothing. A module has `agents`, see
`agents.genetic_algorithm`.
"""

from collections.abc import Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pandas as pd

from tttcore.base.schemas import SCHEMAS
from tttcore.games.classic import StateTables
from tttcore.studies.agents.rows import Wanted
from tttcore.studies.engine import Recipes


def agents_module(engine: str) -> str | None:
    """Name of the module that finds the players of an engine's runs; None if these leave none behind."""
    name = f"{__package__}.{engine}"
    return name if find_spec(name) else None


def collect_agents(
    runs: pd.DataFrame,
    recipes: Recipes,
    tables: StateTables,
    *,
    study: str,
    engine: str,
    seed: int,
    wanted: Mapping[str, Any],
) -> pd.DataFrame:
    """Table of ``agents`` of a study.

    Parameters
    ----------
    runs : its batches, see `studies.engine.Stored`.
    recipes : parameters of its treatments, by name.
    study, engine, seed : what the streams of its runs are named by, and what made them.
    wanted : fields of `Wanted`.

    Raises
    ------
    StoreError
        If a run that is repeated ends with another player than is stored.
    """
    module = import_module(f"{__package__}.{engine}")
    chosen = Wanted(**wanted)
    rows = []
    for treatment, recipe in recipes.items():
        own = runs[runs["treatment"] == treatment]
        rows += module.agents(study, treatment, recipe, tables, seed=seed, runs=own, wanted=chosen)
    return pd.DataFrame(rows, columns=SCHEMAS["agents"].names)
