"""Schema of the table of agents: the players of any board that runs produce."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema

AGENTS = Schema(
    "agents",
    pa.schema(
        [
            ("agent", pa.string()),  # study/treatment/replicate
            *((name, pa.string()) for name in ("study", "treatment")),
            ("replicate", pa.int32()),
            ("step", pa.int64()),  # step of its run: generation, or number of games played
            ("unit", pa.string()),  # unit of steps: generations or games
            ("last", pa.bool_()),  # True at the end of its run, False for an earlier snapshot
            ("game", pa.string()),  # 3x3, or lattice
            ("edge", pa.int32()),  # of the board, and its dimensions
            ("dimensions", pa.int32()),
            ("seat", pa.string()),  # first, second or both: the seat for which it was trained
            ("cells", pa.list_(pa.uint16())),  # 3x3: `players.policy.CellSets`; elsewhere empty
            (
                "beads",
                pa.list_(pa.uint16()),
            ),  # 3x3: `players.beads.Beads`; empty if all cells are as likely
            ("genome", pa.string()),  # of a genetic algorithm: a digit per state; else empty
            ("estimates", pa.list_(pa.float32())),  # of a learner: value of each position moved into; else empty
            ("weights", pa.list_(pa.int64())),  # of a Genie: its genes; else empty
        ]
    ),
)
"""A row per agent and step of its run."""
