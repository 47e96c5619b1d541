"""Engine of users' learners: a run trains one, and looks at it exactly at ten points a decade of games."""

import hashlib
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa

from tttcore.engines.learner.recipe import Recipe, build_recipe, recipe_files  # noqa: F401 - parts of the interface
from tttcore.engines.learner.running import Look, train
from tttcore.engines.learning import EXACT, judged
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.games.position import SEAT_INDICES, SEATS
from tttcore.pipeline.schema import Recipes, Stored, Summary, run_schema, trace_schema
from tttcore.players.behaviour import OPENINGS
from tttcore.players.policy import game
from tttcore.stats.decades import decade_points

if TYPE_CHECKING:
    import pandas as pd

AT_LOOKS = (*EXACT, *OPENINGS)
"""Numbers that are found at each look in each seat, see `engines.learning.judged`."""

TRAININGS = run_schema(
    "learner_trainings",
    ("champion", pa.string()),  # checksum of what it would play at its last look
    ("fault", pa.string()),  # what has ended it early, with the number of the game; empty if nothing has
    ("games", pa.list_(pa.int64())),  # played by each look; a look has an entry for each seat, here and below
    ("seats", pa.list_(pa.string())),  # first or second, in which it is looked at
    *((name, pa.list_(pa.float64())) for name in AT_LOOKS),  # exact, see `AT_LOOKS`
    ("mistakes", pa.list_(pa.string())),  # see `players.behaviour.worst_mistake`
)
"""A row per training as a batch stores it."""

RUNS = run_schema(
    "learner_runs",
    ("games", pa.int64()),  # of the training; fewer than asked for if something has ended it
    ("never_loses_after", pa.int64()),  # games of the first look at which no reply beats it in any seat that it learns
    ("loses", pa.bool_()),  # censored: there is no such look
    ("fault", pa.string()),  # what has ended it early, with the number of the game; empty if nothing has
)
"""A row per training."""

TRACES = trace_schema(
    "learner_traces",
    ("games", pa.int64()),  # played by then
    ("seat", pa.string()),  # first or second
    *((name, pa.float64()) for name in AT_LOOKS),  # exact, see `AT_LOOKS`
    ("mistake", pa.string()),  # see `players.behaviour.worst_mistake`
)
"""A row per training, look and seat."""

STORED = Stored(
    batches=TRAININGS, runs=RUNS, traces=TRACES, length="never_loses_after", unfinished="loses", cap="games", part=100
)
RECIPE = Recipe


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `replicates.RunsReplicates.runner`: a run trains a learner in a process of its own."""
    return lambda replicate, _: trained(recipe, replicate)


def trained(recipe: Recipe, replicate: Replicate, **options: Any) -> dict[str, Any]:
    """Columns of a row of ``learner_trainings``; options as of `running.train`."""
    points = [0, *decade_points(recipe.games)]
    looks, fault = train(recipe, replicate, points, whole=points[-1:], **options)
    champion = checksum(looks[-1]) if looks else ""
    return {"champion": champion, "fault": fault, **_at_looks(looks, SEAT_INDICES[recipe.seat])}


def _at_looks(looks: list[Look], seats: tuple[int, ...]) -> dict[str, Any]:
    """Columns of a training that have an entry for each look and seat."""
    played = game(dead=False)
    each = [(look, seat) for look in looks for seat in seats]
    found = [judged(played, look.policy, seat, played.opponents) for look, seat in each]
    return {
        "games": [look.games for look, _ in each],
        "seats": [SEATS[seat] for _, seat in each],
        **{name: [one[name] for one in found] for name in AT_LOOKS},
        "mistakes": [one["mistake"] for one in found],
    }


def checksum(look: Look) -> str:
    """Checksum of what a learner would play."""
    return hashlib.blake2b(look.policy.astype("<f8").tobytes(), digest_size=8).hexdigest()


def summarise(trainings: "pd.DataFrame", recipes: Recipes) -> Summary:
    """See `engine.Engine.summarise`; no champions, since `agents` has the players."""
    traces = traces_of(trainings)
    return Summary(runs_of(trainings, traces), traces, trainings[["treatment", "replicate", "champion"]].head(0))


def traces_of(trainings: "pd.DataFrame") -> "pd.DataFrame":
    """Table ``learner_traces``."""
    names = {"games": "games", "seats": "seat", **{name: name for name in AT_LOOKS}, "mistakes": "mistake"}
    rows = trainings[["treatment", "replicate", *names]].explode([*names], ignore_index=True).dropna(subset="games")
    return rows.rename(columns=names).astype({"games": np.int64} | dict.fromkeys(AT_LOOKS, np.float64))[TRACES.names]


def runs_of(trainings: "pd.DataFrame", traces: "pd.DataFrame") -> "pd.DataFrame":
    """Table ``learner_runs``."""
    keys = ["treatment", "replicate"]
    lost = traces.groupby([*keys, "games"], sort=False)["reply_lost"].max().reset_index()
    first = lost[lost["reply_lost"] == 0].groupby(keys)["games"].min()
    runs = trainings[[*keys, "seed", "fault"]].set_index(keys)
    runs["games"] = lost.groupby(keys)["games"].max().reindex(runs.index).fillna(0).astype(np.int64)
    found = first.reindex(runs.index)
    runs["loses"] = found.isna()
    runs["never_loses_after"] = found.fillna(runs["games"]).astype(np.int64)
    return runs.reset_index()[RUNS.names]
