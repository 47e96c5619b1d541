"""Limits on players that run in processes of their own, and the clock of the time for all positions."""

import math
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import Event
from time import monotonic

MEGABYTE = 2**20
REPEATS = 3
"""Times that each position is asked before a player whose answers never differ counts as one that draws nothing."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on a player that runs in a process of its own.

    Attributes
    ----------
    seconds : of its own time for a move, see `own_time`.
    start_seconds : additional time to start.
    all_seconds : for all positions; what a player does in those that were not asked for by then is not known.
    until : moment of `time.monotonic` after which no move and no start is waited for.
    stop : set when nothing is to be waited for any more, whatever the time.
    calls : number of times that each position is asked if answers differ, from which chances are estimated.
    megabytes : memory of each of its processes, and size of each file that they write.
    seed : of the player's own random choices.
    """

    seconds: float = 10
    start_seconds: float = 10
    all_seconds: float = 60
    until: float = math.inf
    stop: Event = field(default_factory=Event)
    calls: int = 100
    megabytes: int = 2048
    seed: int = 0

    @property
    def max_bytes(self) -> int:
        """Bytes of memory of each process, and of each file that it writes."""
        return self.megabytes * MEGABYTE

    def clock(self) -> "Clock":
        """Start a clock of the time for all positions."""
        return Clock(min(self.all_seconds, self.until - monotonic()), self.stop)

    @contextmanager
    def threads(self, number: int) -> Iterator[ThreadPoolExecutor]:
        """Threads that wait for players side by side; an interruption ends them, and with them the players, at once."""
        with ThreadPoolExecutor(number) as pool:
            try:
                yield pool
            except KeyboardInterrupt:
                self.stop.set()
                pool.shutdown(cancel_futures=True)
                raise


class Clock:
    """Time that is left for all positions, from the moment when the clock is made.

    Attributes
    ----------
    seconds : at the beginning.
    end : moment of `time.monotonic` when it is over.
    """

    def __init__(self, seconds: float, stop: Event):
        self.seconds, self._stop = seconds, stop
        self.end = monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds left; 0 if the time is over, or all is to stop."""
        return 0.0 if self._stop.is_set() else max(0.0, self.end - monotonic())
