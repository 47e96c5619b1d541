"""Collect the players that a study's runs produce, by an engine's module ``agents``.

These modules are separate from the engines, so that a change in the selection of players reruns nothing.
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
    """Name of the module that extracts the players of an engine's runs; None if the engine has none."""
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
    """Collect the table of ``agents`` of a study.

    Parameters
    ----------
    runs : table of the study's batches, see `pipeline.stored.Stored`.
    recipes : parameters of the study's treatments, by name.
    study, engine, seed : the study's name and engine and the project's seed, to repeat runs.
    wanted : fields of `AgentSelection`.

    Raises
    ------
    StoreError
        If a repeated run ends with another player than the stored one.
    """
    module = import_module(f"{ENGINES}.{engine}.agents")
    selection = AgentSelection(**wanted)
    rows = []
    for treatment, recipe in recipes.items():
        own = runs[runs["treatment"] == treatment]
        rows += module.agents(study, treatment, recipe, tables, seed=seed, runs=own, wanted=selection)
    return pd.DataFrame(rows, columns=AGENTS.names)
