"""Games of an entered program on boards other than 3x3, against stored Genies and search: results, intervals, ratings.

A program that makes no legal move in time loses that game, as with `ttt referee`.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tttcore.classroom.dialogue import read_move
from tttcore.classroom.entrant import printable
from tttcore.classroom.program import Program
from tttcore.engines.genies.agents import move_function
from tttcore.engines.nine_board.players import FixedDepth, MonteCarloPlayer
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.notation import Notation
from tttcore.games.notation_boards import HypercubeNotation, NineBoardNotation
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, Position
from tttcore.pipeline.rng import Words, below, stream
from tttcore.pipeline.store import read
from tttcore.players.agent_file import MOST_LINES
from tttcore.players.agent_registry import agent_files
from tttcore.players.agent_table import AGENTS
from tttcore.stats.intervals import score_interval
from tttcore.stats.ratings import ratings

NINE_BOARD = "nine-board"
RANDOM = "random moves"
DEPTHS = (1, 2, 4, 6)
PLAYOUTS = (100, 400)
"""Depths of alpha-beta with heuristic 1, and playouts of Monte-Carlo tree search, that play on nine boards."""
Opponent = Callable[[Any, Words], int]
"""Player: a legal move in a position of the game, with all chance from a word that it advances."""
Row = dict[str, Any]
PROGRAM = "this program"


@dataclass(frozen=True, kw_only=True)
class Table:
    """Where games are played.

    Attributes
    ----------
    board : its name.
    start, notation : first position, and notation of the program's moves.
    opponents : by name.
    """

    board: str
    start: Position
    notation: Notation[Any]
    opponents: Mapping[str, Opponent]


class Played(NamedTuple):
    """Game of a program: opponent, its own seat, the winner as in `games.position`, moves, and why it was forfeited."""

    opponent: str
    seat: int
    winner: int
    moves: tuple[str, ...]
    forfeit: str | None


def board_table(board: str, results: Path, *, count_from: int = 1) -> Table:
    """Board by its name, ``nine-board`` or such as ``4x4x4``, with its opponents, of which one moves at random.

    Parameters
    ----------
    results : folder with the tables of agents, of which all Genies of this board at the end of their runs play.
    count_from : number of the first cell or coordinate in the program's notation.

    Raises
    ------
    ValueError
        For an unknown board.
    """
    if board == NINE_BOARD:
        return Table(board=board, start=NineBoard(), notation=NineBoardNotation(count_from), opponents=_searching())
    lattice = _lattice(board)
    return Table(
        board=board,
        start=HypercubePosition(lattice),
        notation=HypercubeNotation(lattice, count_from),
        opponents={RANDOM: _random_move, **_genies(lattice, results)},
    )


def _lattice(board: str) -> Hypercube:
    sizes = board.split("x")
    if not re.fullmatch(r"[0-9]{1,2}(x[0-9]{1,2})*", board) or len({*sizes}) > 1:
        raise ValueError(
            f"--game {board}: no board; allowed: 3x3, {NINE_BOARD}, or n times the same edge, such as 4x4x4"
        )
    lattice = Hypercube(int(sizes[0]), len(sizes))
    if lattice.line_count > MOST_LINES:
        raise ValueError(f"--game {board}: {lattice.line_count:,} lines; allowed: up to {MOST_LINES:,}")
    return lattice


def _genies(board: Hypercube, results: Path) -> dict[str, Opponent]:
    columns = ["agent", "last", "edge", "dimensions", "weights"]
    found: dict[str, Opponent] = {}
    for file in agent_files(results).values():
        table = read(file, schema=AGENTS, columns=columns)
        own = table[table["last"] & (table["edge"] == board.edge) & (table["dimensions"] == board.dimensions)]
        for agent, weights in zip(own["agent"], own["weights"], strict=True):
            if len(weights):
                found[agent] = _genie(board, weights.tolist())
    return found


def _genie(board: Hypercube, weights: list[int]) -> Opponent:
    choose = move_function(board, weights)
    return lambda position, state: choose(position)


def _searching() -> dict[str, Opponent]:
    players: dict[str, Any] = {f"alpha-beta to depth {depth}": FixedDepth(1, depth) for depth in DEPTHS}
    players |= {f"Monte Carlo, {playouts} playouts": MonteCarloPlayer(playouts) for playouts in PLAYOUTS}
    return {RANDOM: _random_move, **{name: player.move for name, player in players.items()}}


def _random_move(position: Position, state: Words) -> int:
    moves = position.moves()
    return moves[below(state, len(moves))]


def play_all(program: Program, table: Table, *, seats: Sequence[int], games: int) -> Iterator[Played]:
    """Yield a program's games: against each opponent, in each seat, so many times.

    Raises
    ------
    ValueError
        If the program can't be started.
    """
    for number, (name, seat, _) in enumerate(product(table.opponents, seats, range(games)), start=1):
        yield _play(program, table, name, seat, number)


def evaluate_games(name: str, board: str, played: Sequence[Played]) -> Row:
    """Results of a program's games, as an object that JSON can hold.

    Returns
    -------
    player, board, games, different : name, board, number of games, and of those that differ in their moves.
    total, opponents : won, drawn, lost, score, score_low, score_high (Wilson's 95% interval, for independent games) of
        all games and by opponent, the latter also with ``opponent``.
    ratings : player (`PROGRAM` or an opponent), rating, rating_low, rating_high, the best first: in Elo with 0 as the
        mean, see `stats.ratings`, from these games alone.
    forfeits : number of games lost by forfeit, by reason.
    """
    opponents = dict.fromkeys(game.opponent for game in played)
    return {
        "player": name,
        "board": board,
        "games": len(played),
        "different": len({(game.opponent, game.seat, game.moves) for game in played}),
        "total": _score(played),
        "opponents": [
            {"opponent": each, **_score([game for game in played if game.opponent == each])} for each in opponents
        ],
        "ratings": _ratings(played, opponents),
        "forfeits": dict(Counter(game.forfeit for game in played if game.forfeit is not None)),
    }


def _play(program: Program, table: Table, name: str, seat: int, number: int) -> Played:
    limits = program.limits
    state = stream(limits.seed, "enter", table.board, name, number).bit_generator.random_raw(1)
    process = program.start(seat, number)
    position, moves = table.start, list[str]()
    try:
        while (winner := position.winner) is None:
            if position.mover == seat:
                line = process.line(limits.seconds + limits.start_seconds * (len(moves) < 2))
                move = read_move(table.notation, line, position)
            else:
                move = table.opponents[name](position, state)
                process.tell(table.notation.write(move))
            moves.append(table.notation.write(move))
            position = position.after(move)
    except ValueError as error:
        return Played(name, seat, (NOUGHT_WON, CROSS_WON)[seat], tuple(moves), printable(str(error)))
    finally:
        process.kill()
    return Played(name, seat, winner, tuple(moves), None)


def _score(played: Sequence[Played]) -> Row:
    won = sum(game.winner == (CROSS_WON, NOUGHT_WON)[game.seat] for game in played)
    drawn = sum(game.winner == DRAWN for game in played)
    counts = {"won": won, "drawn": drawn, "lost": len(played) - won - drawn}
    return {**counts, **score_interval("score", won + drawn / 2, len(played))}


def _ratings(played: Sequence[Played], opponents: Mapping[str, None]) -> list[Row]:
    pairs = [(PROGRAM, game.opponent)[:: 1 if game.seat == 0 else -1] for game in played]
    table = pd.DataFrame(pairs, columns=["first", "second"]).assign(winner=[game.winner for game in played])
    table = ratings(table, {each: {} for each in (PROGRAM, *opponents)}).iloc[:-1]
    columns = ["player", "rating", "rating_low", "rating_high"]
    return [dict(zip(columns, row, strict=True)) for row in table[columns].itertuples(index=False)]
