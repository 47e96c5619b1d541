"""Players that genetic algorithms find."""

from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import pandas as pd

from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.organisms import Organisms
from tttcore.engines.genetic_algorithm.players.policy import of_genome
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.engines.genetic_algorithm.summary import Summary
from tttcore.games.classic import StateTables
from tttcore.games.tables import from_digits, to_digits
from tttcore.pipeline.rng import stream
from tttcore.players.agent_rows import AgentId, AgentSelection, agent_row, check_rerun, snapshot_generations


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
    """Champions of the first runs that end with a no-loss organism; where none does, the best that the first runs have.

    Those that are followed are run again, and shown by the best organism of some generations, the first of equals.

    Parameters
    ----------
    study, treatment, recipe, seed : see `engine.run_replicates`.
    runs : the treatment's rows of the batches.

    Returns
    -------
    Rows of ``agents``, champion by champion and in the order of their steps.

    Raises
    ------
    StoreError
        If a run that is repeated ends with another player than is stored.
    """
    algorithm = GeneticAlgorithm(build_recipe(recipe, tables, f"treatments.{treatment}"), tables)
    solved = runs[~runs["censored"]]
    chosen = (runs if solved.empty else solved).head(wanted.champions)
    rows = []
    for place, run in enumerate(chosen.to_dict("records")):
        path = AgentId(study, treatment, run["replicate"])
        end, champion = run["generations"], run["champion"]
        genomes = {end: champion}
        if place < wanted.followed:
            shown = snapshot_generations(recipe["first_generation"], end, wanted.snapshots)
            genomes = _followed(algorithm, tables, stream(seed, *path), shown)
            check_rerun(path, genomes.get(end, ""), champion)
        for generation, genome in genomes.items():
            (genes,) = from_digits(pd.Series([genome]))
            rows.append(
                agent_row(
                    path,
                    step=generation,
                    unit="generations",
                    last=generation == end,
                    seat=recipe["seat"],
                    cells=of_genome(genes),
                    genome=genome,
                )
            )
    return rows


def _followed(
    algorithm: GeneticAlgorithm, tables: StateTables, rng: np.random.Generator, shown: Collection[int]
) -> dict[int, str]:
    """Genomes of the best organism of the generations that are to be `shown`."""
    best = {}

    def look(generation: int, _: Summary, population: Organisms) -> None:
        if generation in shown:
            best[generation] = population.best().copy()

    algorithm.run(rng, look)
    return dict(zip(best, to_digits(algorithm.coding.players(np.stack([*best.values()]), tables)), strict=True))
