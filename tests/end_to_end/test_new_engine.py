"""A new engine with its study in a copy of the project: folders, a YAML, two CSVs and a test; nothing else changes."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pandas as pd
import pytest
import yaml
from helpers.project import ROOT

from tttcore.pipeline.code_digests import code_digest

ENGINE, STUDY = "random_search", "search2026"
PARTS = ("tttcore", "workflow", "config", "envs")
MOST_LINES = 172


def run(folder: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a command in the copy, with the package that lies there."""
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, check=False, capture_output=True, text=True
    )


def ttt(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(folder, "-c", "import sys; from tttcore.cli import main; sys.exit(main(sys.argv[1:]))", *arguments)


def digests(folder: Path) -> dict[str, str]:
    """Digest of the code behind every module."""
    root = folder / "tttcore"
    paths = (file.relative_to(root).with_suffix("") for file in root.rglob("*.py"))
    names = {".".join(["tttcore", *(part for part in path.parts if part != "__init__")]) for path in paths}
    return {name: code_digest(name, root=root) for name in names - {"tttcore"}}


@pytest.fixture(scope="module")
def checkout(tmp_path_factory, counted):
    """A copy of the project, the game counted, with engine and study begun; digests of the code before that."""
    folder = tmp_path_factory.mktemp("checkout")
    for part in PARTS:
        shutil.copytree(ROOT / part, folder / part, ignore=shutil.ignore_patterns("__pycache__"))
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, folder / part)
    shutil.copy(ROOT / "Snakefile", folder)
    before = digests(folder)
    for asked in (["engine", ENGINE], ["study", STUDY, "--engine", ENGINE]):
        made = ttt(folder, "new", *asked)
        assert made.returncode == 0, made.stderr
    settings = yaml.safe_load((folder / "config/config.yaml").read_text(encoding="utf-8"))
    settings |= {"studies": [STUDY], "scale": "quick"}
    (folder / "config/config.yaml").write_text(yaml.safe_dump(settings), encoding="utf-8")
    return folder, before


OPERATOR = '''
"""Selection by rank."""

from dataclasses import dataclass

from tttcore.engines.genetic_algorithm.operators.selection import Truncation, selections


@selections.register("linear_ranking")
@dataclass(frozen=True, kw_only=True)
class LinearRanking(Truncation):
    """Selection by rank."""
'''
SELECTIONS = "from tttcore.engines.genetic_algorithm.operators.selection import selections; print(*selections.names())"


def test_it_takes_six_places_and_few_lines(checkout):
    folder, _ = checkout
    written = [
        *(folder / "tttcore/engines" / ENGINE).rglob("*.py"),
        *(folder / "tttcore/studies" / STUDY).rglob("*.py"),
        folder / f"tests/unit/engines/{ENGINE}/test_{ENGINE}.py",
        folder / f"config/studies/{STUDY}.yaml",
        folder / f"config/claims/{STUDY}.csv",
        folder / f"config/findings/{STUDY}.csv",
    ]
    theirs, ours = (
        {path.relative_to(root) for part in (*PARTS, "tests") for path in (root / part).rglob("*.*")}
        for root in (folder, ROOT)
    )
    assert {path.relative_to(folder) for path in written} == {
        path for path in theirs - ours if "__pycache__" not in path.parts
    }
    assert sum(len(file.read_text(encoding="utf-8").splitlines()) for file in written) <= MOST_LINES


def test_no_other_digest_changes(checkout):
    """Nor by an operator in a new file, which is found."""
    folder, before = checkout
    path = folder / "tttcore/engines/genetic_algorithm/operators/linear_ranking.py"
    path.write_text(OPERATOR.lstrip(), encoding="utf-8")
    try:
        after = digests(folder)
        assert {name: after[name] for name in before} == before
        assert any(name.startswith(f"tttcore.engines.{ENGINE}") for name in after)
        assert "linear_ranking" in run(folder, "-c", SELECTIONS).stdout.split()
    finally:
        path.unlink()


def test_its_own_test_passes(checkout):
    folder, _ = checkout
    tested = run(folder, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/unit/engines/{ENGINE}")
    assert tested.returncode == 0, tested.stdout


def test_the_study_runs_with_its_page_players_and_verdicts(checkout):
    folder, _ = checkout
    made = run(folder, "-m", "snakemake", "--cores", "2", STUDY)
    assert made.returncode == 0, made.stderr
    results = folder / "results"
    verdicts = pd.read_csv(results / STUDY / "verdicts.csv").set_index("id")
    assert verdicts.loc[f"{STUDY}-C02", "verdict"] == "reproduced"
    assert verdicts["measured"].notna().all()
    runs, traces = (pd.read_parquet(results / STUDY / f"{name}.parquet") for name in ("runs", "traces"))
    drawn = traces.groupby(["treatment", "replicate"], sort=False)
    assert drawn["draw"].apply(list).tolist() == [[*range(1, draws + 1)] for draws in runs["draws"]]
    assert drawn["won"].apply(list).tolist() == [[*won] for won in runs["won"]]
    assert (results / STUDY / "figures" / "best.png").stat().st_size > 10_000
    assert STUDY in (results / "report" / f"{STUDY}.html").read_text(encoding="utf-8")
    told = ttt(folder, "agents", STUDY)
    assert told.returncode == 0, told.stderr
    assert f"{STUDY}/hard/0" in told.stdout
    planned = run(folder, "-m", "snakemake", "--cores", "1", "--dry-run", "--forceall", "results/league/classic")
    assert f"Export the players of {STUDY}\n" in planned.stdout


@pytest.mark.parametrize(
    ("file", "change", "options", "said"),
    [
        (f"tttcore/engines/{ENGINE}/engine.py", ("def summarise(", "def summarize("), [], "has no 'summarise'"),
        (
            f"config/studies/{STUDY}.yaml",
            ("  best: ", "  bset: "),
            ["--dry-run"],
            f"error: config/studies/{STUDY}.yaml: tables.bset: tttcore/studies/{STUDY}/tables.py has no 'bset' (did",
        ),
        (
            f"tttcore/engines/{ENGINE}/engine.py",
            ('"draws": len(won)', '"draw": len(won)'),
            ["--forcerun", f"batches_{STUDY}"],
            "not a table of random_search runs: missing ['draws']",
        ),
    ],
)
def test_a_mistake_in_it_is_told_in_one_line(checkout, file, change, options, said):
    folder, _ = checkout
    path = folder / file
    right = path.read_text(encoding="utf-8")
    assert change[0] in right
    path.write_text(right.replace(*change), encoding="utf-8")
    try:
        refused = run(folder, "-m", "snakemake", "--cores", "1", f"results/{STUDY}/runs/hard/0-10.parquet", *options)
    finally:
        path.write_text(right, encoding="utf-8")
    assert refused.returncode != 0
    told = [line for line in refused.stderr.splitlines() if said in line]
    assert told, refused.stderr
    assert "Traceback" not in refused.stderr
