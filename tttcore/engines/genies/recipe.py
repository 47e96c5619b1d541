"""From a treatment's configuration to the recipe of its Genies."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any, Literal, TypeVar

import numpy as np

from tttcore.engines.genies.operators import (
    Drift,
    Operator,
    Plan,
    Reset,
    Start,
    crossings,
    drifts,
    scores,
    starts,
    successions,
)
from tttcore.engines.genies.players.linear import SHALLOW, Player, Strategy, largest_gene
from tttcore.games.lattice import Lattice
from tttcore.pipeline.registry import ConfigError, require

T = TypeVar("T")
STORED_GENE = np.int16
"""Genes are stored in as many bits."""


@dataclass(frozen=True)
class Static:
    """The family that is fixed and immortal: how many, and how they play."""

    count: int
    strategy: Strategy

    @property
    def player(self) -> Player:
        """Any of them."""
        return Player(self.strategy)


@dataclass(frozen=True)
class Unofficial:
    """Games against the random player that decide nothing: after how many generations, how many of each Genie."""

    every: int
    games: int


@dataclass(frozen=True)
class Success:
    """When the evolving family has succeeded: its average lifeScore over `window` generations is `score` or more."""

    score: float
    window: int


@dataclass(frozen=True)
class Recipe:
    """A run of Genies.

    Attributes
    ----------
    population : Genies of both families.
    games : games in a generation.
    goal : what the lifeScore rewards; for draws it is as described with wins and draws exchanged.
    """

    lattice: Lattice
    population: int
    static: Static
    games: int
    start: Start
    goal: Literal["win", "draw"]
    score: Operator
    replace: Operator
    cross: Operator
    mutate: Operator
    generations: int
    unofficial: Unofficial
    success: Success

    @property
    def evolving(self) -> int:
        """Genies of the evolving family."""
        return self.population - self.static.count

    @cached_property
    def largest_gene(self) -> int:
        """Largest size that a gene can get to."""
        largest = max(self.start.largest(self.lattice), int(self.static.player.weights(self.lattice).max()))
        match self.mutate:
            case Reset(low=low, high=high):
                return max(largest, abs(low), abs(high))
            case Drift():
                return largest + self.generations
        return largest

    def plan(self, *, remember: bool) -> Plan:
        """The recipe in numbers; `remember` says whether outcomes are remembered or every game is played."""
        given: dict[str, Any] = {}
        for operator in (self.score, self.replace, self.cross, self.mutate):
            given.update(operator.plan)
        return Plan(
            static=self.static.count,
            games=self.games,
            generations=self.generations,
            draws_win=self.goal == "draw",
            every=self.unofficial.every,
            unofficial_games=self.unofficial.games,
            remember=remember,
            **given,
        )


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Recipe of one treatment.

    Parameters
    ----------
    config : fields of `Recipe` with ``edge`` and ``dimensions`` for its board, operators as mappings with a ``name``.
    where : place of `config` in the user's file, for messages.

    Raises
    ------
    ConfigError
        For a missing key, an operator or parameter that is unknown or out of range, and numbers that don't fit
        together.
    """
    require(config, ("edge", "dimensions", *(name for name in _names(Recipe) if name != "lattice")), where)
    try:
        lattice = Lattice(config["edge"], config["dimensions"])
    except ValueError as error:
        raise ConfigError(f"{where}.{error}") from None
    recipe = Recipe(
        lattice=lattice,
        population=config["population"],
        static=_built(Static, config["static"], f"{where}.static"),
        games=config["games"],
        start=starts.build(config["start"], f"{where}.start"),
        goal=config["goal"],
        score=scores.build(config["score"], f"{where}.score"),
        replace=successions.build(config["replace"], f"{where}.replace"),
        cross=crossings.build(config["cross"], f"{where}.cross"),
        mutate=drifts.build(config["mutate"], f"{where}.mutate"),
        generations=config["generations"],
        unofficial=_built(Unofficial, config["unofficial"], f"{where}.unofficial"),
        success=_built(Success, config["success"], f"{where}.success"),
    )
    _check(recipe, where)
    return recipe


def _built(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """A part of a recipe; ConfigError for the first of its values that isn't there."""
    require(values, _names(kind), where)
    return kind(**values)


def _names(kind: type) -> list[str]:
    return [field.name for field in fields(kind)]


def _check(recipe: Recipe, where: str) -> None:
    """ConfigError for numbers that don't fit together."""
    if recipe.evolving < 2:
        raise ConfigError(
            f"{where}.static.count: {recipe.static.count} of {recipe.population} Genies; allowed: at most "
            f"{recipe.population - 2}, so that two evolve"
        )
    if recipe.lattice.cells > SHALLOW:
        raise ConfigError(
            f"{where}.dimensions: {recipe.lattice.cells:,} cells are too many to evolve on; allowed: up to {SHALLOW:,}"
        )
    limit = min(int(np.iinfo(STORED_GENE).max), largest_gene(recipe.lattice))
    if recipe.largest_gene > limit:
        raise ConfigError(
            f"{where}.generations: genes could get to {recipe.largest_gene:,}; allowed: up to {limit:,}, so start "
            "lower or run fewer generations"
        )
    if recipe.success.window > recipe.generations:
        raise ConfigError(
            f"{where}.success.window: {recipe.success.window} is more than {recipe.generations} generations"
        )
