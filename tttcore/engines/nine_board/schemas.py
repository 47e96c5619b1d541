"""Schemas of the tables that store games on nine boards."""

import pyarrow as pa

from tttcore.pipeline.engine_tables import run_schema, trace_schema

SEARCHED = ("depth", "value", "nodes", "cut", "leaves", "ends", "unpruned", "in_order", "ordered")
"""Columns of a measured search: its depth; the value found, in sixtieths; positions made, moves cut off, positions
evaluated, and those of them in which the game is over; then positions made without pruning, with moves in rising order
instead of shuffled, and by the fast search with move ordering and transposition table."""

GAMES = run_schema(
    "nine_board_games",
    ("first", pa.string()),  # name of the player of X
    ("second", pa.string()),
    ("winner", pa.int8()),  # 1 X, 2 O, 0 nobody
    ("moves", pa.list_(pa.int8())),  # nine times the board plus the cell
    ("missed", pa.int16()),  # moves that did not win although another would have
    ("proved_from", pa.int8()),  # ply from which on the result of best play is proved; -1 without proofs
    ("proved", pa.int8()),  # that result: 1 X, 2 O, 0 nobody; -1 without proofs
    ("proof_nodes", pa.int64()),
    *((name, pa.list_(pa.int64())) for name in SEARCHED),  # of each move, where searches are measured
)
"""Games of a batch, a row each; searches as lists, move by move."""

RUNS = run_schema(
    "nine_board_runs",
    ("first", pa.string()),
    ("second", pa.string()),
    ("winner", pa.int8()),
    ("moves", pa.int32()),  # number of moves
    ("drawn", pa.bool_()),
    ("opening", pa.int8()),  # the first move
    ("missed", pa.int16()),
    ("proved_from", pa.int8()),
    ("proved", pa.int8()),
    ("proof_nodes", pa.int64()),
)
"""Games, a row each."""

TRACES = trace_schema(
    "nine_board_traces",
    ("step", pa.int32()),  # from 0
    *((name, pa.int64()) for name in SEARCHED),
)
"""Measured searches, a row per game and move."""
