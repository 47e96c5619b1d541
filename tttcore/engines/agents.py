"""Collect the players that a study's runs produce, by an engine's module ``agents``.

These modules are separate from the engines, so that a change in the selection of players reruns nothing.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Protocol

import pandas as pd

from tttcore.engines.engine import engine as engine_named
from tttcore.engines.replicates import Replicate, build_recipe
from tttcore.games.classic import StateTables
from tttcore.pipeline.modules import ENGINES, optional_module
from tttcore.pipeline.schema import Recipes
from tttcore.pipeline.store import StoreError
from tttcore.players.agent_table import AGENTS, AgentId, agent_row


class Agents(Protocol):
    """Module ``agents`` in an engine's package.

    Attributes
    ----------
    UNIT : unit of the steps of a run.
    """

    UNIT: str

    def agents(
        self, recipe: Any, tables: StateTables, run: Mapping[str, Any], replicate: Replicate, snapshots: int
    ) -> Iterable[dict[str, Any]]:
        """Players of a run: the one at its end and, if it is followed, some on the way to it.

        Parameters
        ----------
        recipe : the treatment's recipe.
        tables : the states of 3x3.
        run : row of the batches.
        replicate : identity of the run, to repeat it.
        snapshots : approximate number of players of a followed run, the first and the last among them; 0 if it isn't.

        Returns
        -------
        Arguments of `agent_row` for each player but ``path``, ``unit`` and ``last``, by rising ``step``; the last is
        the one at the end.
        """


def collect_agents(
    runs: pd.DataFrame,
    recipes: Recipes,
    tables: StateTables,
    *,
    study: str,
    engine: str,
    seed: int,
    wanted: Mapping[str, int],
) -> pd.DataFrame:
    """Collect the table of ``agents`` of a study.

    Parameters
    ----------
    runs : table of the study's batches, see `pipeline.schema.Stored`.
    recipes : parameters of the study's treatments, by name.
    study, engine, seed : the study's name and engine and the project's seed, to repeat runs.
    wanted : ``champions``, the runs of each treatment whose players are stored; ``followed``, the first of them that
        are also stored while they learn; and ``snapshots``, see `Agents.agents`.

    Raises
    ------
    StoreError
        If a repeated run ends with another player than the stored one.
    """
    module: Agents = optional_module(ENGINES, engine, "agents")
    rows = []
    for treatment, config in recipes.items():
        recipe = build_recipe(engine_named(engine), config, f"treatments.{treatment}")
        own = runs[runs["treatment"] == treatment].head(wanted["champions"])
        for place, (_, run) in enumerate(own.iterrows()):
            path = AgentId(study, treatment, run["replicate"])
            snapshots = wanted["snapshots"] if place < wanted["followed"] else 0
            found = [*module.agents(recipe, tables, dict(run), Replicate(seed, *path), snapshots)]
            rows += [agent_row(path, unit=module.UNIT, last=each is found[-1], **each) for each in found]
    return pd.DataFrame(rows, columns=AGENTS.names)


def check_rerun(replicate: Replicate, found: str, stored: str) -> None:
    """Raise StoreError if a repeated run ends with another player than the stored one."""
    if found != stored:
        _, study, treatment, number = replicate
        raise StoreError(
            f"results/{study}: {study}/{treatment}/{number} ends with another player than is stored when it is run "
            "again; delete its runs and run again"
        )
