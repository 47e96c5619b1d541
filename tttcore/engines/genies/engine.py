"""Engine interface of Genies: checks studies, runs replicates and summarises their histories."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TextIO

import pandas as pd

from tttcore.engines.genies.players.linear import play, random_players
from tttcore.engines.genies.recipe import Recipe, build_recipe
from tttcore.engines.genies.schemas import HISTORIES, RUNS, TRACES
from tttcore.engines.genies.steady_state import SteadyState
from tttcore.engines.genies.summary import champions_of, runs_of, traces_of
from tttcore.games.classic import StateTables
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.declaration import Between, declared
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.pipeline.stored import Objective, Recipes, Stored, Summary
from tttcore.pipeline.study import Study

STORED = Stored(
    batches=HISTORIES,
    runs=RUNS,
    traces=TRACES,
    objective=Objective("LifeScore", "evolving", maximised=True),
    part=100,
)
RECIPE = Recipe
NEEDS_PUBLISHED = ("replicates",)


@declared
@dataclass(frozen=True)
class Timing:
    """A game to time."""

    edge: Annotated[int, Between(2, 126)]
    """Edge of the board on which a game is timed."""
    dimensions: Annotated[int, Between(1)]
    """Its dimensions."""


TIMING = Timing


def check(study: Study, tables: StateTables) -> None:
    """Check every treatment's recipe and every board that is timed; ConfigError for the first mistake."""
    for treatment in study.treatments.values():
        build_recipe(treatment.recipe, f"{study.file}: treatments.{treatment.name}")
    for name, timing in study.config["timings"].items():
        try:
            Hypercube(timing["edge"], timing["dimensions"])
        except ValueError as error:
            raise ConfigError(f"{study.file}: timings.{name}.{error}") from None


def run_replicates(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    replicates: Iterable[int],
    log: TextIO | None = None,
) -> pd.DataFrame:
    """Run some replicates of a treatment.

    Parameters
    ----------
    study, treatment : their names.
    recipe : the treatment's parameters, see `recipe.build_recipe`.
    seed : the project's seed.
    replicates : numbers of the runs.

    Returns
    -------
    Table of ``genie_histories``, a row per replicate, which depends on seed, names, replicate and recipe alone.
    """
    evolution = SteadyState(build_recipe(recipe, f"treatments.{treatment}"))
    rows = []
    for replicate in replicates:
        history = evolution.run(stream(seed, study, treatment, replicate))
        arrays = {name: array.ravel() for name, array in history._asdict().items()}
        rows.append({"treatment": treatment, "replicate": replicate, "seed": seed, **arrays})
    return pd.DataFrame(rows)


def summarise(histories: pd.DataFrame, recipes: Recipes) -> Summary:
    """Tables of ``genie_runs``, ``genie_traces`` and champions, from ``genie_histories``."""
    runs = runs_of(histories, recipes)
    return Summary(runs, traces_of(histories, recipes), champions_of(runs))


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
