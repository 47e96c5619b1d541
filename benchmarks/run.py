"""Run benchmarks, print a table and keep it in results.json, in scale.json or in waits.json.

Usage: python benchmarks/run.py [rounds | scale | waits]
"""

import json
import operator
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy gets one thread, as the kernels do

import entered
import evaluation
import genies
import league
import learners
import learning
import live
import matchboxes
import proofs
import report
import runs
import scale
import search
import training
import waits

from tttcore.pipeline.versions import describe_machine

GOALS = {
    "evaluation: numpy / compiled": (">=", 20),
    "evaluation: plain Python / compiled": (">=", 10_000),
    "evaluation: both seats / first seat": ("<=", 4),
    "control, described: runs per minute on 2 cores": (">=", 100_000),
    "RMG, described: run / control": ("<=", 1.5),
    "RMG, listed: run / control": ("<=", 1.5),
    "UMG, described: run / control": ("<=", 4),
    "UMG, listed: run / control": ("<=", 4),
    "training: ms for 37 generations of 2,000, both seats": ("<=", 50),
    "training: plain Python / compiled": (">=", 5_000),
    "Genies 4^3: plain Python / 1,000 generations of 300 games": (">=", 20_000),
    "Genies 4^3: every game played / outcomes remembered": (">=", 12),
    "Genies 4^5: plain Python / compiled game": (">=", 20_000),
    "Genies 4^7: compiled recount / game": (">=", 800),
    "Genies 4^10: seconds for a game": ("<=", 0.15),
    "Genies 4^10: peak memory, MB": ("<=", 250),
    "Genies 4^12: seconds for a game": ("<=", 4),
    "Genies 4^12: peak memory, MB": ("<=", 1500),
    "nine boards: nodes per second, compiled / C++": (">=", 0.8),
    "nine boards: ms for depth 8 from the empty board": ("<=", 10),
    "nine boards: seconds for depth 12 with order and table": ("<=", 3),
    "learning, 3x3: plain Python as listed / compiled": (">=", 500),
    "learning, 5x5: plain Python as listed / compiled": (">=", 400),
    "learning, infinite: plain Python as listed / compiled": (">=", 3000),
    "learning, smarter: plain Python as listed / compiled": (">=", 300),
    "learning, smarter: seconds for 10,000,000 games": ("<=", 120),
    "learning, smarter: peak memory, MB": ("<=", 1000),
    "learning, infinite: estimates stored as listed / learnt": (">=", 50),
    "matchboxes: plain Python / compiled, 3x3": (">=", 300),
    "matchboxes: plain Python / compiled, hexapawn": (">=", 300),
    "learners: CPU seconds for 30 runs of TD, opponent random": ("<=", 90),
    "league of 200: seconds for all tables": ("<=", 60),
    "entered player: seconds to evaluate a table": ("<=", 2),
    "ttt league: seconds for 40 tables, with start and page": ("<=", 10),
    "ancheta2020/control-listed: page / compiled, generations": (">=", 0.2),
    "ancheta2020/umg-listed: page / compiled, generations": (">=", 0.2),
    "ancheta2020/second-seat: page / compiled, generations": (">=", 0.2),
    "hemingroth2025/exclusive: page / compiled, generations": (">=", 0.2),
    "report: seconds for all pages": ("<=", 90),
    "report: MB": ("<=", 12),
    "a million replicates: seconds to plan": ("<=", 20),
    "a million replicates: peak memory to plan, MB": ("<=", 1000),
    "ten million runs: peak memory to gather, MB": ("<=", 2000),
    "ten million runs: peak memory to tell, MB": ("<=", 2000),
    "make demo, installation included: seconds": ("<=", 90),
    "make demo, cold kernels: CPU seconds": ("<=", 25),
    "make quick, cold kernels: CPU minutes": ("<=", 3),
    "make: seconds to the first document's page": ("<=", 300),
    "make, cold kernels: CPU minutes": ("<=", 34),
    "make, cold kernels: CPU minutes without runs": ("<=", 6),
    "results/: MiB": ("<=", 350),
    "make again: CPU seconds": ("<=", 2.5),
    "make, one figure's code edited: CPU seconds": ("<=", 5),
    "environment of make: MiB": ("<=", 900),
    "environment of make test: MiB": ("<=", 1600),
    "make test, cold kernels: CPU minutes": ("<=", 8),
}
HOLDS = {">=": operator.ge, "<=": operator.le}
WORKS = (
    evaluation, runs, training, genies, search, proofs, learning, learners, matchboxes, league, entered, live, report,
)  # fmt: skip


def main(works: Iterable[ModuleType], rounds: int, results: str) -> None:
    """Measure, print, keep."""
    measured: dict[str, float] = {}
    for work in works:
        measured |= work.measure(rounds)
    rows = []
    for name, value in measured.items():
        goal = GOALS.get(name)
        met = HOLDS[goal[0]](value, goal[1]) if goal else None
        rows.append({"name": name, "value": value, "goal": " ".join(map(str, goal)) if goal else None, "met": met})
        verdict = f"goal {rows[-1]['goal']}: {'met' if met else 'MISSED'}" if goal else ""
        print(f"{name:62s} {value:12.5g}  {verdict}")
    kept = json.dumps({"machine": describe_machine(), "results": rows}, indent=2) + "\n"
    Path(__file__).with_name(results).write_text(kept, encoding="utf-8")


if __name__ == "__main__":
    asked = sys.argv[1] if len(sys.argv) > 1 else "31"
    if asked in ("scale", "waits"):
        main([{"scale": scale, "waits": waits}[asked]], 1, f"{asked}.json")
    elif asked.isdecimal():
        main(WORKS, int(asked), "results.json")
    else:
        sys.exit(f"error: {asked}: neither a number of rounds nor scale or waits")
