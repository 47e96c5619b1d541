"""Tables that games on nine boards are stored in."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema

SEARCHED = ("depth", "value", "nodes", "cut", "leaves", "ends", "unpruned", "in_order", "ordered")
"""What is kept of a search: plies looked ahead; the value found, in sixtieths; positions made, moves cut off, positions
valued, and those of them with the game over; positions made without pruning, with moves in the order of the cells
instead of shuffled, and by the engine with its order and table."""

GAMES = Schema(
    "nine_board_games",
    pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),
            ("first", pa.string()),  # name of who plays X
            ("second", pa.string()),
            ("winner", pa.int8()),  # 1 X, 2 O, 0 nobody
            ("moves", pa.list_(pa.int8())),  # nine times the board plus the cell
            ("missed", pa.int16()),  # moves that did not win though one would have
            ("proved_from", pa.int8()),  # ply from which on the result of best play is proved; -1 if it was not tried
            ("proved", pa.int8()),  # that result there: 1 X, 2 O, 0 nobody; -1 if it was not tried
            ("proof_nodes", pa.int64()),
            *((name, pa.list_(pa.int64())) for name in SEARCHED),  # of each move, where searches are measured
        ]
    ),
)
"""A row per game as a batch stores it, searches move by move."""

RUNS = Schema(
    "nine_board_runs",
    pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),
            ("first", pa.string()),
            ("second", pa.string()),
            ("winner", pa.int8()),
            ("moves", pa.int32()),  # how many there were
            ("drawn", pa.bool_()),
            ("opening", pa.int8()),  # the first move
            ("missed", pa.int16()),
            ("proved_from", pa.int8()),
            ("proved", pa.int8()),
            ("proof_nodes", pa.int64()),
        ]
    ),
)
"""A row per game."""

TRACES = Schema(
    "nine_board_traces",
    pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("step", pa.int32()),  # from 0
            *((name, pa.int64()) for name in SEARCHED),
        ]
    ),
)
"""A row per game and move."""
