"""Users' learners: CPU time of runs as a study makes them, each in a fresh process, with all looks at what it plays."""

import os
from itertools import pairwise
from pathlib import Path
from statistics import median

from tttcore.engines.learner.engine import trained
from tttcore.engines.learner.recipe import build_recipe
from tttcore.engines.replicates import Replicate

TD = Path(__file__).resolve().parents[1] / "docs" / "learners" / "td.py"
RUNS, GAMES = 30, 30_000


def measure(rounds: int) -> dict[str, float]:
    """CPU seconds of so many runs, by the median of some, against random moves and with itself."""
    found = {}
    for opponent in ("random", "itself"):
        recipe = build_recipe({"learner": str(TD), "opponent": opponent, "games": GAMES}, "benchmarks")
        ends = [_cpu_seconds()]
        for number in range(1 + rounds // 10):
            trained(recipe, Replicate(0, "benchmarks", opponent, number))
            ends.append(_cpu_seconds())
        runs = [end - start for start, end in pairwise(ends)][-max(rounds // 10, 1) :]
        found[f"learners: CPU seconds for {RUNS} runs of TD, opponent {opponent}"] = RUNS * median(runs)
    return found


def _cpu_seconds() -> float:
    """CPU time of this process and of its children so far."""
    return sum(os.times()[:4])
