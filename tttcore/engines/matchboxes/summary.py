"""Summarise stored sessions of matchboxes: counts of results, openings, and when no reply beats the machine."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from tttcore.engines.matchboxes.schemas import AT_POINTS, COUNTS, EXACT, OPENINGS, RUNS, SIGNS, TRACES

if TYPE_CHECKING:
    import pandas as pd

STREAK = 10
"""Number of successive games in which wins are counted."""
OTHERS = ["-", *(str(place) for place, opening in enumerate(OPENINGS) if opening != "corner")]
"""Signs of games that aren't opened in a corner; one in which the machine resigns at once isn't opened at all."""


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
        unbeatable_after=after.reindex(runs.index).fillna(runs["games"]).astype(np.int64),
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
