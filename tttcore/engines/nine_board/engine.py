"""Engine of nine-board games: pairs of players of a treatment, a game for each run, and the stored tables."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Annotated, Any, Literal, TextIO, TypeGuard

import numpy as np
import pyarrow as pa

from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.alphabeta import AlphaBeta
from tttcore.engines.nine_board.players import AlphaBetaPlayer, Player, players
from tttcore.engines.replicates import Replicate, RunReplicate
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import MOVES, NineBoard, Rule
from tttcore.pipeline.declaration import SOME, build, declared
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import Words, next_word
from tttcore.pipeline.schema import Recipes, Stored, Summary, run_schema, trace_schema

if TYPE_CHECKING:
    import pandas as pd

SEARCHED = ("depth", "value", "nodes", "cut", "leaves", "ends", "unpruned", "in_order", "ordered")
"""Columns of a measured search: its depth; the value found, in sixtieths; positions made, moves cut off, positions
evaluated, and those of them in which the game is over; then positions made without pruning, with moves in rising order
instead of shuffled, and by the fast search with move ordering and transposition table."""

GAMES = run_schema(
    "nine_board_games",
    ("first", pa.string()),  # name of the player of X
    ("second", pa.string()),  # name of the player of O
    ("winner", pa.int8()),  # 1 X, 2 O, 0 nobody
    ("moves", pa.list_(pa.int8())),  # nine times the board plus the cell
    ("missed", pa.int16()),  # moves that did not win although another would have
    *((name, pa.list_(pa.int64())) for name in SEARCHED),  # of each move, where searches are measured
)
"""Games of a batch, a row each; searches as lists, move by move."""

RUNS = run_schema(
    "nine_board_runs",
    ("first", pa.string()),
    ("second", pa.string()),
    ("winner", pa.int8()),
    ("moves", pa.int32()),  # number of moves
    ("drawn", pa.bool_()),  # nobody has won
    ("opening", pa.int8()),  # the first move
    ("missed", pa.int16()),
)
"""Games, a row each."""

TRACES = trace_schema(
    "nine_board_traces",
    ("step", pa.int32()),  # from 0
    *((name, pa.int64()) for name in SEARCHED),  # of this move
)
"""Measured searches, a row per game and move."""
STORED = Stored(batches=GAMES, runs=RUNS, traces=TRACES, length="moves", unfinished="drawn", longest=MOVES)
NEEDS_PUBLISHED = ("replicates",)
TABLE_BITS = 16
"""Size of the transposition table of the measured fast search, enough for shallow searches."""
NOT_AS_PUBLISHED = "does not search as the document does; allowed: players alphabeta and scheduled without hurry"
"""Message for a player whose searches can't be measured."""


@declared
@dataclass(frozen=True)
class Recipe:
    """Games of a treatment."""

    rule: Rule
    """A player sent to a full board may mark any other board (free), or the game is drawn (draw)."""
    players: Annotated[dict[str, Annotated[Player, players]], SOME]
    """Players by name, each a registered player of nine boards with its parameters."""
    pairs: Literal["self", "all"]
    """Pairs of players, X first: each player with itself, or each with every other, in turn."""
    openings: Literal["chosen", "each"]
    """The player of X chooses the first move, or each of the 81 is made in turn."""
    measured: bool
    """True to record the work of every search, and of other searches of the same position."""

    def game(self, replicate: int) -> tuple[str, str, int | None]:
        """Names of the players of X and O in a game, and its first move unless X chooses it."""
        pairs = list(permutations(self.players, 2)) if self.pairs == "all" else [(name, name) for name in self.players]
        turn, place = divmod(replicate, len(pairs))
        return *pairs[place], turn % MOVES if self.openings == "each" else None


RECIPE = Recipe


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe that a treatment's keys describe.

    Raises
    ------
    ConfigError
        For a missing key, a player that can't be, or keys that don't fit together.
    """
    recipe = build(Recipe, config, where)
    if recipe.pairs == "all" and len(recipe.players) < 2:
        raise ConfigError(f"{where}.pairs: 'all' needs two players or more, and there is one; allowed: self")
    for name, player in recipe.players.items() if recipe.measured else ():
        if not searches_as_published(player):
            raise ConfigError(f"{where}.measured: {name!r} {NOT_AS_PUBLISHED}")
    return recipe


def searches_as_published(player: Player) -> TypeGuard[AlphaBetaPlayer]:
    """True if a player searches as the document does, so that its searches can be measured."""
    return isinstance(player, AlphaBetaPlayer) and not player.hurry


def runner(recipe: Recipe, tables: StateTables) -> RunReplicate:
    """See `replicates.RunsReplicates.runner`: a run is a game."""

    def run(replicate: Replicate, _: TextIO | None) -> dict[str, Any]:
        first, second, opening = recipe.game(replicate.number)
        return {"first": first, "second": second, **_play(recipe, (first, second), opening, replicate.word())}

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
        name, own_state = names[position.current_player], np.array([next_word(state)], np.uint64)
        player = recipe.players[name]
        if opening is not None and not moves:
            move = opening
        elif isinstance(player, AlphaBetaPlayer) and recipe.measured:
            move, searched = _measure(player, position, fast[name], own_state)
            searches.append(searched)
        else:
            move = player.move(position, own_state)
        wins = position.winning_moves()
        missed += bool(wins) and move not in wins
        moves.append(move)
        position = position.apply(move)
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
