"""The published training run of hemingroth2025: 37 generations of 2,000, both seats, and plain Python."""

import random
import sys
from pathlib import Path
from typing import Any

from timing import seconds

from tttcore.engines.genetic_algorithm import reference
from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.rng import stream

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))
from reference import hemingroth as twin

POPULATION = 2000
GENERATIONS = 37
TWINS = 12
RECIPE: dict[str, Any] = {
    "seat": "both",
    "coding": {"name": "situations", "taken": "modulo"},
    "population": POPULATION,
    "select": {"name": "tournament", "size": 10, "distinct": True},
    "cross": {"name": "switching", "rate": 0.1},
    "mutate": {"name": "per_gene_reset", "rate": 0.001},
    "breed": {"name": "exclusive", "mutate": 0.05, "replicate": 0.05},
    "pool": ["children"],
    "replace": {"name": "generational"},
    "first_generation": 1,
    "generations": GENERATIONS,
}


def seed_of_a_full_run(ready: GeneticAlgorithm) -> int:
    """A replicate that doesn't stop before the last generation."""
    return next(row for row in range(1000) if len(ready.run(stream(0, "training", row)).best) == GENERATIONS)


def plain_generations() -> None:
    """Two generations of the reference, evaluated by the twin of the listing."""
    rng, chances = random.Random(0), {"mutate": 0.05, "replicate": 0.05}
    organisms = [[*twin.random_genome(rng, "modulo").values()] for _ in range(TWINS)]
    choices = [range(9)] * len(organisms[0])
    for _ in range(2):
        genomes = [dict(zip(twin.situations(), genome, strict=True)) for genome in organisms]
        scores = [twin.lost_share(genome, "modulo") for genome in genomes]
        organisms = reference.make_children(
            organisms, scores, choices, rng, reading="exclusive", chances=chances, size=10, rate=0.001, switches=0.1
        )


def measure(rounds: int) -> dict[str, float]:
    """Time of the published run, and of the twin for as many organisms."""
    tables = enumerate_states()
    ready = GeneticAlgorithm(build_recipe(RECIPE, "training"), tables)
    replicate = seed_of_a_full_run(ready)
    compiled, plain = seconds(
        lambda: ready.run(stream(0, "training", replicate)), plain_generations, rounds=max(rounds // 2, 5)
    )
    organisms = POPULATION * GENERATIONS
    return {
        "training: ms for 37 generations of 2,000, both seats": compiled * 1e3,
        "training: plain Python / compiled": plain / (2 * TWINS) * organisms / compiled,
        "training: published 884 s / compiled": 884 / compiled,
    }
