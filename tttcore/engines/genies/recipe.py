"""Recipe of a run of Genies, built from a treatment's configuration and checked."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeVar

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
from tttcore.engines.genies.players.linear import Player, Strategy, largest_gene
from tttcore.engines.genies.players.workspace import SMALL_BOARD_CELLS
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.registry import ConfigError, require

T = TypeVar("T")
STORED_GENE = np.int16
"""Type in which genes are stored."""


@dataclass(frozen=True)
class StaticFamily:
    """Family of immortal Genies with a fixed strategy: their number and how they play."""

    count: int
    strategy: Strategy

    @property
    def player(self) -> Player:
        """Player of this family; all are alike."""
        return Player(self.strategy)


@dataclass(frozen=True)
class UnofficialGames:
    """Unofficial games against the random player: generations between them, and number of them for each Genie."""

    every: int
    games: int


@dataclass(frozen=True)
class SuccessCriterion:
    """Criterion of success: the evolving family's average lifeScore over `window` generations is at least `score`."""

    score: float
    window: int


@dataclass(frozen=True)
class Recipe:
    """Recipe of a run of Genies.

    Attributes
    ----------
    population : number of Genies of both families.
    games : number of games in a generation.
    goal : result that the lifeScore rewards; for draws, its formula has wins and draws exchanged.
    """

    board: Hypercube
    population: int
    static: StaticFamily
    games: int
    start: Start
    goal: Literal["win", "draw"]
    score: Operator
    replace: Operator
    cross: Operator
    mutate: Operator
    generations: int
    unofficial: UnofficialGames
    success: SuccessCriterion

    @property
    def evolving(self) -> int:
        """Number of Genies of the evolving family."""
        return self.population - self.static.count

    @cached_property
    def largest_gene(self) -> int:
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
            **of_operators,
        )


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe of a treatment.

    Parameters
    ----------
    config : fields of `Recipe`, with ``edge`` and ``dimensions`` in place of its board; operators are mappings with a
        ``name``.
    where : place of `config` in the user's file, for error messages.

    Raises
    ------
    ConfigError
        For a missing key, an operator or parameter that is unknown or out of range, and numbers that don't fit
        together.
    """
    require(config, ("edge", "dimensions", *(name for name in _field_names(Recipe) if name != "board")), where)
    try:
        board = Hypercube(config["edge"], config["dimensions"])
    except ValueError as error:
        raise ConfigError(f"{where}.{error}") from None
    recipe = Recipe(
        board=board,
        population=config["population"],
        static=_build_part(StaticFamily, config["static"], f"{where}.static"),
        games=config["games"],
        start=starts.build(config["start"], f"{where}.start"),
        goal=config["goal"],
        score=scores.build(config["score"], f"{where}.score"),
        replace=replacements.build(config["replace"], f"{where}.replace"),
        cross=crossovers.build(config["cross"], f"{where}.cross"),
        mutate=mutations.build(config["mutate"], f"{where}.mutate"),
        generations=config["generations"],
        unofficial=_build_part(UnofficialGames, config["unofficial"], f"{where}.unofficial"),
        success=_build_part(SuccessCriterion, config["success"], f"{where}.success"),
    )
    _check(recipe, where)
    return recipe


def _build_part(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """Build a part of a recipe; ConfigError for the first of its values that is missing."""
    require(values, _field_names(kind), where)
    return kind(**values)


def _field_names(kind: type) -> list[str]:
    """Names of the fields of a dataclass."""
    return [field.name for field in fields(kind)]


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
