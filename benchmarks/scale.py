"""Ten million runs, gathered and told of within the memory of a laptop; a million of each treatment, planned.

The gathered runs are real ones of the first study, some of each treatment, that come again and again under new numbers:
the tables have as many rows as those of ten million different runs, and are smaller only as files.
"""

import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from tttcore.engines.collect import Files, collect, expected_provenance
from tttcore.engines.genetic_algorithm import engine as genetic_algorithm
from tttcore.engines.replicates import run_replicates
from tttcore.engines.study_files import read_study
from tttcore.games.classic import enumerate_states
from tttcore.pipeline.store import PROVENANCE, InFile, table_of_rows
from tttcore.pipeline.study import Study
from tttcore.stats.evidence import Evidence
from tttcore.studies.tables import compute, tables_of

ROOT = Path(__file__).resolve().parents[1]
RUNS, DIFFERENT = 10_000_000, 1000
SEED, CODE = 2020, "benchmark"
JOB = 90
"""Seconds of computing time in a batch, about what a plan of so many runs comes to."""
STEPS = ("gather", "tell")


def measure(_: int) -> dict[str, float]:
    """Seconds and peak memory of a plan and of the two rules that see all runs, measured once."""
    found = plan()
    with tempfile.TemporaryDirectory(prefix="ttt-scale-") as folder:
        _store(Path(folder))
        for step in STEPS:
            process = subprocess.run(
                [sys.executable, __file__, step, folder], check=True, capture_output=True, text=True
            )
            seconds, megabytes = json.loads(process.stdout)
            found[f"ten million runs: seconds to {step}"] = seconds
            found[f"ten million runs: peak memory to {step}, MB"] = megabytes
    return found


def plan() -> dict[str, float]:
    """A dry run of a million replicates of every treatment of the first study, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="ttt-scale-") as folder:
        shutil.copytree(ROOT / "config", Path(folder) / "config")
        command = [sys.executable, "-m", "snakemake", "--snakefile", ROOT / "Snakefile", "--directory", folder]
        asked = ["--config", "replicates=1000000", "studies=[ancheta2020]"]
        begin = time.perf_counter()
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen([*command, "--dry-run", *asked], **silent)
        _, status, used = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - begin
    if status:
        raise RuntimeError("a million replicates can't be planned")
    return {
        "a million replicates: seconds to plan": seconds,
        "a million replicates: peak memory to plan, MB": used.ru_maxrss / 1024,
    }


def _study() -> Study:
    return read_study(ROOT / "config/studies/ancheta2020.yaml")


def _wanted(study: Study) -> dict[str, int]:
    return dict.fromkeys(study.treatments, RUNS // len(study.treatments))


def _store(folder: Path) -> None:
    """Batches of every treatment."""
    study, tables = _study(), enumerate_states()
    for name, count in _wanted(study).items():
        treatment = study.treatments[name]
        size = treatment.batch_size(JOB)
        few = DIFFERENT if treatment.seconds < 0.05 else DIFFERENT // 10
        runs = run_replicates(
            genetic_algorithm, study.name, name, treatment.recipe, tables, seed=SEED, replicates=range(few)
        )
        made_with = json.dumps(expected_provenance({name: treatment.recipe}, seed=SEED, code={name: CODE})[name])
        known = table_of_rows(runs, genetic_algorithm.RUNS.columns)
        known = known.replace_schema_metadata({PROVENANCE: made_with})
        for start in range(0, count, size):
            replicates = np.arange(start, min(start + size, count), dtype=np.int32)
            table = known.take(replicates % few).set_column(1, "replicate", pa.array(replicates))
            file = folder / "runs" / name / f"{start}-{start + len(replicates)}.parquet"
            file.parent.mkdir(parents=True, exist_ok=True)
            pq.write_table(table, file, compression="zstd", write_page_checksum=True)


def _files(folder: Path) -> Files:
    return Files(folder / "runs.parquet", folder / "traces.parquet", folder / "champions.csv")


def gather(folder: Path) -> None:
    """Do what the rule `runs` does."""
    study = _study()
    batches = [
        file
        for name in study.treatments
        for file in sorted((folder / "runs" / name).iterdir(), key=lambda file: int(file.name.split("-")[0]))
    ]
    recipes = {name: treatment.recipe for name, treatment in study.treatments.items()}
    collect(
        batches,
        _files(folder),
        made_by=study.engine,
        wanted=_wanted(study),
        recipes=recipes,
        seed=SEED,
        code=dict.fromkeys(recipes, CODE),
        mixed_versions=False,
        provenance={},
    )


def tell(folder: Path) -> None:
    """Do what the rule `statistics` does, for all tables in one process."""
    study, files = _study(), _files(folder)
    stored = genetic_algorithm.STORED
    evidence = Evidence(
        study=study.name,
        comparisons=study.comparisons,
        published=study.config["published"],
        recipes={name: treatment.recipe for name, treatment in study.treatments.items()},
        run_rows=InFile(files.runs, stored.runs),
        trace_rows=InFile(files.traces, stored.traces),
        states=enumerate_states(),
        seed=SEED,
        stored=stored,
    )
    compute(tables_of(study.config, study.file), evidence)


if __name__ == "__main__":
    begin = time.perf_counter()
    {"gather": gather, "tell": tell}[sys.argv[1]](Path(sys.argv[2]))
    print(json.dumps([time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024]))
