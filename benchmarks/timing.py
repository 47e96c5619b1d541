"""Time pieces of work against one another in one go."""

import time
from collections.abc import Callable
from statistics import median

Work = Callable[[], object]


def seconds(*works: Work, rounds: int) -> list[float]:
    """Median time of one call of each of `works`, called in turn so that all meet the same machine.

    A first call of each is not counted: it may compile or fill caches.
    """
    times: list[list[float]] = [[] for _ in works]
    for work in works:
        work()
    for _ in range(rounds):
        for kept, work in zip(times, works, strict=True):
            start = time.perf_counter()
            work()
            kept.append(time.perf_counter() - start)
    return [median(kept) for kept in times]
