"""`ttt referee`: matches between programs."""

import json
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from tttcore.cli.options import NINE_BOARD_RULES, SUPER_RULES, Seconds, counting_option

if TYPE_CHECKING:
    from tttcore.play.referee import Played

RULES: dict[str, tuple[str, ...]] = {"minimax": (), "nine-board": NINE_BOARD_RULES, "super": SUPER_RULES}
"""Rules by game, the default first."""


@click.command(
    short_help="Let two programs play each other.",
    epilog="\b\nExample:\n  ttt referee --game nine-board --games 10 --seconds 20 \\\n"
    '    "ttt play nine-board --protocol --depth 6 --seat {seat} --seed {game}" \\\n'
    '    "ttt play nine-board --protocol --depth 2 --seat {seat} --seed {game}"',
)
@click.argument("first", metavar="COMMAND1")
@click.argument("second", metavar="COMMAND2")
@click.option("--game", type=click.Choice(tuple(RULES)), default="minimax", help="Its notation and rules.")
@click.option("--rule", type=click.Choice((*NINE_BOARD_RULES, *SUPER_RULES)), help="As in `ttt play`.")
@click.option("--games", metavar="N", type=click.IntRange(1), default=1, help="Number of games.")
@click.option("--seconds", metavar="S", type=Seconds(), default=60, help="Time for each move.")
@click.option(
    "--start-seconds",
    metavar="S",
    type=Seconds(min_open=False),
    default=0,
    help="Additional time for the first move.",
)
@counting_option
@click.option("--json", "as_json", is_flag=True, help="One object: games, and programs with their results.")
def referee(
    first: str,
    second: str,
    game: str,
    rule: str | None,
    games: int,
    seconds: float,
    start_seconds: float,
    count_from: int,
    as_json: bool,
) -> None:
    """Let two programs play each other. The first one begins in odd games, the second in even ones.

    A program reads the other's moves from its standard input, one per line, and writes its own to standard output, as
    `ttt play --protocol` does. Both are started anew for each game. In the commands, which are split as a shell does,
    {seat} stands for the program's seat, first (X) or second (O), and {game} for the number of the game.

    A program that ends, closes its output, takes too long, or writes an illegal move, loses the game. After a game both
    programs are ended with all that they have started; on systems other than Linux a daemon may survive.
    """
    from tttcore.play.referee import Referee, totals  # noqa: PLC0415

    start, notation = _game(game, rule, count_from)
    match = Referee(start=start, notation=notation, seconds=seconds, start_seconds=start_seconds)
    played = []
    with _terminable():
        for one in match.match((first, second), games):
            played.append(one)
            if not as_json:
                click.echo(_line(one))
    programs = [{"command": command, **totals(played, index)} for index, command in enumerate((first, second), start=1)]
    if as_json:
        click.echo(json.dumps({"games": [one._asdict() for one in played], "programs": programs}, indent=2))
        return
    for number, program in enumerate(programs, start=1):
        line = "program {}: {won} won, {drawn} drawn, {lost} lost: {command}".format(number, **program)
        click.echo(" ".join(line.split()))


def _game(game: str, rule: str | None, count_from: int) -> tuple[Any, Any]:
    """First position and notation of a game."""
    if rule is not None and rule not in RULES[game]:
        allowed = " or ".join(RULES[game]) or "none"
        raise click.BadParameter(f"{rule!r} is no rule of {game}; allowed: {allowed}.", param_hint="--rule")
    if game == "minimax":
        from tttcore.games.classic_position import ClassicPosition  # noqa: PLC0415
        from tttcore.play.notation import CellNotation  # noqa: PLC0415

        return ClassicPosition(), CellNotation(count_from)
    from tttcore.games.nine_board import NineBoard  # noqa: PLC0415
    from tttcore.games.super_board import SuperBoard  # noqa: PLC0415
    from tttcore.play.notation_nine import NineBoardNotation  # noqa: PLC0415

    chosen: Any = rule or RULES[game][0]
    return (NineBoard(rule=chosen) if game == "nine-board" else SuperBoard(rule=chosen)), NineBoardNotation(count_from)


def _line(played: "Played") -> str:
    result = f"program {played.winner} wins" if played.winner else "a draw"
    moves = len(played.moves)
    line = f"game {played.game}: program {played.first} begins, {result} after {moves} move{'s' * (moves != 1)}"
    return line if played.forfeit is None else f"{line}; program {3 - played.winner}: {played.forfeit}"


@contextmanager
def _terminable() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP as interruptions, so that no program is left running."""
    heeded = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) != signal.SIG_IGN]
    before = [signal.signal(number, signal.default_int_handler) for number in heeded]
    try:
        yield
    finally:
        for number, handler in zip(heeded, before, strict=True):
            signal.signal(number, handler)
