"""Boards other than 3x3 on which programs are entered, and their opponents: stored Genies, search on nine boards."""

import re
from pathlib import Path
from typing import Any

from tttcore.engines.genies.agents import move_function
from tttcore.engines.nine_board.players import FixedDepth, MonteCarloPlayer
from tttcore.entered.board_games import Opponent, Table
from tttcore.games.hypercube import Hypercube
from tttcore.games.hypercube_position import HypercubePosition
from tttcore.games.nine_board import NineBoard
from tttcore.games.position import Position
from tttcore.pipeline.rng import Words, below
from tttcore.pipeline.store import read
from tttcore.play.notation_hypercube import HypercubeNotation
from tttcore.play.notation_nine import NineBoardNotation
from tttcore.players.agent_import import MOST_LINES
from tttcore.players.agent_registry import agent_files
from tttcore.players.agent_schema import AGENTS

NINE_BOARD = "nine-board"
RANDOM = "random moves"
DEPTHS = (1, 2, 4, 6)
PLAYOUTS = (100, 400)
"""Depths of alpha-beta with heuristic 1, and playouts of Monte-Carlo tree search, that play on nine boards."""


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
