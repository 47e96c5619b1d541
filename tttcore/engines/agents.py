"""Players that runs leave behind, at their end and while they learnt, from an engine's module ``agents``.

These modules stand apart from the engines, so that another choice of players runs nothing again.
"""

from collections.abc import Mapping
from importlib import import_module
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.pipeline.rooms import ENGINES, submodule
from tttcore.pipeline.stored import Recipes
from tttcore.players.agent_rows import AgentSelection
from tttcore.players.agent_schema import AGENTS


def agents_module(engine: str) -> str | None:
    """Name of the module that finds the players of an engine's runs; None if these leave none behind."""
    return submodule(ENGINES, engine, "agents")


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
    runs : its batches, see `pipeline.stored.Stored`.
    recipes : parameters of its treatments, by name.
    study, engine, seed : what the streams of its runs are named by, and what made them.
    wanted : fields of `AgentSelection`.

    Raises
    ------
    StoreError
        If a run that is repeated ends with another player than is stored.
    """
    module = import_module(f"{ENGINES}.{engine}.agents")
    chosen = AgentSelection(**wanted)
    rows = []
    for treatment, recipe in recipes.items():
        own = runs[runs["treatment"] == treatment]
        rows += module.agents(study, treatment, recipe, tables, seed=seed, runs=own, wanted=chosen)
    return pd.DataFrame(rows, columns=AGENTS.names)
