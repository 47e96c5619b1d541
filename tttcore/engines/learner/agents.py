"""Agents of 3x3 for the registry: users' learners at the end of their training and during it, trained again."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from tttcore.engines.learner.recipe import Recipe
from tttcore.engines.learner.running import train
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables
from tttcore.players.agent_table import evenly_spaced
from tttcore.players.policy import MOST_BEADS, Beads, Policy
from tttcore.stats.decades import decade_points

UNIT = "games"


def agents(
    recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate, snapshots: int
) -> Iterator[dict[str, Any]]:
    """See `Agents.agents`: none of a run that something has ended early."""
    if run["fault"]:
        return
    points = [0, *decade_points(recipe.games)]
    kept = evenly_spaced(points, snapshots) if snapshots else points[-1:]
    for look in train(recipe, replicate, points, whole=kept).looks:
        if look.games in kept:
            yield {"step": look.games, "seat": recipe.seat, **_draws(look.policy)}


def _draws(policy: Policy) -> dict[str, Any]:
    """Cells of a player that draws uniformly among some, else beads in proportion to its chances."""
    greatest = policy.max(axis=1, keepdims=True)
    if ((policy == 0) | (policy == greatest)).all():
        return {"cells": policy > 0}
    beads: Beads = np.ceil(policy / np.where(greatest > 0, greatest, 1) * MOST_BEADS).astype(np.uint16)
    return {"beads": beads}
