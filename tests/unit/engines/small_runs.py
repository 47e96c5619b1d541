"""Store small runs of every engine as batches do: ``small_runs.py FOLDER``, in the folder of the project."""

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

from tttcore.engines.engine import engine, engines, read_study
from tttcore.engines.replicates import run_replicates
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.modules import ENGINES, submodule
from tttcore.pipeline.store import write

STUDIES = Path("config/studies")
GENERATIONS = {"population": 20, "generations": 3}
"""More than eight genomes: so many, numpy adds in pairs."""
SEARCHES = {
    "players": {
        "deep": {"name": "alphabeta", "heuristic": 2, "depth": 2},
        "uct": {"name": "montecarlo", "playouts": 20},
    },
    "prove": 5,
}
GENIES = {"games": 3, "generations": 20}
SESSIONS = {"games": 40, "evaluation": 3}
MATCHBOXES = {"games": 12, "every": 6}
SMALL: dict[str, dict[str, dict[str, Any]]] = {
    "ancheta2020": dict.fromkeys(("control-described", "rmg-listed", "umg-listed", "second-seat"), GENERATIONS),
    "hemingroth2025": dict.fromkeys(("exclusive", "independent", "extent-0500"), GENERATIONS),
    "post1999": dict.fromkeys(("square3", "original"), GENIES),
    "osipa2017": {"league": SEARCHES},
    "mrugala2020": dict.fromkeys(("3x3", "3x3-random-ties", "5x5-python", "infinite", "smarter"), SESSIONS),
    "gardner1962": dict.fromkeys(("person", "as-menace", "free"), MATCHBOXES),
    "michie1963": dict.fromkeys(("person", "refilled", "perfect-cells"), MATCHBOXES),
}
"""Changes that make treatments of studies small."""


def recipes() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Engine, name and recipe of each treatment: what engines warm up with, and small treatments of studies."""
    for made_by in engines():
        if module := submodule(ENGINES, made_by, "warm_up"):
            for number, recipe in enumerate(import_module(module).RECIPES):
                yield made_by, f"{made_by} {number}", recipe
    for name, treatments in SMALL.items():
        study = read_study(STUDIES / f"{name}.yaml")
        for treatment, changes in treatments.items():
            yield study.engine, f"{name} {treatment}", {**study.treatments[treatment].recipe, **changes}


def main(folder: Path) -> None:
    """Run two replicates of each."""
    tables = enumerate_states()
    for made_by, name, recipe in recipes():
        chosen = engine(made_by)
        runs = run_replicates(chosen, "small", name, recipe, tables, seed=0, replicates=range(2))
        write(folder / f"{name}.parquet", runs, schema=chosen.STORED.batches, provenance={})


if __name__ == "__main__":
    main(Path(sys.argv[1]))
