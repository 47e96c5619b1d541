"""Agents from runs of Genies: champions and snapshots of the first runs, and the move function of a Genie."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.players.linear import EVALUATE, Player
from tttcore.engines.genies.players.minmax import best_cell, incidence, line_evaluator
from tttcore.engines.genies.players.workspace import DEAD
from tttcore.engines.genies.recipe import Recipe
from tttcore.engines.genies.summary import best_genes
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import CELLS, CROSS, LINES, NOUGHT, StateTables, enumerate_states
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.players.agent_table import CLASSIC, snapshot_generations
from tttcore.players.policy import Cells

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


def policy_of_weights(weights: NDArray[np.integer]) -> Cells:
    """Policy of a linear evaluator of lines: the free cell of highest value, ties to the first.

    Parameters
    ----------
    weights : (6,) value of a line with 0, 1, 2 own marks and none of the opponent's, then with 0, 1, 2 of the
        opponent's and no own ones.
    """
    tables = enumerate_states()
    boards = tables.positions
    own_mark = np.where(np.count_nonzero(boards, axis=1) % 2, NOUGHT, CROSS)[:, None, None]
    lines = boards[:, LINES]
    own = np.count_nonzero(lines == own_mark, axis=2)
    theirs = np.count_nonzero(lines, axis=2) - own
    by_own, by_theirs = (np.append(part, 0) for part in np.split(weights.astype(np.int64), 2))
    line_values = np.where(theirs == 0, by_own[own], 0) + np.where(own == 0, by_theirs[theirs], 0)
    through = (LINES[:, :, None] == np.arange(CELLS)).any(axis=1)
    free = tables.next_position >= 0
    cell_values = np.where(free, line_values @ through, np.iinfo(np.int64).min)
    return free & (np.arange(CELLS) == cell_values.argmax(axis=1)[:, None])


def move_function(board: Hypercube, weights: Sequence[int]) -> Callable[[HypercubePosition], int]:
    """Move function of a Genie with these genes; ValueError if it can't play on this board."""
    lines_and_cells, evaluator = incidence(board), line_evaluator(Player(EVALUATE, weights), board)

    def move(position: HypercubePosition) -> int:
        first, second = position.line_counts()
        lines = np.where((first > 0) & (second > 0), DEAD, first - second).astype(np.int8)
        cell, _ = best_cell(lines_and_cells, evaluator, lines, position.marks() > 0, position.current_player)
        return cell

    return move
