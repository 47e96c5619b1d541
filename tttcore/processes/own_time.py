"""Time that a player takes by itself, whatever else competes for the cores.

By the clock a player would lose games for what its neighbours compute: on a laptop a class is refereed beside a browser
and other work, and a table would differ from one evening to the next.
"""

from contextlib import suppress
from pathlib import Path
from time import monotonic

import psutil

POLLS = 20
"""Number of checks of a player's time within its limit."""
MIN_POLL, LAST_POLL = 0.05, 0.01
"""Seconds between two looks at least, and before the last ones."""
MAX_WALL_FACTOR = 10
"""Times its limit in wall time after which a player is late in any case."""


class OwnTime:
    """Own time of the processes that a supervisor has started, since this object was made, against a limit.

    It is their CPU time as long as one of their threads computes or waits for a core, else the time that passes, so
    that sleeping and waiting count, too. It takes some milliseconds to find out. So it is estimated by samples: nobody
    looks before a twentieth of the limit, at least `MIN_POLL`, is over, and that counts as it has passed. Systems other
    than Linux don't tell who waits for a core; there, all time counts as it passes.

    Parameters
    ----------
    supervisor : its process.
    limit : in seconds.

    Attributes
    ----------
    next_look : when to call `is_over`, on the clock `monotonic`.
    """

    def __init__(self, supervisor: int, limit: float):
        self._supervisor, self._limit = supervisor, limit
        self._begun = self._looked = monotonic()
        self._cpu, self._spent = 0.0, 0.0
        self.next_look = self._begun + min(self._pause, limit)

    @property
    def _pause(self) -> float:
        return max(self._limit / POLLS, MIN_POLL)

    def is_over(self) -> bool:
        """Look at the processes, and tell whether they have spent the limit."""
        cpu, compute = _state(self._supervisor)
        now = monotonic()
        first = self._looked == self._begun
        self._spent += cpu - self._cpu if compute and not first else now - self._looked
        self._cpu, self._looked = cpu, now
        left = self._limit - self._spent
        self.next_look = now + min(self._pause, max(left, LAST_POLL))
        return left <= 0 or now - self._begun >= MAX_WALL_FACTOR * self._limit


def _state(supervisor: int) -> tuple[float, bool]:
    """CPU time of all that a supervisor has started, in seconds, and whether any of it computes or waits for a core."""
    cpu, compute = 0.0, False
    with suppress(psutil.Error):  # the supervisor has ended
        this = psutil.Process(supervisor)
        ended = this.cpu_times()
        cpu = ended.children_user + ended.children_system
        for process in this.children(recursive=True):
            with suppress(psutil.Error):
                cpu += sum(process.cpu_times()[:4])
                compute = compute or _computes(process.pid)
    return cpu, compute


def _computes(process: int) -> bool:
    """Tell whether a thread of a process computes or waits for a core."""
    for thread in Path(f"/proc/{process}/task").glob("*/stat"):
        try:
            state = thread.read_text(errors="replace").rpartition(")")[2].split()[0]
        except OSError:  # it has ended
            continue
        if state == "R":
            return True
    return False
