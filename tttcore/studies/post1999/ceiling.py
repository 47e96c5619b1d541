"""Ceiling of the average lifeScore of a family that wins every game against the other and half of its own."""

import numpy as np

from tttcore.engines.genies.steady_state import NEUTRAL

GENERATIONS = 2000


def no_draw_expectation(static: int, evolving: int) -> float:
    """Expected ceiling: the lifeScore of all games won against the static family and half of those within the own."""
    share = (static + (evolving - 1) / 2) / (static + evolving - 1)
    return 100 * (2 * share - 1) + 101


def simulated_ceiling(static: int, evolving: int, games: int, rng: np.random.Generator) -> dict[str, float]:
    """Simulated ceiling: lifeScores from few games, halved, while the worst Genie is replaced in each generation.

    Games within the family are decided by lot; none is drawn.

    Returns
    -------
    Averages over 2,000 generations of the family's lifeScores: ``before`` the worst Genie dies, ``without`` it, and
    ``with newborn``, whose score is neutral, in its place.
    """
    population = static + evolving
    won = np.zeros(population, np.int64)
    lost = np.zeros(population, np.int64)
    before, without = np.empty(GENERATIONS), np.empty(GENERATIONS)
    for generation in range(GENERATIONS):
        won, lost = won // 2, lost // 2
        pairs = np.stack([rng.permutation(population)[:2] for _ in range(games)])
        evolves = pairs >= static
        decided = evolves[:, 0] != evolves[:, 1]
        winner = np.where(decided, np.argmax(evolves, axis=1), rng.integers(0, 2, games))
        rows = np.arange(games)
        won += np.bincount(pairs[rows, winner], minlength=population)
        lost += np.bincount(pairs[rows, 1 - winner], minlength=population)
        played = won + lost
        scores = np.where(played > 0, 100 * (won - lost) / np.maximum(played, 1) + 101, NEUTRAL)[static:]
        before[generation] = scores.mean()
        without[generation] = (scores.sum() - scores.min()) / (evolving - 1)
        worst = static + np.argmin(scores)
        won[worst] = lost[worst] = 0
    kept = without.mean()
    return {
        "before": float(before.mean()),
        "without": float(kept),
        "with newborn": float((kept * (evolving - 1) + NEUTRAL) / evolving),
    }
