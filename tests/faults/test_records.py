"""Results that Snakemake has no record of, and results made again: an input was replaced, or a script edited."""

import os
import re
import shutil

import pytest
from project import ROOT, Project, jobs
from tiny import STUDY, TARGETS

from tttcore.pipeline.atomic_file import PARTIAL


def planned(project: Project, *arguments: str) -> dict[str, int]:
    """Job counts of a dry run; none if nothing is to be done."""
    dry = project.snakemake(*TARGETS, "--dry-run", *arguments)
    assert dry.returncode == 0, dry.stderr
    said = dry.stdout + dry.stderr
    return {} if "Nothing to be done" in said else jobs(said)


@pytest.fixture
def copied(finished) -> Project:
    """A finished project without what Snakemake knows of it."""
    shutil.rmtree(finished.folder / ".snakemake")
    return finished


def test_a_copy_is_finished(copied, goes_on):
    assert planned(copied) == {}
    goes_on(copied)


def other_seed(project: Project) -> tuple[str, ...]:
    return ("--config", "seed=77")


def other_recipe(project: Project) -> tuple[str, ...]:
    project.edit(
        "studies/ancheta2020.yaml",
        lambda settings: settings["treatments"]["control-listed"].update(mutate={"base": 12}),
    )
    return ()


@pytest.mark.parametrize(
    ("change", "file", "key"),
    [(other_seed, "control-described/", "seed"), (other_recipe, "control-listed/", "recipe")],
)
def test_a_copy_does_not_pass_for_results_of_other_settings(copied, change, file, key):
    settings = change(copied)
    refused = copied.snakemake(*TARGETS, "--dry-run", *settings)
    assert refused.returncode != 0
    (line,) = (line for line in refused.stderr.splitlines() if "rror" in line)
    remedy = f"remove {STUDY} and run again, or give the old setting"
    assert re.fullmatch(rf"error: {STUDY}/runs/{file}\d-\d\.parquet: made with another {key} than .+; {remedy}", line)
    shutil.rmtree(copied.folder / STUDY)
    assert planned(copied, *settings) == {"batch": 4, "runs": 1, "statistics": 1}


def test_another_seed_where_snakemake_has_its_records(finished):
    assert planned(finished, *other_seed(finished)) == {"batch": 4, "runs": 1, "statistics": 1}


def test_files_of_users_stay_and_those_of_killed_jobs_go(copied):
    mine = [copied.folder / "results" / name for name in (".notes.20261122", ".config.settings", "notes.txt")]
    for file in mine:
        file.write_text("mine")
        os.utime(file, (10, 10))
    left = copied.folder / STUDY / f"{PARTIAL}0123abcd-runs.parquet"
    left.touch()
    shutil.rmtree(copied.folder / STUDY / "tables")  # so that there is something to be done
    assert copied.snakemake(*TARGETS).returncode == 0
    assert [(file.read_text(), file.stat().st_mtime) for file in mine] == [("mine", 10)] * 3
    assert not left.exists()


def test_an_input_that_is_replaced_by_an_older_file(finished):
    name = next(iter(finished.config("studies/ancheta2020.yaml")["published"]["tables"].values()))
    file = finished.folder / name
    before = file.stat()
    first, *rows = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([first, *reversed(rows), ""]), encoding="utf-8")
    os.utime(file, (before.st_atime - 1000, before.st_mtime - 1000))
    assert planned(finished) == {"statistics": 1}


def test_a_comment_in_a_script_makes_nothing_again_and_its_logic_does(finished, tmp_path):
    copy = tmp_path / "copy"
    shutil.copytree(ROOT / "workflow", copy / "workflow")
    for name in ("Snakefile", "CITATION.cff"):
        shutil.copy(ROOT / name, copy)
    for script in (copy / "workflow" / "scripts").iterdir():
        script.write_text(f"# a comment\n{script.read_text(encoding='utf-8')}", encoding="utf-8")
    assert planned(finished, "--snakefile", str(copy / "Snakefile")) == {}
    for name in ("make_statistics", "run_replicates"):
        with (copy / "workflow" / "scripts" / f"{name}.py").open("a", encoding="utf-8") as script:
            script.write("print()\n")
    assert planned(finished, "--snakefile", str(copy / "Snakefile")) == {"batch": 4, "runs": 1, "statistics": 1}


@pytest.mark.parametrize(
    ("target", "said"),
    [
        (f"{STUDY}/runs/nosuch/0-5.parquet", "unknown treatment 'nosuch'; known: control-described, control-listed"),
        (f"{STUDY}/runs/control-listed/5-5.parquet", "batch '5-5' holds no runs; allowed: "),
        (f"{STUDY}/runs/control-listed/9-5.parquet", "batch '9-5' holds no runs; allowed: "),
        ("results/benchmarks/ancheta2020/times/nosuch.csv", "unknown benchmark 'nosuch'; known: none"),
    ],
)
def test_misspelt_targets_are_told_in_one_line(finished, target, said):
    refused = finished.snakemake("--dry-run", target)
    assert refused.returncode != 0
    assert f"error: ancheta2020: {said}" in refused.stderr
    assert "Traceback" not in refused.stderr
