"""Table of stored agents: players of any board that runs leave behind."""

import pyarrow as pa

from tttcore.pipeline.schema import Schema

AGENTS = Schema(
    "agents",
    pa.schema(
        [
            ("agent", pa.string()),  # study/treatment/replicate
            *((name, pa.string()) for name in ("study", "treatment")),
            ("replicate", pa.int32()),
            ("step", pa.int64()),  # of its run: generation, or games that were played
            ("unit", pa.string()),  # what steps are: generations or games
            ("last", pa.bool_()),  # whether it is as its run left it, or a snapshot
            ("game", pa.string()),  # 3x3, or lattice
            ("edge", pa.int32()),  # of the board, and its dimensions
            ("dimensions", pa.int32()),
            ("seat", pa.string()),  # first, second or both: what it learnt to play
            ("cells", pa.list_(pa.uint16())),  # 3x3: `players.policy.CellSets`; elsewhere empty
            ("genome", pa.string()),  # of a genetic algorithm: a digit per state; else empty
            ("estimates", pa.list_(pa.float32())),  # of a learner: of each position moved into; else empty
            ("weights", pa.list_(pa.int64())),  # of a Genie: its genes; else empty
        ]
    ),
)
"""A row per agent and step of its run."""
