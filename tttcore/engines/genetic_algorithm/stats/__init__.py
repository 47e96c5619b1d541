"""Statistics of the runs of genetic algorithms."""

from tttcore.engines.genetic_algorithm.stats.behaviour import BEHAVIOUR, behaviour_of_runs
from tttcore.engines.genetic_algorithm.stats.champions import (
    CHAMPION_CONTRASTS,
    CHAMPIONS,
    champion_contrasts,
    champions,
)

__all__ = [
    "BEHAVIOUR",
    "CHAMPIONS",
    "CHAMPION_CONTRASTS",
    "behaviour_of_runs",
    "champion_contrasts",
    "champions",
]
