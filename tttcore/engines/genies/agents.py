"""Agents of a study of Genies: champions and snapshots of the first runs, exported for play."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.engines.genies.players.on_3x3 import policy_of_weights
from tttcore.engines.genies.summary import best_genes
from tttcore.games.classic import StateTables
from tttcore.players.agent_rows import CLASSIC, AgentId, AgentSelection, agent_row, snapshot_generations


def agents(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    runs: pd.DataFrame,
    wanted: AgentSelection,
) -> list[dict[str, Any]]:
    """Best evolving Genies of the last generation, and of some before, of the first runs, see `summary.best_genes`.

    Runs count whether they succeed or not. Histories hold all Genies, so that nothing is run again. For the parameters
    see `engines.agents.collect_agents`.

    Returns
    -------
    Rows of the schema ``agents``, with a policy where the board is 3x3.
    """
    board = recipe["edge"], recipe["dimensions"]
    chosen = runs.head(wanted.champions)
    rows = []
    for place, replicate in enumerate(chosen["replicate"]):
        own = chosen.iloc[[place]]
        (end,) = own["died"].str.len()
        for generation in snapshot_generations(1, end, wanted.snapshots) if place < wanted.followed else [end]:
            (genes,) = best_genes(own, recipe, generation)
            rows.append(
                agent_row(
                    AgentId(study, treatment, replicate),
                    step=generation,
                    unit="generations",
                    last=generation == end,
                    seat="both",
                    board=board,
                    cells=policy_of_weights(genes) if board == CLASSIC else None,
                    weights=genes.tolist(),
                )
            )
    return rows
