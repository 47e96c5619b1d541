"""Build and check the recipe of a genetic algorithm from a treatment's configuration."""

from collections.abc import Mapping
from typing import Any

from tttcore.engines.genetic_algorithm.generational import Recipe
from tttcore.engines.genetic_algorithm.operators.criteria import Criterion
from tttcore.pipeline.declaration import build
from tttcore.pipeline.messages import ConfigError, choices


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Recipe of one treatment, with every operator checked against the others.

    Parameters
    ----------
    config : fields of `Recipe`, operators as mappings with a ``name``.
    where : place of `config` in the user's file, for messages.

    Raises
    ------
    ConfigError
        For a missing key, an operator or parameter that is unknown or out of range, and for
        operators that don't suit the population, the genome or the seat.
    """
    recipe = build(Recipe, config, where)
    _check_generations(recipe, where)
    _check_pool(recipe, f"{where}.pool")
    loci, population = recipe.coding.loci, recipe.population
    _check_at(f"{where}.breed", recipe.breed.check, population)
    _check_at(f"{where}.select", recipe.select.check, population, recipe.breed.operands(population))
    _check_at(f"{where}.cross", recipe.cross.check, loci)
    _check_at(f"{where}.mutate", recipe.mutate.check, loci)
    _check_at(f"{where}.replace", recipe.replace.check, population, recipe.pool_size)
    for operator, by in (("select", recipe.select.by), ("replace", recipe.replace.by)):
        _check_at(f"{where}.{operator}.by", _check_seat, by, recipe)
    return recipe


def _check_generations(recipe: Recipe, where: str) -> None:
    if recipe.generations <= recipe.first_generation:
        raise ConfigError(
            f"{where}.generations: {recipe.generations} leaves nothing to breed after generation "
            f"{recipe.first_generation}; allowed: {recipe.first_generation + 1} or more"
        )


def _check_pool(recipe: Recipe, where: str) -> None:
    known: list[str] = ["parents", *recipe.breed.groups]
    for group in recipe.pool:
        if group not in known:
            raise ConfigError(f"{where}: the breeding makes no {group!r}{choices(group, known)}")
    if recipe.replace.keeps_all and len(set(recipe.pool) - {"parents"}) != 1:
        raise ConfigError(f"{where}: one group of children takes the place of the population, not {list(recipe.pool)}")


def _check_seat(by: Criterion, recipe: Recipe) -> None:
    if recipe.seat not in by.seats:
        raise ConfigError(f"opponent: meets organisms of seat {' or '.join(by.seats)}, not {recipe.seat}")


def _check_at(where: str, check: Any, *arguments: Any) -> None:
    """Call `check`; a ConfigError gets its place in the user's file."""
    try:
        check(*arguments)
    except ConfigError as error:
        raise ConfigError(f"{where}.{error}") from None
