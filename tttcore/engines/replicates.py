"""Loop over the replicates of a treatment, shared by all engines: each has a row and its own random streams.

Engines import this module, so that the digest of what makes their runs covers the loop.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple, Protocol, TextIO

import numpy as np

from tttcore.games.classic import StateTables
from tttcore.pipeline.declaration import build
from tttcore.pipeline.rng import Words, stream


class Replicate(NamedTuple):
    """One run of a treatment; its fields name its random streams."""

    seed: int
    study: str
    treatment: str
    number: int

    def stream(self, *path: str | int) -> np.random.Generator:
        """Random generator of the run, or of the part of it that `path` names."""
        return stream(*self, *path)

    def word(self, *path: str | int) -> Words:
        """(1,) first random word of such a stream, the initial random state of a kernel."""
        return self.stream(*path).bit_generator.random_raw(1)


RunReplicate = Callable[[Replicate, TextIO | None], Mapping[str, Any]]
"""Function from a replicate, and a log or None, to the columns of its row that are the engine's own."""


class RunsReplicates(Protocol):
    """Part of an engine that makes runs, see `engine.Engine`.

    Attributes
    ----------
    RECIPE : dataclass that declares the keys of a treatment's recipe, see `pipeline.declaration`.
    """

    RECIPE: type

    def runner(self, recipe: Any, tables: StateTables) -> RunReplicate:
        """Make a recipe ready to run any number of times; `tables` are the states of 3x3.

        Returns
        -------
        Function that runs one replicate and returns its row of the engine's ``STORED.batches`` without treatment,
        replicate and seed. All randomness comes from the replicate's streams. The log, None but for the first run, may
        get lines of progress.
        """


def build_recipe(made_by: RunsReplicates, config: Mapping[str, Any], where: str) -> Any:
    """Recipe of a treatment, by the engine's own ``build_recipe`` if it has one.

    Parameters
    ----------
    config : the treatment's parameters.
    where : place of `config` in the user's file, for messages.

    Raises
    ------
    ConfigError
        For the first mistake, in one line.
    """
    own = getattr(made_by, "build_recipe", None)
    return own(config, where) if own else build(made_by.RECIPE, config, where)


def recipe_modules(recipe: object) -> set[str]:
    """Names of the modules of the operators that a recipe is made of, at any depth."""
    if isinstance(recipe, list | tuple):
        return set().union(*map(recipe_modules, recipe))
    if isinstance(recipe, Mapping):
        return recipe_modules([*recipe.values()])
    if not is_dataclass(recipe):
        return set()
    return {type(recipe).__module__} | recipe_modules([getattr(recipe, field.name) for field in fields(recipe)])


def run_replicates(
    made_by: RunsReplicates,
    study: str,
    treatment: str,
    config: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    replicates: Iterable[int],
    log: TextIO | None = None,
) -> list[dict[str, Any]]:
    """Run replicates of a treatment.

    Parameters
    ----------
    made_by : the engine.
    study, treatment : their names.
    config : the treatment's parameters.
    tables : the states of 3x3.
    seed : the project's seed.
    replicates : numbers of the runs.
    log : receives what the engine reports of the first run.

    Returns
    -------
    Rows of ``STORED.batches``, one per replicate. A row depends only on seed, names, replicate and parameters.
    """
    run = made_by.runner(build_recipe(made_by, config, f"treatments.{treatment}"), tables)
    rows: list[dict[str, Any]] = []
    for number in replicates:
        own = run(Replicate(seed, study, treatment, number), None if rows else log)
        rows.append({"treatment": treatment, "replicate": number, "seed": seed, **own})
    return rows
