"""From a treatment's configuration to the recipe of its Genies."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Literal

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
from tttcore.engines.genies.players.linear import SHALLOW, Player, largest_gene
from tttcore.games.lattice import Lattice
from tttcore.pipeline.declaration import Between, build, declared
from tttcore.pipeline.registry import ConfigError

STORED_GENE = np.int16
"""Genes are stored in as many bits."""


@declared
@dataclass(frozen=True)
class Static:
    """The family that is fixed and immortal."""

    count: Annotated[int, Between(1)]
    """How many they are."""
    strategy: Literal[1, 2, 3]
    """How they play: 1 at random, 2 the first free cell, 3 win or else block."""

    @property
    def player(self) -> Player:
        """Any of them."""
        return Player(self.strategy)


@declared
@dataclass(frozen=True)
class Unofficial:
    """Games against the random player that decide nothing."""

    every: Annotated[int, Between(1)]
    """After every so many generations."""
    games: Annotated[int, Between(1)]
    """Games of each evolving Genie."""


@declared
@dataclass(frozen=True)
class Success:
    """When a run counts as successful."""

    score: Annotated[float, Between(1, 201)]
    """Average lifeScore of the evolving family that is enough if it is above the static family's."""
    window: Annotated[int, Between(1)]
    """Generations over which averages are taken."""


@declared
@dataclass(frozen=True)
class Recipe:
    """A run of Genies."""

    edge: Annotated[int, Between(2, 126)]
    """Cells along an edge of the board."""
    dimensions: Annotated[int, Between(1)]
    """Dimensions of the board."""
    population: Annotated[int, Between(3, 10_000)]
    """Genies of both families."""
    static: Static
    """The family that is fixed and immortal."""
    games: Annotated[int, Between(1)]
    """Games in a generation, each between two that are drawn."""
    start: Annotated[Start, starts]
    """Genes of the first evolving Genies, a registered start with its parameters."""
    goal: Literal["win", "draw"]
    """What the lifeScore rewards; for draws it is as described with wins and draws exchanged."""
    score: Annotated[Operator, scores]
    """How games become a lifeScore, a registered score with its parameters."""
    replace: Annotated[Operator, successions]
    """Who dies and who passes on genes, a registered replacement of Genies."""
    cross: Annotated[Operator, crossings]
    """Whose genes a child gets, a registered inheritance with its parameters."""
    mutate: Annotated[Operator, drifts]
    """How a child's genes change, a registered mutation of Genies with its parameters."""
    generations: Annotated[int, Between(2)]
    """Generations of a run; one that has had no success by then is censored."""
    unofficial: Unofficial
    """Games against the random player that decide nothing."""
    success: Success
    """When a run counts as successful."""

    @cached_property
    def lattice(self) -> Lattice:
        """Board that is played on."""
        return Lattice(self.edge, self.dimensions)

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
        Lattice(recipe.edge, recipe.dimensions)
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
