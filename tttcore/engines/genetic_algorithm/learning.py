"""Populations of genetic algorithms as they evolve: the best organism, and the lines of play that judged all."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.agents import check_rerun
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.players.coding import Genes, policy_of_genome
from tttcore.engines.genetic_algorithm.recipe import Recipe
from tttcore.engines.learning import Stage, judged
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables
from tttcore.games.position import SEAT_INDICES, SEATS
from tttcore.games.tables import from_digits, to_digits
from tttcore.players.policy import game, uniform_policy
from tttcore.stats.decades import last_before_points

UNIT = "lines of play"
BEYOND = 1.25
"""Generations after success, for each one before; lines of play of a generation vary by less than a fourth."""


def follows(_recipe: Recipe) -> bool:
    """See `Learning.follows`: all, since genomes are players of 3x3."""
    return True


def stages(recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate) -> Iterator[Stage]:
    """See `Learning.stages`: the organism of lowest fitness, the first of equals; the same one in both seats.

    The generation of its success is among them. A run that succeeds goes on to twice as many lines of play, as far as
    the cap allows, to see whether success lasts. Lines of play count for all organisms of a generation, copies too, and
    games against opponents for all that play them.
    """
    best: list[Genes] = []
    algorithm = GeneticAlgorithm(recipe, tables)
    beyond = round(BEYOND * len(run["lines_first"])) + 1
    found = algorithm.run(replicate.stream(), lambda *at: best.append(at[-1].best_genes().copy()), beyond=beyond)
    genomes = to_digits(algorithm.coding.decode(np.stack(best), tables))
    check_rerun(replicate, genomes[run["generations"] - recipe.first_generation], run["champion"])
    totals, seats = np.cumsum(found.lines, axis=0), SEAT_INDICES[recipe.seat]
    totals[:, seats[0]] += recipe.opponent_games * np.arange(len(totals))
    children = len(recipe.breed.groups) * recipe.breed.n_children(recipe.population)
    success = run["generations"] - recipe.first_generation
    for place in sorted({*last_before_points(totals.sum(axis=1).tolist()), success}):
        yield Stage(
            int(totals[place].sum()),
            recipe.population + place * children,
            {SEATS[seat]: int(totals[place, seat]) for seat in seats},
            {SEATS[seat]: _results(genomes[place], seat) for seat in seats},
        )


@lru_cache(maxsize=1000)
def _results(genome: str, seat: int) -> dict[str, float | str]:
    (genes,) = from_digits(pd.Series([genome]))
    played = game(dead=False)
    return judged(played, uniform_policy(policy_of_genome(genes)), seat, played.opponents)
