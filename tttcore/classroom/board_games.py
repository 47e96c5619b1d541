"""Games of an entered program on boards other than 3x3, against stored Genies and search: results, intervals, ratings.

A program that makes no legal move in time loses that game, as with `ttt referee`. One that makes none at all in a seat
is an error.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pandas as pd

from tttcore.classroom.boards import NINE_BOARD, SUPER, start_of
from tttcore.classroom.entrant import short_line
from tttcore.classroom.program import Program
from tttcore.classroom.protocols import protocol_of
from tttcore.engines.genies.agents import move_function
from tttcore.engines.nine_board.montecarlo import choose
from tttcore.engines.nine_board.players import FixedDepth
from tttcore.games.hypercube import Hypercube, HypercubePosition
from tttcore.games.notation import Notation
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, SEATS, Position
from tttcore.pipeline.rng import Words, randint, stream
from tttcore.pipeline.store import read
from tttcore.players.agent_registry import agent_files
from tttcore.players.agent_table import AGENTS
from tttcore.processes.limits import Clock
from tttcore.processes.process import LateError
from tttcore.stats.intervals import score_interval
from tttcore.stats.ratings import ratings

RANDOM = "random moves"
DEPTHS = (1, 2, 4, 6)
PLAYOUTS = (100, 400)
EXPLORATION = 1.0
"""Depths of alpha-beta with heuristic 1, and playouts and exploration of Monte-Carlo tree search, that play on nine
boards. In super tic-tac-toe only the latter do."""
Opponent = Callable[[Any, Words], int]
"""Player: a legal move in a position of the game, with all chance from a word that it advances."""
Row = dict[str, Any]
PROGRAM = "this program"


@dataclass(frozen=True, kw_only=True)
class Table:
    """Board on which games are played.

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


def board_table(
    board: str, results: Path, *, rule: str | None = None, notation: str | None = None, count_from: int = 1
) -> Table:
    """Board by its name, see `boards.start_of`, with its opponents, of which one moves at random.

    Parameters
    ----------
    results : folder with the tables of agents, of which all Genies of this board at the end of their runs play.
    rule, notation, count_from : see `boards.start_of`.

    Raises
    ------
    ValueError
        For an unknown board, rule or notation.
    """
    start, written = start_of(board, rule=rule, notation=notation, count_from=count_from)
    opponents: dict[str, Opponent] = {RANDOM: _random_move}
    if board == NINE_BOARD:
        opponents |= {f"alpha-beta to depth {depth}": FixedDepth(1, depth).move for depth in DEPTHS}
    if board in (NINE_BOARD, SUPER):
        opponents |= {f"Monte Carlo, {playouts} playouts": _tree_search(playouts) for playouts in PLAYOUTS}
    if isinstance(start, HypercubePosition):
        opponents |= _genies(start.board, results)
    return Table(
        board=board if rule is None else f"{board} ({rule})", start=start, notation=written, opponents=opponents
    )


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


def _tree_search(playouts: int) -> Opponent:
    return lambda position, state: choose(position, playouts=playouts, exploration=EXPLORATION, state=state).move


def _random_move(position: Position, state: Words) -> int:
    moves = position.legal_moves()
    return moves[randint(state, len(moves))]


def play_all(program: Program, table: Table, *, seats: Sequence[int], games: int) -> list[Played]:
    """Let a program play so many games in each seat against each opponent, as far as ``limits.all_seconds`` allows.

    Each opponent has played in each seat before any does again. A game that isn't over in time doesn't count.

    Raises
    ------
    ValueError
        If the program can't be started, has made no legal move in a seat, or no game was over in time.
    """
    clock = program.limits.clock()
    program = replace(program, limits=replace(program.limits, until=clock.end))
    played = []
    for number, (_, name, seat) in enumerate(product(range(games), table.opponents, seats), start=1):
        if (game := _play(program, table, name, seat, number, clock)) is None:
            break
        played.append(game)
    if not played:
        raise ValueError(f"no game was over within {clock.seconds:g} s (--all-seconds gives more)")
    for seat in {game.seat: None for game in played}:
        own = [game for game in played if game.seat == seat]
        if not any(len(game.moves) > seat for game in own):
            raise ValueError(f"the player has made no legal move as the {SEATS[seat]} player; {own[0].forfeit}")
    return played


def evaluate_games(name: str, board: str, played: Sequence[Played], planned: int) -> Row:
    """Results of a program's games, as an object that JSON can hold.

    Parameters
    ----------
    planned : number of games, of which some may not have been over in time.

    Returns
    -------
    player, board, games, planned, different : name, board, number of games, of those that were planned, and of those
        that differ in their moves.
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
        "planned": planned,
        "different": len({(game.opponent, game.seat, game.moves) for game in played}),
        "total": _score(played),
        "opponents": [
            {"opponent": each, **_score([game for game in played if game.opponent == each])} for each in opponents
        ],
        "ratings": _ratings(played, opponents),
        "forfeits": dict(Counter(game.forfeit for game in played if game.forfeit is not None)),
    }


def _play(program: Program, table: Table, name: str, seat: int, number: int, clock: Clock) -> Played | None:
    """A program's game; None if the time for all games was over before its end."""
    if not clock.left:
        return None
    limits = program.limits
    state = stream(limits.seed, "enter", table.board, name, number).bit_generator.random_raw(1)
    position, moves = table.start, list[str]()
    protocol = protocol_of(program.command, position, table.notation)
    process = program.start(seat, number)
    try:
        if position.current_player == seat:
            protocol.tell(process, position)
        while (winner := position.winner) is None:
            if position.current_player == seat:
                seconds = limits.seconds + limits.start_seconds * (len(moves) < 2)
                move = protocol.move(process, position, seconds)
                position = position.apply(move)
            else:
                move = table.opponents[name](position, state)
                position = position.apply(move)
                protocol.tell(process, position, move)
            moves.append(table.notation.write(move))
    except ValueError as error:
        if isinstance(error, LateError) and not clock.left:
            return None
        return Played(name, seat, (NOUGHT_WON, CROSS_WON)[seat], tuple(moves), short_line(str(error)))
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
