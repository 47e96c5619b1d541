"""Engine of nine-board games: a run is a game between two players."""

from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

from tttcore.engines.nine_board.alphabeta import as_published
from tttcore.engines.nine_board.alphabeta.search import AlphaBeta
from tttcore.engines.nine_board.players import AlphaBetaPlayer, Player
from tttcore.engines.nine_board.proof import ProvedEnd, prove_backwards
from tttcore.engines.nine_board.recipe import Recipe, build_recipe  # noqa: F401 - part of the interface
from tttcore.engines.nine_board.schemas import GAMES, RUNS, SEARCHED, TRACES
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import MOVES, NineBoard
from tttcore.pipeline.engine_tables import Recipes, Stored, Summary
from tttcore.pipeline.rng import Words, next_word

if TYPE_CHECKING:
    import pandas as pd

STORED = Stored(batches=GAMES, runs=RUNS, traces=TRACES, length="moves", unfinished="drawn", longest=MOVES)
RECIPE = Recipe
NEEDS_PUBLISHED = ("replicates",)
NOT_PROVED = ProvedEnd(-1, -1, 0)
"""Stored where no proof is asked for."""
TABLE_BITS = 16
"""Size of the transposition table of the measured fast search, enough for shallow searches."""


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `Engine.runner`: a run is a game."""

    def run(replicate: Replicate, _: TextIO | None) -> dict[str, Any]:
        first, second, opening = recipe.game(replicate.number)
        game = _play(recipe, (first, second), opening, replicate.word())
        proved = prove_backwards(recipe.rule, game["moves"], nodes=recipe.prove) if recipe.prove else NOT_PROVED
        of_proof = {"proved_from": proved.ply, "proved": proved.winner, "proof_nodes": proved.nodes}
        return {"first": first, "second": second, **game, **of_proof}

    return run


def _play(recipe: Recipe, names: tuple[str, str], opening: int | None, state: Words) -> dict[str, Any]:
    """Play a game: its winner and moves, the number of missed wins, and the counts of its searches.

    Each move's random state begins with a word of its own, so that no move depends on how many words another takes.
    """
    position, missed = NineBoard(rule=recipe.rule), 0
    moves: list[int] = []
    searches: list[dict[str, int]] = []
    fast = {name: _fast_search(recipe.players[name]) for name in names} if recipe.measured else {}
    while position.winner is None:
        name, words = names[position.mover], np.array([next_word(state)], np.uint64)
        player = recipe.players[name]
        if opening is not None and not moves:
            move = opening
        elif isinstance(player, AlphaBetaPlayer) and recipe.measured:
            move, searched = _measure(player, position, fast[name], words)
            searches.append(searched)
        else:
            move = player.move(position, words)
        wins = position.winning_moves()
        missed += bool(wins) and move not in wins
        moves.append(move)
        position = position.after(move)
    kept = {column: [searched[column] for searched in searches] for column in SEARCHED}
    return {"winner": position.winner, "moves": moves, "missed": missed, **kept}


def _measure(player: AlphaBetaPlayer, position: NineBoard, fast: AlphaBeta, state: Words) -> tuple[int, dict[str, int]]:
    """Move of the search as published, and its counts beside those of other searches, which find the same value."""
    depth = player.plies(position.ply)
    options: dict[str, Any] = {"heuristic": player.heuristic, "depth": depth}
    found = as_published.search(position, **options, state=state)
    unpruned = as_published.search(position, **options, pruning=False, state=None)
    in_order = as_published.search(position, **options, state=None)
    ordered = fast.choose(position, depth)
    assert found.value == unpruned.value == in_order.value == ordered.value
    kept = {name: getattr(found, name) for name in ("value", "nodes", "cut", "leaves", "ends")}
    others = {"unpruned": unpruned.nodes, "in_order": in_order.nodes, "ordered": ordered.nodes}
    return found.move, {"depth": depth, **kept, **others}


def _fast_search(player: Player) -> AlphaBeta:
    """Fast search whose nodes are measured; its table is empty at the start of a game."""
    assert isinstance(player, AlphaBetaPlayer)
    return AlphaBeta(player.heuristic, table_bits=TABLE_BITS)


def summarise(games: "pd.DataFrame", recipes: Recipes) -> Summary:
    """Tables of ``nine_board_runs`` and ``nine_board_traces``, and the winners, from ``nine_board_games``."""
    runs = games.drop(columns=list(SEARCHED)).assign(
        moves=games["moves"].str.len(), drawn=games["winner"] == 0, opening=games["moves"].str[0]
    )
    return Summary(runs, _traces_of(games), _records_of(games))


def _traces_of(games: "pd.DataFrame") -> "pd.DataFrame":
    """Table of measured searches, a row each; a first move that isn't chosen has none."""
    import pandas as pd  # noqa: PLC0415 - runs go without

    measured = games[games["depth"].str.len() > 0]
    skipped = measured["moves"].str.len() - measured["depth"].str.len()
    steps = pd.Series(
        [np.arange(unsearched, len(moves)) for unsearched, moves in zip(skipped, measured["moves"], strict=True)],
        index=measured.index,
        dtype=object,
    )
    columns = ["treatment", "replicate", "step", *SEARCHED]
    return measured.assign(step=steps)[columns].explode(["step", *SEARCHED], ignore_index=True)


def _records_of(games: "pd.DataFrame") -> "pd.DataFrame":
    """Record of every game: treatment, replicate, winning player (empty for a draw), and moves as board and cell."""
    names = games[["first", "second"]].assign(nobody="").to_numpy()
    winners = names[np.arange(len(games)), games["winner"].to_numpy() - 1]
    records = [" ".join(f"{move // 9 + 1}.{move % 9 + 1}" for move in moves) for moves in games["moves"]]
    return games[["treatment", "replicate"]].assign(champion=winners, moves=records)
