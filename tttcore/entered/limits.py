"""Limits on an entered player: time for a move and for all positions, calls, memory; a clock for the time of all."""

from dataclasses import dataclass, field
from time import monotonic

MEGABYTE = 2**20
SAME = 3
"""Times that each position is asked before a player whose answers never differ counts as one that draws nothing."""


@dataclass(frozen=True, kw_only=True)
class Limits:
    """Limits on a player that runs in a process of its own.

    Attributes
    ----------
    seconds : for a move.
    start_seconds : additional time to start.
    all_seconds : for all positions; those that were not asked for by then are lost.
    calls : number of times that each position is asked if answers differ, from which chances are estimated.
    megabytes : memory of each of its processes.
    seed : of the player's own random choices.
    """

    seconds: float = 10.0
    start_seconds: float = 10.0
    all_seconds: float = 60.0
    calls: int = 100
    megabytes: int = 2048
    seed: int = 0

    @property
    def largest(self) -> int:
        """Bytes of memory."""
        return self.megabytes * MEGABYTE


@dataclass
class Clock:
    """Time that is left for all positions, from the moment when the clock is made.

    Attributes
    ----------
    seconds : at the beginning.
    """

    seconds: float
    _begun: float = field(default_factory=monotonic)

    @property
    def left(self) -> float:
        """Seconds left; 0 if the time is over."""
        return max(0.0, self.seconds - (monotonic() - self._begun))
