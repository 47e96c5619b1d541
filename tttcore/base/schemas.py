"""Tables with a fixed meaning: their columns, declared once."""

import pyarrow as pa

SEARCHED = ("depth", "value", "nodes", "cut", "leaves", "ends", "unpruned", "in_order", "ordered")
"""What is kept of a search: plies looked ahead; the value found, in sixtieths; positions made, moves cut off, positions
valued, and those of them with the game over; positions made without pruning, with moves in the order of the cells
instead of shuffled, and by the engine with its order and table."""

OPPONENTS = ("random", "careful", "perfect")
MEETINGS = ("itself", *(f"{seat}_{opponent}" for opponent in OPPONENTS for seat in ("first", "second")))
"""Whom learned policies meet without exploring: each other, and in either seat a player that marks any cell, one that
wins at once if it can and else prevents that the other does, and a perfect one that draws from its best moves."""
RESULTS = tuple(f"{meeting}_{result}" for meeting in MEETINGS for result in ("won", "drawn", "lost"))
"""Shares of games, seen by the policy in its seat, by the first one where both are learned."""
QUALITY = tuple(f"{seat}_{quantity}" for quantity in ("worst", "mistakes", "decisions") for seat in ("first", "second"))
"""A policy's result against the best reply (1 won, 0 drawn, -1 lost); positions that it can come to in which it gives
value away; positions with a choice that it can come to."""

SCHEMAS: dict[str, pa.Schema] = {
    "states": pa.schema(
        [
            ("state", pa.int16()),
            ("board", pa.string()),  # nine digits of the representative: 0 empty, 1 X, 2 O
            ("ply", pa.int8()),
            ("outcome", pa.int8()),  # 0 open, 1 X won, 2 O won, 3 drawn
            ("positions", pa.int8()),  # how many positions share the state
            *((f"next_{cell}", pa.int16()) for cell in range(9)),
        ]
    ),
    "positions": pa.schema(
        [
            ("position", pa.int16()),
            ("board", pa.string()),
            ("state", pa.int16()),
            ("symmetry", pa.int8()),
            *((f"next_{cell}", pa.int16()) for cell in range(9)),
        ]
    ),
    "symmetries": pa.schema([("symmetry", pa.int8()), *((f"cell_{cell}", pa.int8()) for cell in range(9))]),
    "runs": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),  # the project's seed; with treatment and replicate it names the stream
            ("generations", pa.int32()),
            ("censored", pa.bool_()),  # stopped at the cap without a no-loss organism
            ("best", pa.list_(pa.float64())),  # lowest fitness per generation, the initial one first
            ("mean", pa.list_(pa.float64())),
            ("distinct", pa.list_(pa.int32())),  # different genomes in the population
            ("champion", pa.string()),  # one digit per state: the cell of its representative to mark, 9 where finished
        ]
    ),
    "traces": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("generation", pa.int32()),  # the first is the initial population, 0 or 1 by the study's counting
            ("best", pa.float64()),
            ("mean", pa.float64()),
            ("distinct", pa.int32()),
        ]
    ),
    "genie_histories": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),
            ("scores", pa.list_(pa.float32())),  # lifeScores of each generation's Genies before one dies, slot by slot
            ("died", pa.list_(pa.int16())),  # slot of the one that dies in each generation
            ("parent", pa.list_(pa.int16())),  # slot of the one that is copied
            ("mate", pa.list_(pa.int16())),  # slot of the other parent, the same one where nothing is crossed
            ("genes", pa.list_(pa.int16())),  # of the founders, slot by slot, then of each generation's child
            ("unofficial", pa.list_(pa.float32())),  # share of games won against the random player, whenever recorded
        ]
    ),
    "genie_runs": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),
            ("generations", pa.int32()),  # of success, or the cap
            ("censored", pa.bool_()),  # stopped at the cap without success
            ("held", pa.bool_()),  # success over the last window
            ("evolving", pa.float64()),  # last average lifeScore of the evolving family, the newborn being neutral
            ("evolving_before", pa.float64()),  # before the last one dies
            ("evolving_without", pa.float64()),  # without it and without the newborn
            ("static", pa.float64()),  # last average lifeScore of the static family
            ("genes", pa.list_(pa.float64())),  # mean over the last evolving family, the newborn among it
            ("champion", pa.string()),  # genes of the last generation's best evolving Genie, separated by spaces
            ("newborn_deaths", pa.float64()),  # share of generations, from the second, in which the last newborn dies
            ("unofficial", pa.float64()),  # last share of games won against the random player, NaN if none is recorded
        ]
    ),
    "genie_traces": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("generation", pa.int32()),  # from 1
            ("evolving", pa.float32()),  # average lifeScore of the evolving family, the newborn being neutral
            ("static", pa.float32()),
        ]
    ),
    "nine_board_games": pa.schema(
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
    "nine_board_runs": pa.schema(
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
    "nine_board_traces": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("step", pa.int32()),  # from 0
            *((name, pa.int64()) for name in SEARCHED),
        ]
    ),
    "tabular_sessions": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),
            ("collisions", pa.int64()),  # look-ups that met the estimate of another position
            ("marks", pa.int64()),  # of all games
            ("grown", pa.int64()),  # games whose area grew
            ("champion", pa.string()),  # on 3x3 a digit per position: the cell to mark, 9 where finished; else empty
            ("games", pa.list_(pa.int64())),  # played by the end of each window
            *((name, pa.list_(pa.int64())) for name in ("first", "drawn", "second")),  # of each window, by who won
            ("entries", pa.list_(pa.int64())),  # stored estimates of both policies, at the end of each window
            *((name, pa.list_(pa.float64())) for name in (*RESULTS, *QUALITY)),  # there too; NaN where unknown
        ]
    ),
    "tabular_runs": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("seed", pa.int64()),
            ("games", pa.int64()),
            *((name, pa.int64()) for name in ("first", "drawn", "second")),  # of all games, by who won
            *((name, pa.int64()) for name in ("last_first", "last_drawn", "last_second")),  # of the last tenth
            ("share", pa.float64()),  # of games counted for the first player: in training
            ("last_share", pa.float64()),  # in its last tenth
            ("off_share", pa.float64()),  # without exploration
            ("entries", pa.int64()),
            ("collisions", pa.int64()),
            ("marks", pa.float64()),  # mean of a game
            ("grown", pa.float64()),  # share of games
            ("unbeatable_after", pa.int64()),  # games after which both policies were first seen to be, or all games
            ("beatable", pa.bool_()),  # they were never seen to be unbeatable
            *((name, pa.float64()) for name in (*RESULTS, *QUALITY)),  # at the end
        ]
    ),
    "tabular_traces": pa.schema(
        [
            ("treatment", pa.string()),
            ("replicate", pa.int32()),
            ("games", pa.int64()),  # played by the end of the window
            *((name, pa.int64()) for name in ("first", "drawn", "second")),  # games of the window, by who won
            ("entries", pa.int64()),
            *((name, pa.float64()) for name in (*RESULTS, *QUALITY)),
        ]
    ),
    "policy": pa.schema(
        [
            ("player", pa.int8()),  # 1 or 2
            ("key", pa.uint64()),  # of the position after the player's move
            ("value", pa.float64()),
        ]
    ),
    "agents": pa.schema(
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
            ("cells", pa.list_(pa.uint16())),  # 3x3: `players.strategy.CellSets`; elsewhere empty
            ("genome", pa.string()),  # of a genetic algorithm: a digit per state; else empty
            ("estimates", pa.list_(pa.float32())),  # of a learner: of each position moved into; else empty
            ("weights", pa.list_(pa.int64())),  # of a Genie: its genes; else empty
        ]
    ),
    "verdicts": pa.schema(
        [
            *((name, pa.string()) for name in ("id", "section", "kind", "basis", "statement", "published")),
            ("measured", pa.string()),
            ("low", pa.float64()),
            ("high", pa.float64()),
            ("rule", pa.string()),
            ("verdict", pa.string()),
            ("reason", pa.string()),
            ("measure", pa.string()),
        ]
    ),
    "audit": pa.schema(
        [
            *((name, pa.string()) for name in ("id", "study", "document", "section", "kind", "statement", "published")),
            ("ours", pa.string()),  # at full precision
            ("low", pa.float64()),
            ("high", pa.float64()),
            *((name, pa.string()) for name in ("rule", "verdict", "reason", "basis")),
            ("reproduction", pa.string()),  # what kind it is, see `analysis.audit.REPRODUCTIONS`
            ("reading", pa.string()),  # treatments that the value is about
            ("figures", pa.string()),  # that are about the statement
            ("measure", pa.string()),  # where the value is in the table
            ("table", pa.string()),  # its file
            ("made_by", pa.string()),  # the rule that makes it
            ("config", pa.string()),  # file and key that ask for it
            ("seed", pa.int64()),  # of what made the table, if chance did
            ("code", pa.string()),  # digest of what made it
        ]
    ),
}
"""Tables with a fixed meaning. Tables of statistics are tidy too; their columns are the test's own."""
