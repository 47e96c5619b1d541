"""Engine of matchboxes: a run is a training session of a machine that draws beads."""

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tttcore.engines.matchboxes.boxes import as_player, boxes_of
from tttcore.engines.matchboxes.recipe import POLICIES, Recipe, build_recipe  # noqa: F401 - part of the interface
from tttcore.engines.matchboxes.training import train
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.games.position import RESULTS
from tttcore.pipeline.schema import Recipes, Stored, Summary, run_schema, trace_schema
from tttcore.players.exact_results import REPLIES, exact_results

if TYPE_CHECKING:
    import pandas as pd

OPENINGS = ("centre", "side", "corner")
"""First marks of 3x3 up to symmetry, in the order of the states that they lead to."""
SIGNS = "wdlr"
"""Signs of games that the machine won, drew and lost, and in which it resigned."""
COUNTS = ("won", "drawn", "lost", "resigned")
"""Numbers of games by result; those in which it resigned are among the lost ones, too."""
EXACT = (*(f"{policy}_{result}" for policy in POLICIES for result in RESULTS), *REPLIES)
"""Exact results of the machine against each policy and the worst replies, see `players.exact_results`."""
BEADS = tuple(f"beads_{opening}" for opening in OPENINGS)
"""Beads of first marks of 3x3 of each kind, if the machine moves first; else -1."""
AT_POINTS = ("empty", *BEADS)
"""Counts at each point: empty boxes, and `BEADS`."""

SESSIONS = run_schema(
    "matchbox_sessions",
    ("results", pa.string()),  # a sign for each game: won, drawn, lost, resigned (wdlr)
    ("openings", pa.string()),  # for each game the bead drawn first, its place; - if none was
    ("champion", pa.string()),  # checksum of all beads at the end
    ("games", pa.list_(pa.int64())),  # played by each point at which the machine is evaluated
    *((name, pa.list_(pa.int64())) for name in AT_POINTS),  # empty boxes and beads of first marks, at each point
    *((name, pa.list_(pa.float64())) for name in EXACT),  # exact results by point
)
"""A row per training session as a batch stores it."""

RUNS = run_schema(
    "matchbox_runs",
    ("games", pa.int64()),  # of the session
    *((name, pa.int64()) for name in COUNTS),  # games of the session with this result
    ("last_loss", pa.int64()),  # last game lost, 0 if none was
    ("last_other", pa.int64()),  # last game that it didn't open in a corner, or not at all; -1 if it doesn't open 3x3
    ("most_won_of_ten", pa.int64()),  # most games won of ten successive ones
    ("unbeatable_for_good_after", pa.int64()),  # games after which no reply ever beats it again, else all games
    ("beatable", pa.bool_()),  # censored: some reply still beats it at the end
    *((name, pa.int64()) for name in AT_POINTS),  # at the end
    *((name, pa.float64()) for name in EXACT),  # exact results at the end
    ("results", pa.string()),  # of all games, a sign each
)
"""A row per session."""

TRACES = trace_schema(
    "matchbox_traces",
    ("games", pa.int64()),  # played by this point
    *((name, pa.int64()) for name in COUNTS),  # of the games since the point before
    *((name, pa.int64()) for name in AT_POINTS),  # empty boxes and beads of first marks
    *((name, pa.float64()) for name in EXACT),  # exact results
)
"""A row per session and point."""

STORED = Stored(
    batches=SESSIONS,
    runs=RUNS,
    traces=TRACES,
    length="unbeatable_for_good_after",
    unfinished="beatable",
    cap="games",
    large=("results",),
    champions=100,
)
RECIPE = Recipe
STREAK = 10
"""Number of successive games in which wins are counted."""
OTHERS = ["-", *(str(place) for place, opening in enumerate(OPENINGS) if opening != "corner")]
"""Signs of games that aren't opened in a corner; one in which the machine resigns at once isn't opened at all."""


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `replicates.RunsReplicates.runner`: a run trains a machine."""
    boxes = boxes_of(recipe)
    opens = recipe.game == "3x3" and recipe.seat == "first"
    first = boxes.moves[0, : boxes.counts[0]].astype(np.int64)
    marks = np.arange(boxes.moves.shape[1])
    if opens:
        marks = (first if recipe.merges else tables.state_of[first]).astype(np.int64) - 1

    def run(replicate: Replicate, _: TextIO | None) -> dict[str, Any]:
        session = train(recipe, boxes, replicate.word())
        exact = [exact_results(*as_player(recipe, boxes, beads)) for beads in session.beads]
        return {
            "results": "".join(SIGNS[result] for result in session.results.tolist()),
            "openings": "".join("-" if place < 0 else str(marks[place]) for place in session.openings.tolist()),
            "champion": checksum(session.beads[-1]),
            "games": recipe.points,
            "empty": np.count_nonzero(session.beads[:, boxes.nodes].sum(axis=2) == 0, axis=1).tolist(),
            **_first_marks(session.beads[:, 0, : first.size], marks if opens else None),
            **{name: [each[name] for each in exact] for name in EXACT},
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


def traces_of(sessions: "pd.DataFrame") -> "pd.DataFrame":
    """Table ``matchbox_traces``: the games since the point before, counted, and the machine at the point."""
    columns = ["treatment", "replicate", "games", *AT_POINTS, *EXACT]
    traces = sessions[columns].explode(["games", *AT_POINTS, *EXACT], ignore_index=True)
    counted = [
        _counts(results[begin:end])
        for results, games in zip(sessions["results"], sessions["games"], strict=True)
        for begin, end in zip([0, *games[:-1]], games, strict=True)
    ]
    for name, values in zip(COUNTS, np.array(counted).T, strict=True):
        traces[name] = values
    kinds = dict.fromkeys(("games", *COUNTS, *AT_POINTS), np.int64) | dict.fromkeys(EXACT, np.float64)
    return traces.astype(kinds)[TRACES.names]


def runs_of(sessions: "pd.DataFrame", traces: "pd.DataFrame") -> "pd.DataFrame":
    """Table ``matchbox_runs``: totals over all games, and the machine at the end.

    A machine can be beaten if it ever loses to random moves, which try everything. It is unbeatable after the first
    point from which on it stays so to the end.
    """
    keys = ["treatment", "replicate"]
    ends = traces.groupby(keys, sort=False).tail(1).set_index(keys).drop(columns=list(COUNTS))
    beaten = traces[traces["random_lost"] > 0].groupby(keys)["games"].max()
    later = traces.set_index(keys)["games"]
    last_beaten = beaten.reindex(ends.index).fillna(0)
    after = later[later > last_beaten.reindex(later.index)].groupby(level=keys).min()
    runs = sessions[[*keys, "seed", "results"]].set_index(keys).join(ends)
    counts = np.array([_counts(results) for results in sessions["results"]])
    runs = runs.assign(
        **dict(zip(COUNTS, counts.T, strict=True)),
        last_loss=[_last(results, "lr") for results in sessions["results"]],
        last_other=[
            _last(openings, OTHERS) if found >= 0 else -1
            for openings, found in zip(sessions["openings"], runs["beads_corner"], strict=True)
        ],
        most_won_of_ten=[_most_won(results) for results in sessions["results"]],
        unbeatable_for_good_after=after.reindex(runs.index).fillna(runs["games"]).astype(np.int64),
        beatable=runs["random_lost"] > 0,
    )
    return runs.reset_index()[RUNS.names]


def _counts(results: str) -> list[int]:
    """Numbers of games in the order of `COUNTS`."""
    won, drawn, lost, resigned = (results.count(sign) for sign in SIGNS)
    return [won, drawn, lost + resigned, resigned]


def _last(signs: str, wanted: Iterable[str]) -> int:
    """Number of the last game with one of the wanted signs, 0 without any."""
    return max(signs.rfind(sign) for sign in wanted) + 1


def _most_won(results: str) -> int:
    won = np.cumsum([0, *(sign == SIGNS[0] for sign in results)])
    size = min(STREAK, len(results))
    return int((won[size:] - won[:-size]).max())
