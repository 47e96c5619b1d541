"""Engine of nine-board games: turn the recipes of treatments into runs, each of which is a game."""

from collections.abc import Iterable, Mapping
from itertools import permutations
from typing import Any, Literal, NamedTuple, TextIO, TypeGuard

import numpy as np
import pandas as pd

from tttcore.engines.nine_board.alphabeta import as_published
from tttcore.engines.nine_board.alphabeta.search import AlphaBeta
from tttcore.engines.nine_board.players import AlphaBetaPlayer, Player, players
from tttcore.engines.nine_board.proof import ProvedEnd, prove_backwards
from tttcore.engines.nine_board.schemas import GAMES, RUNS, SEARCHED, TRACES
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import MOVES, RULES, NineBoard, Rule
from tttcore.pipeline.registry import ConfigError, choices, require
from tttcore.pipeline.rng import Words, next_word, stream
from tttcore.pipeline.stored import Recipes, Stored, Summary
from tttcore.pipeline.study import Study

STORED = Stored(batches=GAMES, runs=RUNS, traces=TRACES, length="moves", unfinished="drawn", longest=MOVES)
NOT_PROVED = ProvedEnd(-1, -1, 0)
"""Stored where no proof is asked for."""
NOT_AS_PUBLISHED = "does not search as the document does; allowed: players alphabeta and scheduled without hurry"
"""Message for a player whose searches can't be measured."""
TABLE_BITS = 16
"""Size of the transposition table of the measured fast search, enough for shallow searches."""


class Recipe(NamedTuple):
    """Parameters of a treatment.

    Attributes
    ----------
    rule : rule for full boards, see `games.nine_board`.
    players : by name.
    pairs : pairs of X and O: ``self`` (each player against itself) or ``all`` (each against every other), in turn.
    openings : ``chosen`` by the player of X, or ``each`` of the 81 first moves in turn.
    measured : whether to measure every search, beside other searches of the same position.
    prove : node limit of the proof of a result; 0 to prove none.
    """

    rule: Rule
    players: dict[str, Player]
    pairs: Literal["self", "all"]
    openings: Literal["chosen", "each"]
    measured: bool
    prove: int

    def game(self, replicate: int) -> tuple[str, str, int | None]:
        """Names of the players of X and O in a game, and its first move unless X chooses it."""
        pairs = list(permutations(self.players, 2)) if self.pairs == "all" else [(name, name) for name in self.players]
        turn, place = divmod(replicate, len(pairs))
        return *pairs[place], turn % MOVES if self.openings == "each" else None


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Build the recipe that a treatment's keys describe.

    Raises
    ------
    ConfigError
        For a missing key, an invalid player, or keys that don't fit together.
    """
    require(config, Recipe._fields, where)
    given = {name: config[name] for name in Recipe._fields}
    built = {name: players.build(player, f"{where}.players.{name}") for name, player in config["players"].items()}
    if config["rule"] not in RULES:
        raise ConfigError(f"{where}.rule: unknown rule {config['rule']!r}{choices(config['rule'], list(RULES))}")
    if config["pairs"] == "all" and len(built) < 2:
        raise ConfigError(f"{where}.pairs: 'all' needs two players or more, and there is one; allowed: self")
    for name, player in built.items() if config["measured"] else ():
        if not searches_as_published(player):
            raise ConfigError(f"{where}.measured: {name!r} {NOT_AS_PUBLISHED}")
    return Recipe(**{**given, "players": built})


def searches_as_published(player: Player) -> TypeGuard[AlphaBetaPlayer]:
    """True if a player searches as the document does, so that its searches can be measured."""
    return isinstance(player, AlphaBetaPlayer) and not player.hurry


def check(study: Study, tables: StateTables) -> None:
    """Build every treatment's recipe; ConfigError for the first that can't be."""
    for treatment in study.treatments.values():
        build_recipe(treatment.recipe, f"{study.file}: treatments.{treatment.name}")


def run_replicates(
    study: str,
    treatment: str,
    recipe: Mapping[str, Any],
    tables: StateTables,
    *,
    seed: int,
    replicates: Iterable[int],
    log: TextIO | None = None,
) -> pd.DataFrame:
    """Play games of a treatment.

    Parameters
    ----------
    study, treatment : their names.
    recipe : the treatment's parameters, see `Recipe`.
    seed : the project's seed.
    replicates : numbers of the games.

    Returns
    -------
    Table of ``nine_board_games``, a row per replicate. A row depends on seed, names, replicate and recipe alone.
    """
    built = build_recipe(recipe, f"treatments.{treatment}")
    rows = []
    for replicate in replicates:
        first, second, opening = built.game(replicate)
        state = stream(seed, study, treatment, replicate).bit_generator.random_raw(1)
        game = _play(built, (first, second), opening, state)
        proved = prove_backwards(built.rule, game["moves"], nodes=built.prove) if built.prove else NOT_PROVED
        rows.append(
            {
                "treatment": treatment,
                "replicate": replicate,
                "seed": seed,
                "first": first,
                "second": second,
                **game,
                "proved_from": proved.ply,
                "proved": proved.winner,
                "proof_nodes": proved.nodes,
            }
        )
    return pd.DataFrame(rows)


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


def summarise(games: pd.DataFrame, recipes: Recipes) -> Summary:
    """Tables of ``nine_board_runs`` and ``nine_board_traces``, and the winners, from ``nine_board_games``."""
    runs = games.drop(columns=list(SEARCHED)).assign(
        moves=games["moves"].str.len(), drawn=games["winner"] == 0, opening=games["moves"].str[0]
    )
    return Summary(runs, _traces_of(games), _records_of(games))


def _traces_of(games: pd.DataFrame) -> pd.DataFrame:
    """Table of measured searches, a row each; a first move that isn't chosen has none."""
    measured = games[games["depth"].str.len() > 0]
    skipped = measured["moves"].str.len() - measured["depth"].str.len()
    steps = pd.Series(
        [np.arange(unsearched, len(moves)) for unsearched, moves in zip(skipped, measured["moves"], strict=True)],
        index=measured.index,
        dtype=object,
    )
    columns = ["treatment", "replicate", "step", *SEARCHED]
    return measured.assign(step=steps)[columns].explode(["step", *SEARCHED], ignore_index=True)


def _records_of(games: pd.DataFrame) -> pd.DataFrame:
    """Record of every game: treatment, replicate, winning player (empty for a draw), and moves as board and cell."""
    names = games[["first", "second"]].assign(nobody="").to_numpy()
    winners = names[np.arange(len(games)), games["winner"].to_numpy() - 1]
    records = [" ".join(f"{move // 9 + 1}.{move % 9 + 1}" for move in moves) for moves in games["moves"]]
    return games[["treatment", "replicate"]].assign(champion=winners, moves=records)
