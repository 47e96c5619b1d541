"""A game against the computer on a terminal or through pipes, and interruption by signals."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING

import click

from tttcore.cli.options import fresh_seed
from tttcore.games.position import SEATS, SIGNS

if TYPE_CHECKING:
    from tttcore.classroom.dialogue import P
    from tttcore.games.notation import Notation


ENDED = "the input ended before the game did"


def play_on_console(
    position: "P",
    computer: "Callable[[P], int]",
    notation: "Notation[P]",
    *,
    seat: str,
    protocol: bool = False,
    opening: str = "",
    both_seats: bool = True,
) -> None:
    """Play a game to its end; ValueError if the input ends first, or the opening isn't legal.

    Parameters
    ----------
    computer : function from a position to the computer's move.
    seat : the computer's seat.
    protocol : read and write only moves on standard input and output, for another program.
    opening : moves with which the game begins, see `openings`.
    both_seats : whether the computer can also move second, which a person is told.
    """
    from tttcore.classroom.dialogue import HumanPlayer, ProgramPlayer, play  # noqa: PLC0415
    from tttcore.classroom.openings import play_opening  # noqa: PLC0415

    try:
        position, _ = play_opening(position, notation, opening)
    except ValueError as error:
        raise ValueError(f"--opening: {error}") from None
    if sys.stdin is None:
        raise ValueError(ENDED)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    player: HumanPlayer[P] | ProgramPlayer[P]
    if protocol:
        player = ProgramPlayer(notation, hear=_read_line, say=click.echo, tell=partial(click.echo, err=True))
    else:
        player = HumanPlayer(notation, ask=_ask, tell=click.echo)
        own = 1 - SEATS.index(seat)
        begin = "; `--seat second` lets you begin" if both_seats and seat == SEATS[0] else ""
        click.echo(f"You play {SIGNS[own]} and move {SEATS[own]}{begin}; q stops.")
    play(position, computer, SEATS.index(seat), player)


def seed_of_game(asked: int | None, *, protocol: bool = False) -> int:
    """Seed of a game with chance: the one asked for, else a fresh one, which is printed.

    Parameters
    ----------
    protocol : whether standard output is for moves alone, so that messages go to standard error.
    """
    if asked is not None:
        return asked
    seed = fresh_seed()
    click.echo(f"Seed {seed}; --seed {seed} repeats the computer's random choices.", err=protocol)
    return seed


def _ask(prompt: str) -> str:
    try:
        return input(f"{prompt}: ")
    except EOFError:
        click.echo()
        raise ValueError(ENDED) from None


def _read_line() -> str:
    line = sys.stdin.readline()
    if not line:
        raise ValueError(ENDED)
    return line


@contextmanager
def terminable() -> Iterator[None]:
    """Treat SIGTERM and SIGHUP as interruptions, so that no program is left running."""
    heeded = [number for number in (signal.SIGTERM, signal.SIGHUP) if signal.getsignal(number) != signal.SIG_IGN]
    before = [signal.signal(number, signal.default_int_handler) for number in heeded]
    try:
        yield
    finally:
        for number, handler in zip(heeded, before, strict=True):
            signal.signal(number, handler)
