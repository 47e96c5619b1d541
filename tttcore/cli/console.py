"""A game against the computer on a terminal or through pipes."""

import sys
from collections.abc import Callable
from functools import partial
from io import TextIOWrapper
from typing import TYPE_CHECKING

import click

from tttcore.cli.options import SEATS

if TYPE_CHECKING:
    from tttcore.play.dialogue import P, Player
    from tttcore.play.notation import Notation

ENDED = "the input ended before the game did"


def play_on_console(
    position: "P", player: "Callable[[P], int]", notation: "Notation[P]", *, seat: str, protocol: bool = False
) -> None:
    """Play a game to its end; ValueError if the input ends before.

    Parameters
    ----------
    player : the computer, from a position to a move.
    seat : that of the computer.
    protocol : whether moves alone are read from standard input and written to standard output.
    """
    from tttcore.play.dialogue import HumanPlayer, play  # noqa: PLC0415
    from tttcore.play.protocol import ProgramPlayer  # noqa: PLC0415

    if sys.stdin is None:
        raise ValueError(ENDED)
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")
    partner: Player[P]
    if protocol:
        partner = ProgramPlayer(notation, hear=_hear, say=click.echo, tell=partial(click.echo, err=True))
    else:
        partner = HumanPlayer(notation, ask=_ask, tell=click.echo)
    play(position, player, SEATS.index(seat), partner)


def _ask(prompt: str) -> str:
    try:
        return input(f"{prompt}: ")
    except EOFError:
        click.echo()
        raise ValueError(ENDED) from None


def _hear() -> str:
    line = sys.stdin.readline()
    if not line:
        raise ValueError(ENDED)
    return line
