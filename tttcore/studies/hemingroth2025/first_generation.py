"""Average fitness of random organisms by each reading of the rules, beside that of the published first generation."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import pandas as pd
import scipy
from numpy.typing import NDArray

from tttcore.engines.genetic_algorithm.players.coding import Coding, fill_randomly
from tttcore.engines.genetic_algorithm.players.evaluation import Evaluator
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import StateTables
from tttcore.stats.columns import hidden, with_interval
from tttcore.stats.intervals import mean_interval
from tttcore.studies.hemingroth2025.listing import LISTING, Reductions, lost_share, play_out, random_alleles

PLAYERS = 20_000
"""Random players that are evaluated."""
PLAYED_OUT = 200
"""Random players whose games are played out by the listing."""
LOSES = "taken loses"
"""Reading by which whoever marks a taken cell loses the game."""

FIRST_GENERATION = {
    "treatment": "Treatment",
    "reading": "Seats, or taken cells",
    "n": "Organisms",
    **with_interval("average", "Average"),
    "spread": "Standard deviation",
    "published": "Published",
    "chance": "Chance of such an average",
    **hidden("low", "high", "chance_least"),
}
"""Columns of `first_generations`."""

Fitness = NDArray[np.float64]


def first_generations(
    published: float, recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, rng: np.random.Generator
) -> pd.DataFrame:
    """Average fitness of random organisms, a row per treatment and reading of the rules.

    Parameters
    ----------
    published : average of the published first generation.
    recipes : parameters of treatments by their names; the seats alone and `LOSES` are read with the first.

    Returns
    -------
    treatment, reading, n : reading is ``both`` for what the treatment says, ``first`` or ``second`` for that seat
        alone, or `LOSES`; n is the number of random organisms.
    average, average_low, average_high : mean share of games not lost, with Student's interval.
    spread : standard deviation of that share over organisms.
    published, low, high : the published average, and where 95% of averages of such populations are.
    chance, chance_least : two-sided chance of an average as far from ours, and the least possible, 0.

    A population's average is taken as normal, since its organisms are independent; ours is uncertain, too, so the
    difference has the variance ``spread^2 (1 / population + 1 / n)``.
    """
    codings = {name: build_recipe(recipe, name).coding.apply(tables) for name, recipe in recipes.items()}
    rows = []
    for treatment, reading, fitness in _readings(codings, tables, rng):
        spread = float(fitness.std(ddof=1))
        error = spread * np.sqrt(1 / recipes[treatment]["population"] + 1 / fitness.size)
        low, high = scipy.stats.norm.interval(0.95, fitness.mean(), error)
        rows.append(
            {
                "treatment": treatment,
                "reading": reading,
                "n": fitness.size,
                **mean_interval("average", fitness),
                "spread": spread,
                "published": published,
                "low": low,
                "high": high,
                "chance": 2 * scipy.stats.norm.sf(abs(published - fitness.mean()) / error),
                "chance_least": 0.0,
            }
        )
    return pd.DataFrame(rows)


def _readings(
    codings: Mapping[str, Coding], tables: StateTables, rng: np.random.Generator
) -> Iterator[tuple[str, str, Fitness]]:
    """Yield treatment, reading, and the share of games not lost of each random organism."""
    for place, (treatment, coding) in enumerate(codings.items()):
        genes = np.empty((PLAYERS, coding.alleles.width), np.uint8)
        fill_randomly(genes, coding.alleles, rng)
        yield treatment, "both", 1 - Evaluator(tables, "both", coding)(genes).fitness
        if place == 0:
            yield treatment, "first", 1 - Evaluator(tables, "first", coding)(genes).fitness
            yield treatment, "second", 1 - Evaluator(tables, "second", coding)(genes).fitness
            reductions = Reductions.by(LISTING, tables)
            choices = reductions.choices(random_alleles(PLAYED_OUT, tables, rng), modulo=False)
            played = np.array([play_out(reductions.moves(), each, tables) for each in choices])
            yield treatment, LOSES, 1 - lost_share(played)
