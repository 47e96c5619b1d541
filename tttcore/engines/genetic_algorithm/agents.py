"""Agents from runs of genetic algorithms: champions, and the best organisms of earlier generations."""

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.agents import check_rerun
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.genetic_algorithm.population import Population, TraceRow
from tttcore.engines.genetic_algorithm.recipe import Recipe
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables
from tttcore.games.tables import from_digits, to_digits
from tttcore.players.agent_table import snapshot_generations

UNIT = "generations"


def agents(
    recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate, snapshots: int
) -> Iterator[dict[str, Any]]:
    """See `Agents.agents`: champion of a run or, if it failed, its best organism.

    A followed run is repeated, which adds the best organism of some generations, the first of equals.
    """
    end, champion = run["generations"], run["champion"]
    genomes = {end: champion}
    if snapshots:
        generations = snapshot_generations(recipe.first_generation, end, snapshots)
        genomes = _best_genomes(GeneticAlgorithm(recipe, tables), tables, replicate.stream(), generations)
        check_rerun(replicate, genomes.get(end, ""), champion)
    for generation, genome in genomes.items():
        (genes,) = from_digits(pd.Series([genome]))
        yield {"step": generation, "seat": recipe.seat, "cells": policy_of_genome(genes), "genome": genome}


def _best_genomes(
    algorithm: GeneticAlgorithm, tables: StateTables, rng: np.random.Generator, snapshots: Collection[int]
) -> dict[int, str]:
    """Genome of the best organism in each of the generations `snapshots` of a run."""
    best = {}

    def keep_best(generation: int, _: TraceRow, population: Population) -> None:
        if generation in snapshots:
            best[generation] = population.best_genes().copy()

    algorithm.run(rng, keep_best)
    return dict(zip(best, to_digits(algorithm.coding.decode(np.stack([*best.values()]), tables)), strict=True))
