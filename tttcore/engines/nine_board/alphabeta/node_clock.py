"""Time, as nodes."""

import time

NODES_PER_SECOND = 1e6
"""Until it is measured: a cautious guess."""
SHARE = 0.8
"""Of the time that is left, what an iteration may take by the rate so far."""
LATE = 0.95
"""Of the time that is given, what must have passed for no further iteration to begin."""


class Clock:
    """Turns time into nodes."""

    def __init__(self, seconds: float, spent: int) -> None:
        self._seconds, self._before = seconds, spent
        self._began = time.perf_counter()

    @property
    def late(self) -> bool:
        """Whether it isn't worth to begin anything."""
        return self._passed > LATE * self._seconds

    def allowance(self, spent: int) -> int:
        """How many nodes may have been spent in all when the iteration to come is over, `spent` of them so far."""
        passed = self._passed
        rate = (spent - self._before) / passed if spent > self._before else NODES_PER_SECOND
        return spent + max(1, int(SHARE * rate * (self._seconds - passed)))

    @property
    def _passed(self) -> float:
        return time.perf_counter() - self._began
