"""Referee matches of programs that exchange moves, see `protocols`.

The referee keeps track of the position. A program that writes anything but a legal move, or is too slow, loses. A
prompt may stand before a move (`dialogue.read_move`), and slow is who needs too much time of its own (`own_time`). One
that ends before it has ever made a move in its seat has not played at all, which is an error.
"""

import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations
from typing import Generic, NamedTuple

from tttcore.classroom.dialogue import P
from tttcore.classroom.openings import Openings, play_opening
from tttcore.classroom.protocols import PROTOCOLS, Protocol, protocol_of
from tttcore.games.notation import Notation
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, SEATS, SIGNS
from tttcore.processes.process import EndedError, Process

LARGEST_SEED = 10**9
"""Bound of the seeds that programs are given, small enough for any language."""


class Played(NamedTuple):
    """Game of a match."""

    game: int
    """Its number, from 1."""
    first: int
    """The program that moved first, by its number from 1."""
    second: int
    """The program that moved second."""
    winner: int
    """The program that won; 0 if none did."""
    moves: tuple[str, ...]
    """All legal moves in notation, those of the opening first."""
    forfeit: str | None
    """Reason for a loss by forfeit; None if the game was played to its end."""
    opening: str = ""
    """The moves with which it began, see `openings`."""


@dataclass(frozen=True, kw_only=True)
class Referee(Generic[P]):
    """Rules of a match.

    Attributes
    ----------
    start : first position of every game.
    notation : notation of moves.
    seconds : limit of a program's own time for a move.
    start_seconds : additional time for the first move of each program, which may take time to start.
    """

    start: P
    notation: Notation[P]
    seconds: float
    start_seconds: float = 0.0

    def match(
        self, commands: Sequence[str], games: int, *, seed: int = 0, openings: Openings | None = None
    ) -> Iterator[Played]:
        """Play games between each two programs, restarted for each; of two, the earlier one moves first in odd games.

        Parameters
        ----------
        commands : of two programs or more; see `arguments`.
        games : number of games of each pair.
        seed : of the seeds that programs are given, one for each program and game.
        openings : opening of each two successive games of a pair, once in each seat; by default none.

        Raises
        ------
        ValueError
            If a command is invalid or can't be started, or if a program ends before its first move in a seat in which
            it has not played before: it does not start, or has not learnt that seat.
        """
        protocols = [protocol_of(command, self.start, self.notation) for command in commands]
        have_played: set[tuple[int, int]] = set()
        schedule = (
            (pair if number % 2 == 0 else pair[::-1], "" if openings is None else openings(number // 2))
            for pair in combinations(range(1, len(commands) + 1), 2)
            for number in range(games)
        )
        for game, (programs, opening) in enumerate(schedule, start=1):
            first, second = (
                arguments(commands[program - 1], SEATS[seat], game, seed_of(seed, game, program), opening)
                for seat, program in enumerate(programs)
            )
            start, opened = play_opening(self.start, self.notation, opening)
            with Process(first) as crosses, Process(second) as noughts:
                speaking = [protocols[program - 1] for program in programs]
                winner, moves, error = self._play([*zip((crosses, noughts), speaking, strict=True)], start)
            if isinstance(error, EndedError) and len(moves) < len(programs):
                seat = (NOUGHT_WON, CROSS_WON).index(winner)
                if (programs[seat], seat) not in have_played:
                    told = f"program {programs[seat]} has made no move as the {SEATS[seat]} player"
                    raise ValueError(f"{told}, so that there is no game: {error}") from None
            have_played |= {
                (programs[seat], seat) for seat in range(2) if (seat - start.current_player) % 2 < len(moves)
            }
            won_by = {CROSS_WON: programs[0], NOUGHT_WON: programs[1], DRAWN: DRAWN}
            reason = None if error is None else str(error)
            yield Played(game, *programs, won_by[winner], opened + moves, reason, opening)

    def _play(
        self, players: Sequence[tuple[Process, Protocol[P]]], position: P
    ) -> tuple[int, tuple[str, ...], ValueError | None]:
        """Winner, moves from a position on, and the reason for a forfeit if there was one."""
        moves: list[str] = []
        process, protocol = players[position.current_player]
        protocol.tell(process, position)
        while (winner := position.winner) is None:
            seconds = self.seconds + self.start_seconds * (len(moves) < len(players))
            try:
                move = protocol.move(process, position, seconds)
            except ValueError as error:
                return (NOUGHT_WON, CROSS_WON)[position.current_player], tuple(moves), error
            moves.append(self.notation.write(move))
            process, protocol = players[1 - position.current_player]
            position = position.apply(move)
            protocol.tell(process, position, move)
        return winner, tuple(moves), None


def seed_of(seed: int, game: int, program: int) -> int:
    """Seed that a program is given for a game, another one for each, from the seed of the match.

    It is a digest of the three, without `pipeline.rng`, which would load a compiler.
    """
    digest = sha256(f"{seed} {game} {program}".encode()).digest()
    return int.from_bytes(digest[:8]) % LARGEST_SEED


def arguments(command: str, seat: str, game: int, seed: int, opening: str = "") -> list[str]:
    """Program and arguments of a command for one game, split as a shell does.

    The name of a protocol is left out. In other words ``{seat}`` stands for first or second, ``{sign}`` for X or O,
    ``{game}`` for the number of the game, ``{seed}`` for the seed and ``{opening}`` for the opening; ValueError if they
    are none or can't be split.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ValueError(f"command {command!r}: {error}") from None
    words = words[1:] if words[:1] in ([name] for name in PROTOCOLS) else words
    if not words:
        raise ValueError(f"command {command!r} is empty")
    values = {"seat": seat, "sign": SIGNS[SEATS.index(seat)], "game": game, "seed": seed, "opening": opening}
    for name, value in values.items():
        words = [word.replace(f"{{{name}}}", str(value)) for word in words]
    return words


def totals(games: Sequence[Played], program: int, against: int | None = None) -> dict[str, int]:
    """Numbers of games that a program has ``won``, ``drawn`` and ``lost``, of all or of those against another one."""
    own = [game for game in games if program in (game.first, game.second)]
    if against is not None:
        own = [game for game in own if against in (game.first, game.second)]
    drawn = sum(game.winner == DRAWN for game in own)
    won = sum(game.winner == program for game in own)
    return {"won": won, "drawn": drawn, "lost": len(own) - won - drawn}


def different(games: Sequence[Played]) -> int:
    """Number of games that differ in who began or in their moves."""
    return len({(game.first, game.second, game.moves) for game in games})
