"""The same runs to the last bit, whether numba compiles the kernels or Python interprets them, by real processes.

Run as a program, `test_without_the_compiler.py FOLDER` stores small runs of every engine, as batches do.
"""

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tttcore.engines.engine import engine, engines
from tttcore.engines.replicates import run_replicates
from tttcore.engines.study_files import read_study
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.modules import ENGINES, submodule
from tttcore.pipeline.store import write

ROOT = Path(__file__).resolve().parents[3]
GENERATIONS = {"population": 20, "generations": 3}
"""More than eight genomes: so many, numpy adds in pairs."""
SEARCHERS = {
    "deep": {"name": "alphabeta", "heuristic": 2, "depth": 2},
    "uct": {"name": "montecarlo", "playouts": 20},
}
SESSIONS = {"games": 40, "evaluation": 3}
MATCHBOXES = {"games": 12, "every": 6}
SMALL = {
    "ancheta2020": (("control-described", "rmg-listed", "umg-listed", "second-seat"), GENERATIONS),
    "hemingroth2025": (("exclusive", "independent", "extent-0500"), GENERATIONS),
    "post1999": (("square3", "original"), {"games": 3, "generations": 20}),
    "osipa2017": (("league",), {"players": SEARCHERS}),
    "mrugala2020": (("3x3", "3x3-random-ties", "5x5-python", "infinite", "smarter"), SESSIONS),
    "gardner1962": (("person", "as-menace", "free"), MATCHBOXES),
    "michie1963": (("person", "refilled", "perfect-cells"), MATCHBOXES),
}
"""Treatments of studies, and changes that make them small."""


def store_runs(folder):
    """Two replicates of what engines warm up with, and of small treatments of studies."""
    recipes = [
        (name, f"{name} {number}", recipe)
        for name in engines()
        if (module := submodule(ENGINES, name, "warm_up"))
        for number, recipe in enumerate(import_module(module).RECIPES)
    ]
    for name, (treatments, changes) in SMALL.items():
        study = read_study(ROOT / f"config/studies/{name}.yaml")
        recipes += [
            (study.engine, f"{name} {each}", {**study.treatments[each].recipe, **changes}) for each in treatments
        ]
    tables = enumerate_states()
    for made_by, name, recipe in recipes:
        runs = run_replicates(engine(made_by), "small", name, recipe, tables, seed=0, replicates=range(2))
        write(folder / f"{name}.parquet", runs, schema=engine(made_by).STORED.batches, provenance={})


@pytest.mark.needs_jit
@pytest.mark.slow
def test_every_engine_stores_the_same_bytes_without_the_compiler(tmp_path):
    folders = {off: tmp_path / off for off in ("0", "1")}
    command = [sys.executable, "-W", "ignore:overflow encountered:RuntimeWarning", __file__]
    started = [
        subprocess.Popen(
            [*command, folder], cwd=ROOT, env=os.environ | {"NUMBA_DISABLE_JIT": off}, stderr=subprocess.PIPE, text=True
        )
        for off, folder in folders.items()
    ]
    assert [process.communicate()[1] for process in started] == [""] * 2
    compiled, plain = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in folders.values())
    assert compiled.keys() == plain.keys()
    assert not [name for name, content in compiled.items() if plain[name] != content]


if __name__ == "__main__":
    store_runs(Path(sys.argv[1]))
