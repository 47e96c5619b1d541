"""Engine of matchboxes: a run is a training session of a machine that draws beads."""

import hashlib
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np
from numpy.typing import NDArray

from tttcore.engines.matchboxes.boxes import boxes_of
from tttcore.engines.matchboxes.recipe import Recipe, build_recipe  # noqa: F401 - part of the interface
from tttcore.engines.matchboxes.schemas import BEADS, EXACT, RUNS, SESSIONS, SIGNS, TRACES
from tttcore.engines.matchboxes.summary import runs_of, traces_of
from tttcore.engines.matchboxes.training import train
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.pipeline.engine_tables import Recipes, Stored, Summary

if TYPE_CHECKING:
    import pandas as pd

STORED = Stored(
    batches=SESSIONS,
    runs=RUNS,
    traces=TRACES,
    length="unbeatable_after",
    unfinished="beatable",
    cap="games",
    large=("results",),
    champions=100,
)
RECIPE = Recipe


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `Engine.runner`: a run trains a machine."""
    boxes = boxes_of(recipe)
    opens = recipe.game == "3x3" and recipe.seat == "first"
    first = boxes.moves[0, : boxes.counts[0]].astype(np.int64)
    marks = np.arange(boxes.moves.shape[1])
    if opens:
        marks = (first if recipe.merges else tables.state_of[first]).astype(np.int64) - 1

    def run(replicate: Replicate, _: TextIO | None) -> dict[str, Any]:
        session = train(recipe, boxes, replicate.word())
        return {
            "results": "".join(SIGNS[result] for result in session.results.tolist()),
            "openings": "".join("-" if place < 0 else str(marks[place]) for place in session.openings.tolist()),
            "champion": checksum(session.beads[-1]),
            "games": recipe.points,
            "empty": session.empty.tolist(),
            **_first_marks(session.first[:, : first.size], marks if opens else None),
            **dict(zip(EXACT, session.exact.reshape(len(recipe.points), -1).T.tolist(), strict=True)),
        }

    return run


def checksum(beads: NDArray[np.int32]) -> str:
    """Checksum of (N, M) beads."""
    return hashlib.blake2b(beads.astype("<i4").tobytes(), digest_size=8).hexdigest()


def _first_marks(beads: NDArray[np.int32], marks: NDArray[np.int64] | None) -> dict[str, list[int]]:
    """Beads of each of `OPENINGS` at each point, from (points, moves) beads; -1 for a machine that doesn't open 3x3.

    Parameters
    ----------
    marks : (moves,) place of each move's mark among `OPENINGS`.
    """
    if marks is None:
        return {name: [-1] * len(beads) for name in BEADS}
    return {name: beads[:, marks == place].sum(axis=1).tolist() for place, name in enumerate(BEADS)}


def summarise(sessions: "pd.DataFrame", recipes: Recipes) -> Summary:
    """Tables ``matchbox_runs`` and ``matchbox_traces``, and the results of all games, from ``matchbox_sessions``."""
    traces = traces_of(sessions)
    return Summary(runs_of(sessions, traces), traces, sessions[["treatment", "replicate", "results"]])
