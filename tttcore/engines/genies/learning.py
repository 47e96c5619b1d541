"""Genies of 3x3 as they evolve: the best one, from stored histories."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genies.agents import policy_of_weights
from tttcore.engines.genies.recipe import Recipe
from tttcore.engines.genies.summary import best_genes
from tttcore.engines.learning import Stage, judged
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables
from tttcore.games.position import SEATS, OneSeat
from tttcore.players.agent_table import CLASSIC
from tttcore.players.policy import game, uniform_policy
from tttcore.stats.decades import last_before_points

UNIT = "games"


def follows(recipe: Recipe) -> bool:
    """See `Learning.follows`: on 3x3 alone."""
    return (recipe.edge, recipe.dimensions) == CLASSIC


def stages(recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate) -> Iterator[Stage]:
    """See `Learning.stages`: the best evolving Genie by the scores of a generation; before any game the first one.

    Games that only observe don't count.
    """
    own = pd.DataFrame([run])
    founder = np.asarray(run["genes"])[: 2 * recipe.edge]
    yield _stage(0, recipe, founder)
    totals = [recipe.games * generation for generation in range(1, recipe.generations + 1)]
    for place in last_before_points(totals):
        (genes,) = best_genes(own, recipe.static.count, place + 1)
        yield _stage(place + 1, recipe, genes)


def _stage(generation: int, recipe: Recipe, genes: np.ndarray) -> Stage:
    games, made = recipe.games * generation, recipe.evolving + max(0, generation - 1)
    return Stage(games, made, dict.fromkeys(SEATS, games), _results(tuple(genes.tolist())))


@lru_cache(maxsize=10_000)
def _results(genes: tuple[int, ...]) -> dict[OneSeat, dict[str, float | str]]:
    policy, played = uniform_policy(policy_of_weights(np.array(genes))), game(dead=False)
    return {seat: judged(played, policy, place, played.opponents) for place, seat in enumerate(SEATS)}
