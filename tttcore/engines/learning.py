"""Exact results of learners while they learn, at ten points a decade of games, by an engine's module ``learning``.

These modules are separate from the engines, so that a change of the measure reruns nothing.
"""

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import pandas as pd
import pyarrow as pa

from tttcore.engines.engine import engine as engine_named
from tttcore.engines.replicates import Replicate, build_recipe
from tttcore.games.classic import StateTables
from tttcore.games.position import RESULTS, OneSeat
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.modules import ENGINES, optional_module
from tttcore.pipeline.schema import Recipes, trace_schema
from tttcore.pipeline.study import Study
from tttcore.players.behaviour import OPENINGS, openings, worst_mistake
from tttcore.players.exact_results import REPLIES, Chances, FiniteGame, Floats, exact_results
from tttcore.players.policy import OPPONENTS

EXACT = (*(f"{opponent}_{result}" for opponent in OPPONENTS for result in RESULTS), *REPLIES)
"""Exact results, see `players.exact_results.exact_results`."""
LEARNING = trace_schema(
    "learning",
    ("seat", pa.string()),  # first or second
    ("games", pa.int64()),  # played by then, or lines of play in which organisms were judged, see the engine's `UNIT`
    ("in_seat", pa.int64()),  # those of them that teach this seat
    ("organisms", pa.int64()),  # players made by then; 1 where one player learns
    *((name, pa.float64()) for name in EXACT),  # exact, see `players.exact_results.exact_results`
    *((name, pa.float64()) for name in OPENINGS),  # chances of first marks as X on 3x3, else NaN
    ("mistake", pa.string()),  # of 3x3, see `players.behaviour.worst_mistake`; empty if it never loses
)
"""Learners while they learn: a row per run, seat and point."""


class Stage(NamedTuple):
    """A learner at a point of its training."""

    games: int
    organisms: int
    in_seat: Mapping[OneSeat, int]
    found: Mapping[OneSeat, Mapping[str, float | str]]
    """Results and behaviour in each seat that it has learnt, see `judged`."""


class Learning(Protocol):
    """Module ``learning`` in an engine's package.

    Attributes
    ----------
    UNIT : unit of the ``games`` of its stages, as pages call it.
    """

    UNIT: str

    def follows(self, recipe: Any) -> bool:
        """True if runs of a recipe have stages: if their game is finite and small."""

    def stages(self, recipe: Any, tables: StateTables, run: Mapping[str, Any], replicate: Replicate) -> Iterable[Stage]:
        """Stages of a run at the points of `decade_points`, if it can be followed.

        Parameters
        ----------
        run : row of the batches.
        replicate : identity of the run, to repeat it.
        """


def judged(
    game: FiniteGame, player: Chances, seat: int, opponents: Mapping[str, Chances], forfeits: Floats | None = None
) -> dict[str, float | str]:
    """Columns of `LEARNING` from `EXACT` on: results and behaviour of a player in a seat.

    Parameters
    ----------
    player, seat, opponents, forfeits : see `players.exact_results.exact_results`.
    """
    is_classic = not game.boards[0].any()  # Hexapawn begins with pawns on its board
    opens = openings(game, player) if is_classic and seat == 0 else dict.fromkeys(OPENINGS, math.nan)
    mistake = worst_mistake(game, player, seat, forfeits) if is_classic else ""
    return {**exact_results(game, player, seat, opponents, forfeits), **opens, "mistake": mistake}


def unit(engine: str) -> str:
    """Unit of the ``games`` of an engine's learners, as pages call it."""
    module: Learning = optional_module(ENGINES, engine, "learning")
    return module.UNIT


def check_followed(study: Study) -> None:
    """Check that the learners of a study's `followed` treatments can be followed; ConfigError if not."""
    if not study.followed:
        return
    module: Learning = optional_module(ENGINES, study.engine, "learning")
    for name in study.followed:
        recipe = build_recipe(engine_named(study.engine), study.recipes[name], f"treatments.{name}")
        if not module.follows(recipe):
            message = f"the learners of {name!r} can't be followed; allowed: those of 3x3 and Hexapawn"
            raise ConfigError(f"{study.file}: machine: {message}")


def learning_table(
    runs: pd.DataFrame, recipes: Recipes, tables: StateTables, *, study: str, engine: str, seed: int
) -> pd.DataFrame:
    """Table `LEARNING` of some runs.

    Parameters
    ----------
    runs : rows of the study's batches, see `pipeline.schema.Stored`.
    recipes : parameters of their treatments, by name.
    study, engine, seed : the study's name and engine and the project's seed, to repeat runs.

    Raises
    ------
    StoreError
        If a repeated run ends with another player than the stored one.
    """
    module: Learning = optional_module(ENGINES, engine, "learning")
    made_by = engine_named(engine)
    rows: list[dict[str, Any]] = []
    for treatment, config in recipes.items():
        recipe = build_recipe(made_by, config, f"treatments.{treatment}")
        for _, run in runs[runs["treatment"] == treatment].iterrows():
            replicate = Replicate(seed, study, treatment, run["replicate"])
            rows += _rows(module.stages(recipe, tables, dict(run), replicate), treatment, run["replicate"])
    return pd.DataFrame(rows, columns=LEARNING.names)


def _rows(stages: Iterable[Stage], treatment: str, replicate: int) -> Iterator[dict[str, Any]]:
    for stage in stages:
        for seat, found in stage.found.items():
            identity = {"treatment": treatment, "replicate": replicate, "seat": seat}
            cost = {"games": stage.games, "in_seat": stage.in_seat[seat], "organisms": stage.organisms}
            yield identity | cost | dict(found)
