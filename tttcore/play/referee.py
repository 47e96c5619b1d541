"""Referee matches between two programs that exchange moves, one per line, see `dialogue.ProgramPlayer`.

The referee keeps track of the position. A program that writes anything but a legal move, or is too slow, loses.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, NamedTuple

from tttcore.games.position import CROSS_WINS, DRAW, NOUGHT_WINS
from tttcore.games.seats import SEATS
from tttcore.play.dialogue import P
from tttcore.play.notation import Notation
from tttcore.play.process import Process


class Played(NamedTuple):
    """Game of a match."""

    game: int
    """Its number, from 1."""
    first: int
    """The program that moved first, 1 or 2."""
    winner: int
    """The program that won, 1 or 2; 0 if none did."""
    moves: tuple[str, ...]
    """All legal moves in notation."""
    forfeit: str | None
    """Reason for a loss by forfeit; None if the game was played to its end."""


@dataclass(frozen=True, kw_only=True)
class Referee(Generic[P]):
    """Rules of a match.

    Attributes
    ----------
    start : first position of every game.
    notation : notation of moves.
    seconds : time limit for a move.
    start_seconds : additional time for the first move of each program, which may take time to start.
    """

    start: P
    notation: Notation[P]
    seconds: float
    start_seconds: float = 0.0

    def match(self, commands: tuple[str, str], games: int) -> Iterator[Played]:
        """Play games between two programs, restarted for each; the first program moves first in odd games.

        Parameters
        ----------
        commands : split like a shell does; in their words ``{seat}`` stands for first or second, ``{game}`` for the
            number of the game.

        Raises
        ------
        ValueError
            If a command is invalid or can't be started.
        """
        for game in range(1, games + 1):
            programs = (1, 2) if game % 2 else (2, 1)
            seated = zip(programs, SEATS, strict=True)
            first, second = (arguments(commands[program - 1], seat, game) for program, seat in seated)
            with Process(first) as crosses, Process(second) as noughts:
                winner, moves, forfeit = self._play((crosses, noughts))
            won_by = {CROSS_WINS: programs[0], NOUGHT_WINS: programs[1], DRAW: DRAW}
            yield Played(game, programs[0], won_by[winner], moves, forfeit)

    def _play(self, players: tuple[Process, Process]) -> tuple[int, tuple[str, ...], str | None]:
        """Winner, moves, and the reason for a forfeit if there was one."""
        position = self.start
        moves: list[str] = []
        while (winner := position.winner) is None:
            mover, other = players[position.mover], players[1 - position.mover]
            try:
                line = mover.line(self.seconds + self.start_seconds * (len(moves) < len(players)))
                move = self.notation.read(line, position)
            except ValueError as error:
                return (NOUGHT_WINS, CROSS_WINS)[position.mover], tuple(moves), str(error)
            moves.append(self.notation.write(move))
            other.tell(moves[-1])
            position = position.after(move)
        return winner, tuple(moves), None


def arguments(command: str, seat: str, game: int) -> list[str]:
    """Program and arguments of a command for one game, see `Referee.match`."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"command {command!r}: {error}") from None
    if not words:
        raise ValueError(f"command {command!r} is empty")
    return [word.replace("{seat}", seat).replace("{game}", str(game)) for word in words]


def totals(games: Sequence[Played], program: int) -> dict[str, int]:
    """Numbers of games that program 1 or 2 has ``won``, ``drawn`` and ``lost``."""
    drawn = sum(game.winner == DRAW for game in games)
    won = sum(game.winner == program for game in games)
    return {"won": won, "drawn": drawn, "lost": len(games) - won - drawn}
