"""Engine of Genies: a run evolves a family of linear players among static ones."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TextIO

from tttcore.engines.genies.players.linear import play, random_players
from tttcore.engines.genies.recipe import Recipe, build_recipe  # noqa: F401 - part of the interface
from tttcore.engines.genies.schemas import HISTORIES, RUNS, TRACES
from tttcore.engines.genies.steady_state import SteadyState
from tttcore.engines.genies.summary import summarise  # noqa: F401 - part of the interface
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.games.hypercube import MAX_DIMENSIONS, MAX_EDGE, MIN_EDGE, Hypercube
from tttcore.pipeline.declaration import Between, declared
from tttcore.pipeline.rng import stream
from tttcore.pipeline.schema import Recipes, Stored
from tttcore.pipeline.timing import TimedWork

STORED = Stored(
    batches=HISTORIES,
    runs=RUNS,
    traces=TRACES,
    part=100,
)
RECIPE = Recipe
NEEDS_PUBLISHED = ("replicates",)
LARGEST_BOARD = 100_000_000
"""Most cells of a board on which a game is timed, which holds numbers for each."""


@declared
@dataclass(frozen=True, kw_only=True)
class Timing(TimedWork):
    """A game to time."""

    edge: Annotated[int, Between(MIN_EDGE, MAX_EDGE)]
    """Edge of the board on which a game is timed."""
    dimensions: Annotated[int, Between(1, MAX_DIMENSIONS)]
    """Dimensions of that board."""

    def __post_init__(self) -> None:
        if Hypercube(self.edge, self.dimensions).cells > LARGEST_BOARD:
            raise ValueError(
                f"edge, dimensions: {self.edge} and {self.dimensions} make too many cells for memory; allowed: "
                f"up to {LARGEST_BOARD:,}"
            )


TIMING = Timing


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `replicates.RunsReplicates.runner`: columns are the arrays of a `History`."""
    evolution = SteadyState(recipe)

    def run(replicate: Replicate, _: TextIO | None) -> dict[str, Any]:
        return {name: array.ravel() for name, array in evolution.run(replicate.stream())._asdict().items()}

    return run


def timed_work(
    study: str, timing: Mapping[str, Any], recipes: Recipes, tables: StateTables, *, seed: int
) -> Callable[[], object]:
    """Game between two players with random genes from 0 to 9, to be called and timed.

    Parameters
    ----------
    study : name of the study.
    timing : mapping with ``edge`` and ``dimensions`` of the board.
    seed : the project's seed.
    """
    board = Hypercube(timing["edge"], timing["dimensions"])
    first, second = random_players(board, stream(seed, study, "timing", board.edge, board.dimensions))
    return lambda: play(board, first, second)
