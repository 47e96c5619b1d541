"""Genies as players."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.engines.genies.histories import best_of
from tttcore.engines.genies.players.on_3x3 import of_weights
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
    """The best evolving Genie of the last generation, and of some before, see `histories.best_of`.

    They are those of the first runs, whether these succeed or not. Histories hold all Genies, so that nothing is run
    again. Parameters are those of `agents.genetic_algorithm.agents`.

    Returns
    -------
    Rows of ``agents``, with the cells that are marked where the board is 3x3.
    """
    board = recipe["edge"], recipe["dimensions"]
    chosen = runs.head(wanted.champions)
    rows = []
    for place, replicate in enumerate(chosen["replicate"]):
        own = chosen.iloc[[place]]
        (end,) = own["died"].str.len()
        for generation in snapshot_generations(1, end, wanted.snapshots) if place < wanted.followed else [end]:
            (genes,) = best_of(own, recipe, generation)
            rows.append(
                agent_row(
                    AgentId(study, treatment, replicate),
                    step=generation,
                    unit="generations",
                    last=generation == end,
                    seat="both",
                    board=board,
                    cells=of_weights(genes) if board == CLASSIC else None,
                    weights=genes.tolist(),
                )
            )
    return rows
