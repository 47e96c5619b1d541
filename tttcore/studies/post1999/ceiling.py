"""Ceiling of the average lifeScore of a family that wins every game against the other and half of its own."""

from collections.abc import Iterable

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.steady_state import NEUTRAL
from tttcore.stats.intervals import mean_interval

GENERATIONS = 2000
FAMILIES = 20
"""Families that are simulated for each ceiling."""
AVERAGES = ("before", "without", "with newborn")
"""Genies over which an average can be taken in a generation: all before the worst one dies, all but that one, or all
with the newborn, whose lifeScore is neutral, in its place."""


def no_draw_expectation(static: int, evolving: int) -> float:
    """Expected ceiling: the lifeScore of all games won against the static family and half of those within the own."""
    share = (static + (evolving - 1) / 2) / (static + evolving - 1)
    return 100 * (2 * share - 1) + 101


def ceilings(families: Iterable[tuple[int, int]], games: Iterable[int], rng: np.random.Generator) -> pd.DataFrame:
    """Ceilings by every average that the document may have meant, from 20 simulated families each.

    Parameters
    ----------
    families : numbers of static and of evolving Genies.
    games : numbers of games in a generation.

    Returns
    -------
    static, evolving, games, average : one of `AVERAGES`.
    value, value_low, value_high : mean over the families, in points of the lifeScore, with Student's 95% interval.
    """
    games = tuple(games)
    rows = []
    for static, evolving in families:
        for each in games:
            for average, values in simulated_ceiling(static, evolving, each, rng).items():
                known = {"static": static, "evolving": evolving, "games": each, "average": average}
                rows.append({**known, **mean_interval("value", values)})
    return pd.DataFrame(rows)


def simulated_ceiling(
    static: int, evolving: int, games: int, rng: np.random.Generator
) -> dict[str, NDArray[np.float64]]:
    """Simulated ceiling: lifeScores from few games, halved, while the worst Genie is replaced in each generation.

    Games within the family are decided by lot; none is drawn.

    Returns
    -------
    (families,) averages over 2,000 generations of the family's lifeScores by each of `AVERAGES`.
    """
    population, families = static + evolving, np.arange(FAMILIES)
    won, lost = np.zeros((2, FAMILIES, population), np.int64)
    totals = np.zeros((2, FAMILIES))
    cells = families[:, None] * population  # of each family's first Genie, if all are counted through
    for _ in range(GENERATIONS):
        won, lost = won // 2, lost // 2
        first = rng.integers(0, population, (FAMILIES, games))
        second = rng.integers(0, population - 1, (FAMILIES, games))
        second += second >= first
        by_lot = rng.integers(0, 2, (FAMILIES, games)) == 1
        first_wins = np.where((first >= static) == (second >= static), by_lot, first >= static)
        winners, losers = np.where(first_wins, first, second), np.where(first_wins, second, first)
        won += _counted(cells + winners, won.shape)
        lost += _counted(cells + losers, lost.shape)
        played = won + lost
        scores = np.where(played > 0, 100 * (won - lost) / np.maximum(played, 1) + 101, NEUTRAL)[:, static:]
        totals += scores.sum(axis=1), scores.sum(axis=1) - scores.min(axis=1)
        worst = static + np.argmin(scores, axis=1)
        won[families, worst] = lost[families, worst] = 0
    before, rest = totals / GENERATIONS
    found = (before / evolving, rest / (evolving - 1), (rest + NEUTRAL) / evolving)
    return dict(zip(AVERAGES, found, strict=True))


def _counted(cells: NDArray[np.int64], shape: tuple[int, ...]) -> NDArray[np.int64]:
    """Count how often each cell of an array of this shape occurs among numbers of cells."""
    return np.bincount(cells.ravel(), minlength=int(np.prod(shape))).reshape(shape)
