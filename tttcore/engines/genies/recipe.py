"""Recipe of a run of Genies, built from a treatment's configuration and checked."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

import numpy as np

from tttcore.engines.genies.operators import (
    Drift,
    KernelParameters,
    Operator,
    Reset,
    Start,
    crossovers,
    mutations,
    replacements,
    scores,
    starts,
)
from tttcore.engines.genies.players.linear import Player, largest_gene
from tttcore.engines.genies.players.workspace import SMALL_BOARD_CELLS
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.declaration import COUNT, MEMORY, TIME, WHOLE_NUMBER, Between, build, declared
from tttcore.pipeline.messages import ConfigError

STORED_GENE = np.int16
"""Type in which genes are stored."""


@declared
@dataclass(frozen=True)
class StaticFamily:
    """Family of immortal Genies with a fixed strategy: their number and how they play."""

    count: Annotated[int, COUNT]
    """Number of them."""
    strategy: Annotated[Literal[1, 2, 3], WHOLE_NUMBER]
    """Strategy of the static Genies: 1 at random, 2 the first free cell, 3 win or else block."""

    @property
    def player(self) -> Player:
        """Player of this family; all are alike."""
        return Player(self.strategy)


@declared
@dataclass(frozen=True)
class UnofficialGames:
    """Unofficial games against the random player: generations between them, and number of them for each Genie."""

    every: Annotated[int, COUNT]
    """Generations between unofficial games."""
    games: Annotated[int, Between(1, 1_000_000, TIME)]
    """Games of each evolving Genie."""


@declared
@dataclass(frozen=True)
class SuccessCriterion:
    """Criterion of success: the evolving family's average lifeScore over `window` generations is at least `score`."""

    score: Annotated[float, Between(1, 201)]
    """Least average lifeScore of the evolving family for success; it must also be above the static family's."""
    window: Annotated[int, COUNT]
    """Generations over which averages are taken."""


@declared
@dataclass(frozen=True)
class Recipe:
    """Recipe of a run of Genies."""

    edge: Annotated[int, Between(2, 126)]
    """Cells along an edge of the board."""
    dimensions: Annotated[int, Between(1, 12, "a board has up to 4,096 cells")]
    """Dimensions of the board."""
    population: Annotated[int, Between(3, 10_000)]
    """Genies of both families."""
    static: StaticFamily
    """The family that is fixed and immortal."""
    games: Annotated[int, Between(1, 1_000_000, TIME)]
    """Games in a generation, each between two that are drawn."""
    start: Annotated[Start, starts]
    """Genes of the first evolving Genies, a registered start with its parameters."""
    goal: Literal["win", "draw"]
    """Result that the lifeScore rewards; for draws, its formula has wins and draws exchanged."""
    score: Annotated[Operator, scores]
    """Score that turns games into a lifeScore, with its parameters."""
    replace: Annotated[Operator, replacements]
    """Choice of the Genie that dies and of its parents, a registered replacement of Genies."""
    cross: Annotated[Operator, crossovers]
    """Crossover that gives a child its genes, with its parameters."""
    mutate: Annotated[Operator, mutations]
    """Change of a child's genes, a registered mutation of Genies with its parameters."""
    generations: Annotated[int, Between(2, 10_000_000, MEMORY)]
    """Generations of a run; one that has had no success by then is censored."""
    unofficial: UnofficialGames
    """Games against the random player, which don't affect evolution."""
    success: SuccessCriterion
    """Criterion by which a run counts as successful."""
    opening: Literal["drawn", "static"] = "drawn"
    """First mover: of the pair the one that is drawn first, or the static Genie if there is one."""
    unmarked: Literal["empty", "by_one"] = "empty"
    """Lines that the weights of zero marks count: empty lines, or all lines without marks of the player concerned."""

    @cached_property
    def board(self) -> Hypercube:
        """Board that is played on."""
        return Hypercube(self.edge, self.dimensions)

    @property
    def evolving(self) -> int:
        """Number of Genies of the evolving family."""
        return self.population - self.static.count

    @cached_property
    def largest_gene(self) -> int:
        """Largest absolute value that a weight can reach in a run."""
        return self._largest_drawn * (2 if self.unmarked == "by_one" else 1)

    @property
    def _largest_drawn(self) -> int:
        """Largest absolute value that a gene can reach in a run."""
        largest = max(self.start.largest(self.board), int(self.static.player.weights(self.board).max()))
        match self.mutate:
            case Reset(low=low, high=high):
                return max(largest, abs(low), abs(high))
            case Drift():
                return largest + self.generations
        return largest

    @property
    def kernel_parameters(self) -> KernelParameters:
        """Parameters of the run's kernel."""
        of_operators: dict[str, Any] = {}
        for operator in (self.score, self.replace, self.cross, self.mutate):
            of_operators.update(operator.parameters)
        return KernelParameters(
            static_count=self.static.count,
            games=self.games,
            generations=self.generations,
            draws_win=self.goal == "draw",
            unofficial_every=self.unofficial.every,
            unofficial_games=self.unofficial.games,
            static_opens=self.opening == "static",
            unmarked_by_one=self.unmarked == "by_one",
            **of_operators,
        )


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe of a treatment.

    Parameters
    ----------
    config : fields of `Recipe`, operators as mappings with a ``name``.
    where : place of `config` in the user's file, for messages.

    Raises
    ------
    ConfigError
        For a missing key, an operator or parameter that is unknown or out of range, and numbers that don't fit
        together.
    """
    recipe = build(Recipe, config, where)
    try:
        Hypercube(recipe.edge, recipe.dimensions)
    except ValueError as error:
        raise ConfigError(f"{where}.{error}") from None
    _check(recipe, where)
    return recipe


def _check(recipe: Recipe, where: str) -> None:
    """ConfigError for numbers that don't fit together."""
    if recipe.evolving < 2:
        raise ConfigError(
            f"{where}.static.count: {recipe.static.count} of {recipe.population} Genies; allowed: at most "
            f"{recipe.population - 2}, so that two evolve"
        )
    if recipe.board.cells > SMALL_BOARD_CELLS:
        raise ConfigError(
            f"{where}.dimensions: {recipe.board.cells:,} cells are too many to evolve on; "
            f"allowed: up to {SMALL_BOARD_CELLS:,}"
        )
    limit = min(int(np.iinfo(STORED_GENE).max), largest_gene(recipe.board))
    if recipe.largest_gene > limit:
        raise ConfigError(
            f"{where}.generations: genes could get to {recipe.largest_gene:,}; allowed: up to {limit:,}, so start "
            "lower or run fewer generations"
        )
    if recipe.success.window > recipe.generations:
        raise ConfigError(
            f"{where}.success.window: {recipe.success.window} is more than {recipe.generations} generations"
        )
