"""Schemas of the tables that sessions of matchboxes are stored in."""

import pyarrow as pa

from tttcore.engines.matchboxes.recipe import POLICIES
from tttcore.pipeline.engine_tables import run_schema, trace_schema

OPENINGS = ("centre", "side", "corner")
"""First marks of 3x3 up to symmetry, in the order of the states that they lead to."""
SIGNS = "wdlr"
"""Signs of games that the machine won, drew and lost, and in which it resigned."""
COUNTS = ("won", "drawn", "lost", "resigned")
"""Numbers of games by result; those in which it resigned are among the lost ones, too."""
EXACT = tuple(f"{policy}_{result}" for policy in POLICIES for result in ("won", "drawn", "lost"))
"""Chances of the machine's results against each policy."""
BEADS = tuple(f"beads_{opening}" for opening in OPENINGS)
"""Beads of first marks of 3x3 of each kind, if the machine moves first; else -1."""
AT_POINTS = ("empty", *BEADS)
"""What is counted at each point: empty boxes, and `BEADS`."""

SESSIONS = run_schema(
    "matchbox_sessions",
    ("results", pa.string()),  # a sign of `SIGNS` for each game
    ("openings", pa.string()),  # for each game the bead drawn first, - if none was: place of its mark in OPENINGS if
    # the machine opens 3x3, else place in its box
    ("champion", pa.string()),  # checksum of all beads at the end
    ("games", pa.list_(pa.int64())),  # played by each point at which the machine is evaluated
    *((name, pa.list_(pa.int64())) for name in AT_POINTS),
    *((name, pa.list_(pa.float64())) for name in EXACT),
)
"""A row per training session as a batch stores it."""

RUNS = run_schema(
    "matchbox_runs",
    ("games", pa.int64()),
    *((name, pa.int64()) for name in COUNTS),
    ("last_loss", pa.int64()),  # last game lost, 0 if none was
    ("last_other", pa.int64()),  # last game that it didn't open in a corner, or not at all; -1 if it doesn't open 3x3
    ("most_won_of_ten", pa.int64()),  # most games won of ten successive ones
    ("unbeatable_after", pa.int64()),  # games from whose point on no reply beats it, else all games
    ("beatable", pa.bool_()),  # some reply beats it at the end
    *((name, pa.int64()) for name in AT_POINTS),  # at the end
    *((name, pa.float64()) for name in EXACT),
    ("results", pa.string()),
)
"""A row per session."""

TRACES = trace_schema(
    "matchbox_traces",
    ("games", pa.int64()),  # played by this point
    *((name, pa.int64()) for name in COUNTS),  # of the games since the point before
    *((name, pa.int64()) for name in AT_POINTS),
    *((name, pa.float64()) for name in EXACT),
)
"""A row per session and point."""
