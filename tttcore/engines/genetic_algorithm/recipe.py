"""Recipe of a genetic algorithm: declared operator by operator, built and checked from a treatment's configuration."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from tttcore.engines.genetic_algorithm.operators.breeding import Breeding, Group, breedings
from tttcore.engines.genetic_algorithm.operators.criteria import Criterion
from tttcore.engines.genetic_algorithm.operators.crossover import Crossover, crossovers
from tttcore.engines.genetic_algorithm.operators.mutation import Mutation, mutations
from tttcore.engines.genetic_algorithm.operators.replacement import Replacement, replacements
from tttcore.engines.genetic_algorithm.operators.selection import Selection, selections
from tttcore.engines.genetic_algorithm.players.coding import CodingRule, codings
from tttcore.games.position import Seat
from tttcore.pipeline.declaration import MEMORY, SOME, WHOLE_NUMBER, Between, build, declared
from tttcore.pipeline.messages import ConfigError, choices


@declared
@dataclass(frozen=True)
class Recipe:
    """A genetic algorithm, operator by operator."""

    seat: Seat
    """The seat that organisms play and are judged by."""
    coding: Annotated[CodingRule, codings]
    """Meaning of genes, a registered coding with its parameters."""
    population: Annotated[int, Between(2, 1_000_000)]
    """Organisms per generation."""
    select: Annotated[Selection, selections]
    """Choice of parents, a registered selection with its parameters."""
    cross: Annotated[Crossover, crossovers]
    """Making of children, a registered crossover with its parameters."""
    mutate: Annotated[Mutation, mutations]
    """Change of children, a registered mutation with its parameters."""
    breed: Annotated[Breeding, breedings]
    """Scheme that leads from parents to the next generation's candidates."""
    pool: Annotated[tuple[Group, ...], SOME]
    """Groups that survivors are chosen from, in the order in which ties are met; a group named twice is in it twice.
    Breeding in sequence makes unmutated and mutated ones, child by child children."""
    replace: Annotated[Replacement, replacements]
    """Choice of survivors, a registered replacement with its parameters."""
    first_generation: Annotated[Literal[0, 1], WHOLE_NUMBER]
    """Number of the initial population; as 1 it is checked for success like any other."""
    generations: Annotated[int, Between(1, 10_000_000, MEMORY)]
    """Cap; a run that reaches it without a no-loss organism is censored."""

    @property
    def pool_size(self) -> int:
        """Number of organisms that survivors are chosen from."""
        return self._organisms(self.pool)

    @property
    def opponent_games(self) -> int:
        """Games against opponents that selection and survival take in a generation."""
        selected = self.select.by.games_played(self.population, self.population)
        return selected + self.replace.by.games_played(self.pool_size, self._organisms({*self.pool}))

    def _organisms(self, groups: Collection[Group]) -> int:
        children = self.breed.n_children(self.population)
        return sum(self.population if group == "parents" else children for group in groups)


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

    Examples
    --------
    >>> from tttcore.genetic import build_recipe
    >>> build_recipe({"seat": "third"}, "mine")
    Traceback (most recent call last):
    tttcore.pipeline.messages.ConfigError: mine.seat: 'third' is not allowed; known: first, second, both
    """
    recipe = build(Recipe, config, where)
    _check_generations(recipe, where)
    _check_pool(recipe, f"{where}.pool")
    n_genes, population = recipe.coding.n_genes, recipe.population
    _check_at(f"{where}.breed", recipe.breed.check, population)
    _check_at(f"{where}.select", recipe.select.check, population, recipe.breed.n_parents(population))
    _check_at(f"{where}.cross", recipe.cross.check, n_genes)
    _check_at(f"{where}.mutate", recipe.mutate.check, n_genes)
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
