"""The exact league of 200 players of 3x3: all pairs in both seats, and every table that comes of it."""

import numpy as np
from timing import seconds

from tttcore.engines.genetic_algorithm.players.coding import Alleles, fill_randomly
from tttcore.engines.genetic_algorithm.players.policy import policy_of_genome
from tttcore.games.classic import enumerate_states
from tttcore.league.classic import meetings_of
from tttcore.league.matches import meet
from tttcore.league.players import Entrant
from tttcore.pipeline.rng import stream
from tttcore.players.policy import uniform

PLAYERS, GROUP = 200, 5


def players() -> list[Entrant]:
    """Random genomes in groups of the size that the configuration asks for."""
    alleles = Alleles.of(enumerate_states())
    genes = np.empty((PLAYERS, alleles.loci), np.uint8)
    fill_randomly(genes, alleles, stream(0, "benchmarks", "league"))
    return [
        Entrant(f"genomes/{place}", "genomes", str(place // GROUP), place, (0, 1), uniform(policy_of_genome(own)))
        for place, own in enumerate(genes)
    ]


def measure(rounds: int) -> dict[str, float]:
    """Seconds for all games alone, and for all tables with them."""
    entered = players()
    games, tables = seconds(
        lambda: meet(entered), lambda: meetings_of(entered, stream(0, "benchmarks")), rounds=max(rounds // 10, 1)
    )
    return {
        "league of 200: seconds for 19,900 pairs in both seats": games,
        "league of 200: seconds for all tables": tables,
    }
