"""Agents of a study of Genies: champions and snapshots of the first runs, exported for play."""

from collections.abc import Iterator, Mapping
from typing import Any

import pandas as pd

from tttcore.engines.genies.players.on_3x3 import policy_of_weights
from tttcore.engines.genies.recipe import Recipe
from tttcore.engines.genies.summary import best_genes
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables
from tttcore.players.agent_rows import CLASSIC, snapshot_generations

UNIT = "generations"


def agents(
    recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate, snapshots: int
) -> Iterator[dict[str, Any]]:
    """See `Agents.agents`: best evolving Genies by `summary.best_genes`, with a policy where the board is 3x3.

    Runs count whether they succeed or not. Histories hold all Genies, so that nothing is run again.
    """
    board, end = (recipe.edge, recipe.dimensions), len(run["died"])
    for generation in snapshot_generations(1, end, snapshots) if snapshots else [end]:
        (genes,) = best_genes(pd.DataFrame([run]), recipe.static.count, generation)
        cells = policy_of_weights(genes) if board == CLASSIC else None
        yield {"step": generation, "seat": "both", "board": board, "cells": cells, "weights": genes.tolist()}
