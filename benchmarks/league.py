"""The exact league of 200 players of 3x3: all pairs in both seats, and every table that comes of it."""

import numpy as np
from timing import seconds

from tttcore.engines.genetic_algorithm.players.coding import Alleles, fill_randomly, policy_of_genome
from tttcore.games.classic import enumerate_states
from tttcore.league.classic import match_tables
from tttcore.league.matches import Player, play_round_robin
from tttcore.pipeline.rng import stream
from tttcore.players.policy import uniform_policy

PLAYERS, GROUP = 200, 5


def players() -> list[Player]:
    """Random genomes in groups of the size that the configuration asks for."""
    alleles = Alleles.of(enumerate_states())
    genes = np.empty((PLAYERS, alleles.n_genes), np.uint8)
    fill_randomly(genes, alleles, stream(0, "benchmarks", "league"))
    return [
        Player(f"genomes/{place}", "genomes", str(place // GROUP), place, (0, 1), uniform_policy(policy_of_genome(own)))
        for place, own in enumerate(genes)
    ]


def measure(rounds: int) -> dict[str, float]:
    """Seconds for all games alone, and for all tables with them."""
    entered = players()
    games, tables = seconds(
        lambda: play_round_robin(entered),
        lambda: match_tables(entered, stream(0, "benchmarks")),
        rounds=max(rounds // 10, 1),
    )
    return {
        "league of 200: seconds for 19,900 pairs in both seats": games,
        "league of 200: seconds for all tables": tables,
    }
