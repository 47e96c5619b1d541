"""Progress of a run: the share of its computing time that is done, and its end; jobs count by expected seconds."""

import time
from collections.abc import Callable, Mapping

LEAST_SHARE = 0.02
"""Share of the work from which on the time left is told."""


class Progress:
    """Jobs of a run: those to come, those under way and those that are done.

    Parameters
    ----------
    clock : tells the time, in seconds.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self.expect({})

    def expect(self, seconds: Mapping[int, float]) -> None:
        """Begin with these jobs, as number and expected computing time in seconds; all of them are to come."""
        self._seconds = dict(seconds)
        self._whole = sum(self._seconds.values())
        self._done: set[int] = set()
        self.running: dict[int, str] = {}
        self._start = self._clock()

    def begin(self, job: int, what: str) -> None:
        """Note that a job has started that does `what`."""
        self.running[job] = what

    def finish(self, job: int) -> None:
        """Note that a job is done."""
        self.stop(job)
        self._done.add(job)

    def stop(self, job: int) -> None:
        """Note that a job is no longer under way."""
        self.running.pop(job, None)

    @property
    def jobs(self) -> str:
        """Jobs that are done, such as ``12 of 194 jobs``."""
        return f"{len(self._done)} of {len(self._seconds)} jobs"

    @property
    def started(self) -> bool:
        """True if a job was begun or is done."""
        return bool(self.running or self._done)

    @property
    def ended(self) -> bool:
        """True if all jobs are done; False where nobody said which to expect."""
        return bool(self._seconds) and self._done >= self._seconds.keys()

    @property
    def elapsed(self) -> float:
        """Seconds since the run began."""
        return self._clock() - self._start

    @property
    def share(self) -> float:
        """Share of the expected computing time that is done, 0 to 1."""
        return sum(self._seconds.get(job, 0) for job in self._done) / self._whole if self._whole else 0

    def __str__(self) -> str:
        """Share of the work, and the time left if the rest goes as fast; at first how much work there is."""
        if self.share < LEAST_SHARE:
            return f"{self.share:.0%} of about {duration(self._whole)} of computing"
        if self.ended:
            return "100% of the work"
        return f"{self.share:.0%} of the work, about {duration(self.elapsed * (1 - self.share) / self.share)} left"


def duration(seconds: float) -> str:
    """Rounded time for people, such as ``40 s`` or ``9 min``."""
    if seconds < 95:
        return f"{max(10, round(seconds, -1)):.0f} s"
    hours, minutes = divmod(round(seconds / 60), 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min"


PROGRESS = Progress()
"""Progress of this process's run: the Snakefile says what to expect, and the log tells how far it is."""
