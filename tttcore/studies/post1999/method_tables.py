"""Tables about the method: parameters of each experiment, sizes of the playing space, ceilings of the lifeScore."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.engines.genies.steady_state import NEUTRAL
from tttcore.games.classic import StateTables
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.stats.intervals import mean_interval

CAPTIONS = {
    "boards": "After Table 2: cells and lines by dimensions and edge length",
    "parameters": "After Table 1: parameters of each experiment",
    "ceilings": "Average lifeScore of a family that always beats the other and never draws, in 20 simulated families, "
    "by what the average may be taken over (95% intervals)",
}

BOARDS = (
    *((dimensions, edge) for dimensions in (2, 3, 4) for edge in (2, 3)),
    *((dimensions, 4) for dimensions in range(2, 13)),
    *((3, edge) for edge in (5, 6, 8, 10, 12, 15, 20, 30, 50, 70, 100)),
    (2, 6),
)
"""Dimensions and edge of the boards that the document mentions, and of some beyond its limits."""
FAMILIES = ((1, 9), (5, 5))
"""Static and evolving Genies of the document's two designs."""
GAMES_OF_A_GENERATION = (30, 300)
"""Two readings: 30 games in all, and 30 for each Genie."""
GENERATIONS, SIMULATED = 2000, 20
"""Generations of a simulated family, and families that are simulated for each ceiling."""
AVERAGES = ("before", "without", "with newborn")
"""Genies over which an average can be taken in a generation: all before the worst one dies, all but that one, or all
with the newborn, whose lifeScore is neutral, in its place."""


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Compute the tables ``boards``, ``parameters`` and ``ceilings``.

    Parameters
    ----------
    recipes : parameters of each treatment, by name.
    """
    rng = stream(seed, "post1999", "ceilings")
    return {
        "boards": boards(),
        "parameters": parameters(recipes),
        "ceilings": ceilings(FAMILIES, GAMES_OF_A_GENERATION, rng),
    }


def boards() -> pd.DataFrame:
    """Sizes of boards, a row each: dimensions, edge, cells, lines, and lines through a corner."""
    rows = []
    for dimensions, edge in sorted(BOARDS):
        board = Hypercube(edge, dimensions)
        rows.append((dimensions, edge, board.cells, board.line_count, board.lines_through(0).size))
    return pd.DataFrame(rows, columns=["dimensions", "edge", "cells", "lines", "corner_lines"])


def parameters(recipes: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Parameters, a row per treatment with all keys of its recipe; operators as text."""
    rows = [
        {"treatment": name, **{key: _as_text(value) for key, value in recipe.items()}}
        for name, recipe in recipes.items()
    ]
    return pd.DataFrame(rows)


def _as_text(value: object) -> object:
    """Setting as text: an operator's name and its parameters in brackets."""
    if not isinstance(value, Mapping):
        return value
    details = ", ".join(f"{key} {detail}" for key, detail in value.items() if key != "name")
    return " ".join(filter(None, [value.get("name", ""), f"({details})" if "name" in value and details else details]))


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
    population, families = static + evolving, np.arange(SIMULATED)
    won, lost = np.zeros((2, SIMULATED, population), np.int64)
    totals = np.zeros((2, SIMULATED))
    cells = families[:, None] * population  # of each family's first Genie, if all are counted through
    for _ in range(GENERATIONS):
        won, lost = won // 2, lost // 2
        first = rng.integers(0, population, (SIMULATED, games))
        second = rng.integers(0, population - 1, (SIMULATED, games))
        second += second >= first
        by_lot = rng.integers(0, 2, (SIMULATED, games)) == 1
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
