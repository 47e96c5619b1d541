"""Whole runs: how many per minute, and what the opponents cost."""

import multiprocessing
import subprocess
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

from timing import seconds

from tttcore.engines.genetic_algorithm.generational import GeneticAlgorithm
from tttcore.engines.genetic_algorithm.recipe import build_recipe
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.registry import merge
from tttcore.pipeline.rng import stream

PROCESSES = 2
BATCH = 100

DESCRIBED: dict[str, Any] = {
    "seat": "first",
    "coding": {"name": "cells"},
    "population": 100,
    "select": {"name": "sus", "niching": "per_fitness"},
    "cross": {"name": "n_point", "sites": 50},
    "mutate": {"name": "random_reset", "slope": 250, "base": 10},
    "breed": {"name": "in_sequence"},
    "pool": ["parents", "unmutated", "mutated"],
    "replace": {"name": "controlled_elite"},
    "first_generation": 0,
    "generations": 500,
}
LISTED = merge(DESCRIBED, {"select": {"niching": "constant"}, "pool": ["parents", "mutated", "mutated"]})


def against(base: dict[str, Any], **opponent: str) -> dict[str, Any]:
    """`base` with its elite chosen by losses to an opponent."""
    return merge(base, {"replace": {"by": {"name": "losses", "opponent": opponent}}})


TREATMENTS = {
    "control, described": DESCRIBED,
    "RMG, described": against(DESCRIBED, name="rmg"),
    "UMG, described": against(DESCRIBED, name="umg"),
    "control, listed": LISTED,
    "RMG, listed": against(LISTED, name="rmg"),
    "UMG, listed": against(LISTED, name="umg", centre="anyone", counter="running"),
}


def machine(treatment: str) -> GeneticAlgorithm:
    """The algorithm of a treatment, compiled."""
    tables = enumerate_states()
    ready = GeneticAlgorithm(build_recipe(TREATMENTS[treatment], treatment), tables)
    ready.run(stream(0, "warm"))
    return ready


def batch(ready: GeneticAlgorithm, name: str, first: int, count: int) -> int:
    """Run `count` replicates; generations made in all."""
    return sum(ready.run(stream(0, name, replicate)).generations for replicate in range(first, first + count))


def opponents_cost(rounds: int) -> dict[str, float]:
    """Time per run of each treatment over that of its protocol's control, and time per generation."""
    measured = {}
    for protocol in ("described", "listed"):
        names = [name for name in TREATMENTS if name.endswith(protocol)]
        ready = {name: machine(name) for name in names}
        generations = {name: batch(ready[name], name, 0, BATCH) for name in names}
        times = seconds(*(partial(batch, ready[name], name, 0, BATCH) for name in names), rounds=rounds)
        for name, spent in zip(names, times, strict=True):
            measured[f"{name}: ms per run"] = spent / BATCH * 1e3
            measured[f"{name}: us per generation"] = spent / generations[name] * 1e6
            measured[f"{name}: run / control"] = spent / times[0]
    return measured


def _work(treatment: str, first: int, count: int, start: Any, spent: Any) -> None:
    ready = machine(treatment)
    start.wait()
    begin = time.perf_counter()
    batch(ready, treatment, first, count)
    spent.put(time.perf_counter() - begin)


def runs_per_minute(treatment: str, count: int) -> float:
    """Warm runs per minute of `PROCESSES` processes side by side, `count` each; the slowest counts."""
    context = multiprocessing.get_context("spawn")
    start, spent = context.Barrier(PROCESSES), context.Queue()
    workers = [
        context.Process(target=_work, args=(treatment, rank * count, count, start, spent)) for rank in range(PROCESSES)
    ]
    for worker in workers:
        worker.start()
    slowest = max(spent.get() for _ in workers)
    for worker in workers:
        worker.join()
    return 60 * PROCESSES * count / slowest


def peak_memory(treatment: str, count: int) -> float:
    """Highest resident memory, in MB, of a process that makes `count` runs."""
    work = f"runs.batch(runs.machine({treatment!r}), 'memory', 0, {count})"
    code = f"import runs; from tttcore.pipeline.versions import peak_memory; {work}; print(peak_memory())"
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=Path(__file__).parent, check=True, capture_output=True, text=True
    )
    return float(done.stdout)


def measure(rounds: int) -> dict[str, float]:
    """Numbers of whole runs."""
    return {
        "control, described: runs per minute on 2 cores": runs_per_minute("control, described", 50 * rounds),
        "control, listed: runs per minute on 2 cores": runs_per_minute("control, listed", 50 * rounds),
        **opponents_cost(rounds),
        "peak memory of a process, MB": peak_memory("UMG, listed", 200),
    }
