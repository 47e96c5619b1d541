"""Schemas of the tables that training sessions are stored in."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema, run_schema, trace_schema

OPPONENTS = ("random", "careful", "perfect")
MATCHES = ("itself", *(f"{seat}_{opponent}" for opponent in OPPONENTS for seat in ("first", "second")))
"""Matches in which greedy policies are evaluated: against each other, and in either seat against players that mark any
cell, that complete a row if they can and else prevent one, and that draw from the moves of perfect play."""
RESULTS = tuple(f"{match}_{result}" for match in MATCHES for result in ("won", "drawn", "lost"))
"""Proportions of games, seen by the learned policy; by the first player's where both are learned."""
QUALITY = tuple(f"{seat}_{quantity}" for quantity in ("worst", "mistakes", "decisions") for seat in ("first", "second"))
"""A policy's value against a best response (1 won, 0 drawn, -1 lost); positions that it can reach in which it loses
value; positions with a choice that it can reach."""

SESSIONS = run_schema(
    "tabular_sessions",
    ("collisions", pa.int64()),  # look-ups that returned the value of another position
    ("marks", pa.int64()),  # of all games
    ("grown", pa.int64()),  # games whose area grew
    ("champion", pa.string()),  # on 3x3 a digit per position: the cell to mark, 9 where finished; else empty
    ("games", pa.list_(pa.int64())),  # played by the end of each window
    *((name, pa.list_(pa.int64())) for name in ("first", "drawn", "second")),  # of each window, by who won
    ("entries", pa.list_(pa.int64())),  # values stored for both players, at the end of each window
    *((name, pa.list_(pa.float64())) for name in (*RESULTS, *QUALITY)),  # likewise; NaN where unknown
)
"""A row per training session as a batch stores it, a list entry per window of games."""

RUNS = run_schema(
    "tabular_runs",
    ("games", pa.int64()),
    *((name, pa.int64()) for name in ("first", "drawn", "second")),  # of all games, by who won
    *((name, pa.int64()) for name in ("last_first", "last_drawn", "last_second")),  # of the last tenth
    ("share", pa.float64()),  # of games that count for the first player: in training
    ("last_share", pa.float64()),  # in its last tenth
    ("off_share", pa.float64()),  # without exploration
    ("entries", pa.int64()),
    ("collisions", pa.int64()),
    ("marks", pa.float64()),  # mean of a game
    ("grown", pa.float64()),  # proportion of games
    ("first_unbeatable_after", pa.int64()),  # games after which first no reply beats either policy, else all games
    ("beatable", pa.bool_()),  # no recorded point was unbeatable
    *((name, pa.float64()) for name in (*RESULTS, *QUALITY)),  # at the end
)
"""A row per session."""

TRACES = trace_schema(
    "tabular_traces",
    ("games", pa.int64()),  # played by the end of the window
    *((name, pa.int64()) for name in ("first", "drawn", "second")),  # games of the window, by who won
    ("entries", pa.int64()),
    *((name, pa.float64()) for name in (*RESULTS, *QUALITY)),  # at the end of the window
)
"""A row per session and window of games."""

POLICY = Schema(
    "policy",
    pa.schema(
        [
            ("player", pa.int8()),  # 1 or 2
            ("key", pa.uint64()),  # of the position after the player's move
            ("value", pa.float64()),
        ]
    ),
)
"""A row per stored value of a policy file."""
