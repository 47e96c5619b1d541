"""Every rule runs in a folder that holds its declared inputs and the configuration, and nothing else.

And the digest of its code, which decides what is made again after an edit, covers all functions that ran.
"""

import json
import re
import shutil
import subprocess
import sys

from project import ROOT, SHRINK, Project

from tttcore.pipeline.code_digests import with_imported

TARGETS = ("all", "results/article.zip")
BESIDE = {"tttcore.pipeline.job_log"}
"""Modules of which no result depends."""


def first_jobs(project: Project) -> dict[str, tuple[list[str], list[str]]]:
    """Declared inputs and outputs of the first job of each rule."""
    planned = project.snakemake("--dry-run", "--forceall", *TARGETS)
    assert planned.returncode == 0, planned.stderr
    found: dict[str, tuple[list[str], list[str]]] = {}
    for rule, block in re.findall(r"^(?:local)?rule (\w+):\n((?:    .+\n)+)", planned.stdout, flags=re.MULTILINE):
        said = dict(re.findall(r"^    (input|output): (.+)$", block, flags=re.MULTILINE))
        if "output" in said:
            told = [said.get(key, "").replace(" (update)", "").split(", ") for key in ("input", "output")]
            files = [[file for file in names if file] for names in told]
            found.setdefault(rule, (files[0], files[1]))
    return found


def copied(source: Project, folder, inputs: list[str]) -> Project:
    """A project in a new folder with the configuration and some files or folders of another one."""
    shutil.copytree(source.folder / "config", folder / "config")
    for name in inputs:
        path, target = source.folder / name, folder / name
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if path.is_dir() else shutil.copy2)(path, target)
    return Project(folder)


def covered_modules(project: Project, file) -> dict[str, set[str]]:
    """Modules that the digest of a job's code covers, by the job's first output."""
    program = ROOT / "tests" / "planned_code.py"
    subprocess.run([sys.executable, program, ROOT / "Snakefile", project.folder, file], check=True, capture_output=True)
    return {output: set(with_imported(*names)) for output, names in json.loads(file.read_text()).items()}


def test_every_rule_runs_on_its_declared_inputs_and_its_digest_covers_its_code(
    finished, tmp_path, tmp_path_factory, monkeypatch
):
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "tests" / "ran_modules"), prepend=":")
    monkeypatch.setenv("RAN_MODULES", str(tmp_path))
    jobs = first_jobs(finished)
    assert len(jobs) > 25
    assert {f"figures_{study}" for study in SHRINK} < {*jobs}
    failed = {}
    for rule, (inputs, outputs) in jobs.items():
        alone = copied(finished, tmp_path_factory.mktemp(rule), [name for name in inputs if not name.startswith("/")])
        made = alone.snakemake(outputs[0], "--allowed-rules", rule, "--forcerun", rule, cores=1)
        if made.returncode or not all((alone.folder / name).exists() for name in outputs):
            failed[rule] = made.stderr[-2000:]
        shutil.rmtree(alone.folder)
    assert failed == {}
    covered = covered_modules(finished, tmp_path / "covered.json")
    ran = {file.name.replace("|", "/"): {*file.read_text().split()} for file in tmp_path.glob("results|*")}
    assert len(ran) > 25
    assert {
        output: ran[output] - covered[output] - BESIDE for output in ran if ran[output] - covered[output] - BESIDE
    } == {}
