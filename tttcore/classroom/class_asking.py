"""Ask all players of a class within a common time, of which each has its share.

A player's turn ends when it has answered all, or when its share is over. Time that is left goes in equal shares to
those that have more to answer. They go on where they were: the answers that they have given are kept.
"""

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from math import ceil
from pathlib import Path
from time import monotonic

import numba

from tttcore.classroom.asking import Answers
from tttcore.classroom.class_folder import Skipped
from tttcore.classroom.entrant import Entrant, short_line
from tttcore.classroom.files import COMMAND, PYTHON, enter_file
from tttcore.classroom.reading import AS_IT_IS, Reading
from tttcore.processes.limits import Clock, Limits

PLAYERS_AT_ONCE: int = numba.config.NUMBA_DEFAULT_NUM_THREADS  # type: ignore[attr-defined]
"""Players that take their turns side by side: one for each core that this process may use."""
MIN_SHARE = 0.5
"""Seconds of the least share for which unfinished players are started again."""
SEEDS = 1_000
"""Seeds for a player's starts in a turn."""


class _Player:
    """Player of a class: its answers so far, what it is found to be, and whether it has more to answer."""

    def __init__(self, name: str, file: Path):
        self.name, self.file = name, file
        self.answers = Answers()
        self.unfinished = file.suffix.lower() in (PYTHON, COMMAND)
        self.found: Entrant | str = ""

    @property
    def shown(self) -> str:
        """Its file for people, with the folder that it is named after."""
        own = short_line(self.file.name)
        return own if short_line(self.file.stem) == self.name else f"{self.name}/{own}"

    @property
    def state(self) -> str:
        """Progress of its answers, in words."""
        entered = "asked" if isinstance(self.found, Entrant) else "can't be entered"
        return "needs more time" if self.unfinished else entered

    def take_turn(self, limits: Limits, reading: Reading) -> None:
        """Enter it; whatever goes wrong is its own fault, unless its time was over."""
        try:
            entrant = enter_file(self.file, limits, reading=reading, answers=self.answers)
            self.found, self.unfinished = replace(entrant, name=self.name), self.answers.ended
        except Exception as error:
            self.unfinished = monotonic() >= limits.until
            if isinstance(self.found, str):
                told = str(error).removeprefix(str(self.file)).lstrip(":, ") or type(error).__name__
                self.found = short_line(told)


def ask_class(
    players: Mapping[str, Path], limits: Limits, *, reading: Reading = AS_IT_IS, tell: Callable[[str], None]
) -> tuple[list[Entrant], list[Skipped]]:
    """Enter players in their order, and report those that can't be entered.

    Parameters
    ----------
    players : files by name.
    limits : ``all_seconds`` is the time for all players that compute, together.
    tell : gets a line about each turn.
    """
    entering = [_Player(name, file) for name, file in players.items()]
    unfinished = [each for each in entering if each.unfinished]
    tables = [each for each in entering if not each.unfinished]
    with limits.threads(PLAYERS_AT_ONCE) as pool:
        list(pool.map(lambda each: each.take_turn(limits, reading), tables))
        _take_turns(unfinished, limits, reading, pool, tell)
    return (
        [each.found for each in entering if isinstance(each.found, Entrant)],
        [Skipped(each.shown, each.found) for each in entering if isinstance(each.found, str)],
    )


def _take_turns(
    unfinished: Sequence[_Player],
    limits: Limits,
    reading: Reading,
    pool: ThreadPoolExecutor,
    tell: Callable[[str], None],
) -> None:
    """Let unfinished players take turns until all have answered or the time is over."""
    clock, number = limits.clock(), 0
    while unfinished and ((share := clock.left / ceil(len(unfinished) / PLAYERS_AT_ONCE)) > MIN_SHARE or number == 0):
        own = replace(limits, all_seconds=share, seed=limits.seed + SEEDS * number)
        waiting = range(len(unfinished), 0, -1)
        for player in pool.map(partial(_turn, limits=own, clock=clock, reading=reading), unfinished, waiting):
            tell(f"{player.name}: {player.state}")
        unfinished = [each for each in unfinished if each.unfinished]
        number += 1


def _turn(player: _Player, waiting: int, limits: Limits, clock: Clock, reading: Reading) -> _Player:
    """Let a player take its turn now, and leave their shares of the common time to the others that wait with it.

    Starts and ends of others take time beyond their shares.
    """
    seconds = min(limits.all_seconds, clock.left / ceil(waiting / PLAYERS_AT_ONCE))
    player.take_turn(replace(limits, all_seconds=seconds, until=monotonic() + seconds), reading)
    return player
