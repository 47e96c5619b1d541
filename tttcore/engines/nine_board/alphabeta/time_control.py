"""Time control: turn the seconds given for a move into node limits of single iterations."""

import time

NODES_PER_SECOND = 1e6
"""Cautious guess until the rate is measured."""
ITERATION_SHARE = 0.8
"""Share of the remaining time that the next iteration may take, by the rate so far."""
LATE = 0.95
"""Share of the time after which no further iteration begins."""


class TimeControl:
    """Clock of one move, started when it is made.

    Parameters
    ----------
    seconds : time given for the move.
    spent : nodes searched before the clock started.
    """

    def __init__(self, seconds: float, spent: int) -> None:
        self._seconds, self._before = seconds, spent
        self._began = time.perf_counter()

    @property
    def late(self) -> bool:
        """True if too little time is left for another iteration."""
        return self._passed > LATE * self._seconds

    def node_limit(self, spent: int) -> int:
        """Nodes in all at which the next iteration has to stop, with `spent` of them searched so far."""
        passed = self._passed
        rate = (spent - self._before) / passed if spent > self._before else NODES_PER_SECOND
        return spent + max(1, int(ITERATION_SHARE * rate * (self._seconds - passed)))

    @property
    def _passed(self) -> float:
        return time.perf_counter() - self._began
