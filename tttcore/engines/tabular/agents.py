"""Agents of 3x3 for the registry: greedy policies of trained pairs, at the end of training and during it."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.agents import check_rerun
from tttcore.engines.replicates import Replicate
from tttcore.engines.tabular.engine import untrained
from tttcore.engines.tabular.policy_evaluation import afterstate_values, champion, greedy_cells, is_exact
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Recipe, build_recipe
from tttcore.engines.tabular.session import load, read_metadata
from tttcore.games.classic import CELLS, StateTables
from tttcore.games.tables import from_digits
from tttcore.players.agent_table import AgentId, agent_row, evenly_spaced
from tttcore.players.policy import Cells, game

UNIT = "games"


def agents(
    recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate, snapshots: int
) -> Iterator[dict[str, Any]]:
    """See `Agents.agents`: greedy policies of a session, for both seats; 3x3 only.

    A followed session is trained again and recorded before its first game and at the ends of some windows, with the
    values of all afterstates. A session with random ties is trained again as well, because a stored policy is a single
    cell of each position: its agent draws from all cells with the highest value. Where the game is over for the players
    because nobody can win any more, an agent draws from all free cells.
    """
    if not is_exact(recipe):
        return
    if not snapshots and recipe.ties == "first":
        yield {"step": recipe.games, "seat": "both", "cells": _or_any_free(_cells_of(run["champion"]))}
        return
    learner = untrained(recipe, replicate)
    points = evenly_spaced([0, *recipe.curve.points(recipe.games)], snapshots) if snapshots else [recipe.games]
    for games in points:
        learner.train(games - learner.games)
        estimates = afterstate_values(learner).tolist() if snapshots else ()
        yield {"step": games, "seat": "both", "cells": _or_any_free(greedy_cells(learner)), "estimates": estimates}
    check_rerun(replicate, champion(learner), run["champion"])


def policy_agent(path: Path) -> dict[str, Any]:
    """Row of the table of ``agents`` of the pair of players in a policy file, see `session`.

    Raises
    ------
    ValueError
        If it is no such file, or of another game than 3x3.
    """
    kept = read_metadata(path)["recipe"]
    recipe = build_recipe(AS_DESCRIBED | kept, "recipe")
    if not is_exact(recipe):
        other = ", ".join(f"{key} {value}" for key, value in (kept["board"] | {"need": recipe.need}).items())
        raise ValueError(f"{path}: another game than 3x3: {other}; allowed: name finite, size 3, need 3")
    learner = load(path, recipe)
    return agent_row(
        AgentId("rl", path.stem, 0),
        step=learner.games,
        unit=UNIT,
        last=True,
        seat="both",
        cells=_or_any_free(greedy_cells(learner)),
        estimates=afterstate_values(learner).tolist(),
    )


def _cells_of(policy: str) -> Cells:
    """Cell of each position that a stored policy marks."""
    (digits,) = from_digits(pd.Series([policy]))
    return digits[:, None] == np.arange(CELLS)


def _or_any_free(cells: Cells) -> Cells:
    """Cells of a policy, or all free ones in positions where it has none though the board isn't full."""
    return np.where(cells.any(axis=1, keepdims=True), cells, game(dead=False).successors >= 0)
