"""`ttt genies`: games on boards of any size (Post 1999)."""

import json
import re
import time
from itertools import count
from typing import TYPE_CHECKING, Any

import click

from tttcore.cli.options import fresh_seed, seed_option
from tttcore.pipeline.versions import peak_memory

if TYPE_CHECKING:
    from tttcore.engines.genies.players.linear import Player, Strategy
    from tttcore.games.hypercube import Hypercube

NAMED: dict[str, "Strategy"] = {"random": 1, "first-free": 2, "win-or-block": 3, "evaluate": 4}
"""Numbers of strategies as in the document, copied from `engines.genies.players.linear`, which is slow to import."""
STRATEGIES = NAMED | {str(number): number for number in NAMED.values()}
WINNERS = ("draw", "first player", "second player")
STREAM = "genies game"
MOST_LINES = 10_000
"""Maximal number of lines of a shown board."""

_STRATEGY = click.Choice(tuple(STRATEGIES))
_STRATEGY_HELP = "Strategy of the {} player."
_GENES_HELP = "Genes of the {} player, if it evaluates; by default 0 to 9 each, drawn from the seed."


def _whole_numbers(context: click.Context, option: click.Parameter, text: str | None) -> tuple[int, ...] | None:
    if text is None:
        return None
    numbers = text.replace(",", " ").split()
    for number in numbers:
        if not re.fullmatch("[+-]?[0-9]+", number):
            raise click.BadParameter(f"{number!r} is no whole number.", context, option)
    return tuple(map(int, numbers))


@click.group(short_help="Let Post's Genies, evaluators of lines, play on any board.")
def genies() -> None:
    """Play tic-tac-toe in any number of dimensions, with any edge, between Genies (linear evaluators)."""


@genies.command(
    short_help="Play one game.",
    epilog="\b\nExamples:\n  ttt genies game --dimensions 10 --edge 4 --seed 1\n"
    '  ttt genies game --edge 3 --first win-or-block --second-genes "0 1 5 0 1 4" --show',
)
@click.option("--dimensions", metavar="N", type=int, default=3, help="Dimensions of the board, 1 or more.")
@click.option("--edge", metavar="E", type=int, default=4, help="Cells along an edge, 2 or more.")
@seed_option
@click.option("--first", type=_STRATEGY, default="evaluate", help=_STRATEGY_HELP.format("first"))
@click.option("--first-genes", metavar="GENES", callback=_whole_numbers, help=_GENES_HELP.format("first"))
@click.option("--second", type=_STRATEGY, default="evaluate", help=_STRATEGY_HELP.format("second"))
@click.option("--second-genes", metavar="GENES", callback=_whole_numbers, help=_GENES_HELP.format("second"))
@click.option("--show", is_flag=True, help="Show the last position, with the winning line in brackets.")
@click.option(
    "--json", "as_json", is_flag=True, help="One object: moves, winner (0 for a draw), seconds, peak_rss_mb, seed."
)
def game(
    dimensions: int,
    edge: int,
    seed: int | None,
    first: str,
    first_genes: tuple[int, ...] | None,
    second: str,
    second_genes: tuple[int, ...] | None,
    show: bool,
    as_json: bool,
) -> None:
    """Play one game and print its number of moves, its winner, its time and the peak memory.

    The first player to fill a straight line of E cells wins. Strategies are random (1); first-free (2), which takes the
    first free cell; win-or-block (3), which completes a line if it can and otherwise blocks; and evaluate (4).

    GENES are 2 E whole numbers, separated by commas or spaces: the value of a line through a cell with 0, 1, ... marks
    of the player and none of the opponent, then with 0, 1, ... marks of the opponent and none of the player.

    The time covers the game and the set-up of its board, without compilation. Memory is the peak of the whole process,
    in MB of 10^6 bytes.
    """
    from tttcore.engines.genies.players.linear import play, random_players  # noqa: PLC0415
    from tttcore.engines.genies.players.workspace import check_memory  # noqa: PLC0415
    from tttcore.games.hypercube import Hypercube, HypercubePosition  # noqa: PLC0415
    from tttcore.games.notation_boards import draw_board, drawn_lines  # noqa: PLC0415
    from tttcore.pipeline.rng import stream  # noqa: PLC0415

    board = Hypercube(edge, dimensions)
    check_memory(board)
    if show and (lines := drawn_lines(board)) > MOST_LINES:
        raise click.UsageError(f"--show: the board would take {lines:,} lines; allowed: up to {MOST_LINES:,}.")
    seed = fresh_seed() if seed is None else seed
    drawn = random_players(board, stream(seed, STREAM, "genes"))
    players = (
        _player(board, "first", first, first_genes, drawn[0]),
        _player(board, "second", second, second_genes, drawn[1]),
    )
    _warm_up(board, *players)
    begin = time.perf_counter()
    played = play(board, *players, stream(seed, STREAM, "moves"))
    seconds = time.perf_counter() - begin
    report: dict[str, Any] = {
        "moves": len(played.moves),
        "winner": played.winner,
        "seconds": seconds,
        "peak_rss_mb": peak_memory(),
        "seed": seed,
    }
    if show:
        last = HypercubePosition(board, tuple(played.moves.tolist()))
        report["board"] = board.show(last.marks().tolist()) if as_json else draw_board(last)
    click.echo(json.dumps(report, indent=2) if as_json else _as_text(**report))


def _player(board: "Hypercube", seat: str, strategy: str, genes: tuple[int, ...] | None, drawn: "Player") -> "Player":
    from tttcore.engines.genies.players.linear import EVALUATE, Player  # noqa: PLC0415

    number = STRATEGIES[strategy]
    option = f"--{seat}-genes"
    if number != EVALUATE:
        if genes is not None:
            raise click.UsageError(f"{option}: only evaluate ({EVALUATE}) has genes; the {seat} player is {strategy}.")
        return Player(number)
    if genes is None:
        return drawn
    player = Player(number, genes)
    try:
        player.weights(board)
    except ValueError as error:
        raise click.BadParameter(str(error), param_hint=option) from None
    return player


def _warm_up(board: "Hypercube", first: "Player", second: "Player") -> None:
    """Compile, or load, the kernels of a game by playing it on the smallest board that uses the same ones.

    Up to `SMALL_BOARD_CELLS` cells the kernels depend on genes and board, so that it is the board itself.
    """
    from tttcore.engines.genies.players.linear import play  # noqa: PLC0415
    from tttcore.engines.genies.players.workspace import SMALL_BOARD_CELLS  # noqa: PLC0415
    from tttcore.games.hypercube import Hypercube  # noqa: PLC0415
    from tttcore.pipeline.rng import stream  # noqa: PLC0415

    deep = next(dimensions for dimensions in count(1) if board.edge**dimensions > SMALL_BOARD_CELLS)
    play(Hypercube(board.edge, min(board.dimensions, deep)), first, second, stream(0, STREAM, "warm up"))


def _as_text(moves: int, winner: int, seconds: float, peak_rss_mb: float, seed: int, board: str | None = None) -> str:
    lines = (
        f"moves: {moves}",
        f"winner: {WINNERS[winner]}",
        f"seconds: {seconds:.3g}",
        f"peak memory: {peak_rss_mb:.0f} MB",
        f"seed: {seed}",
    )
    return "\n".join(lines if board is None else (board, "", *lines))
