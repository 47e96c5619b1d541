"""A copy of the workflow with a small configuration, run in a folder of its own, and made once a session."""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml

from tttcore.claims.claims_file import read_claims
from tttcore.pipeline.config import read_yaml
from tttcore.pipeline.manifest import Digests, digests

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = ROOT / "tests" / "end_to_end" / "expected" / "MANIFEST.sha256"
"""Digests of the exact results of all studies, shrunk; `make expected` renews it."""
TIMES = ("results/logs/", "results/benchmarks/", "results/report/timings.html", "results/report/figures/timings/")
"""What differs from run to run: logs, and what is timed."""
PROFILE = ("--workflow-profile", str(ROOT / "profiles" / "default"))
"""The profile that loads by itself in the project's own folder."""
DUMPER = getattr(yaml, "CSafeDumper", yaml.SafeDumper)
"""The one in C, if it is there: the same, ten times as fast."""


@dataclass
class Project:
    """A folder to run the workflow in, with its own configuration."""

    folder: Path

    def config(self, name: str) -> dict:
        return read_yaml(self.folder / "config" / name)

    def edit(self, name: str, change) -> None:
        """Change a configuration file in place."""
        settings = self.config(name)
        change(settings)
        text = yaml.dump(settings, Dumper=DUMPER, sort_keys=False)
        (self.folder / "config" / name).write_text(text, encoding="utf-8")

    def run_batches(self, *studies: str) -> None:
        """Make all batches of studies in one process each, as at the scale quick; Snakemake finds them as if copied."""
        made = self.snakemake(*(f"batches_{study}" for study in studies), "--config", "scale=quick")
        assert made.returncode == 0, made.stderr
        shutil.rmtree(self.folder / ".snakemake")

    def copied(self, folder: Path) -> "Project":
        """The project in another folder, with all that is made and what Snakemake knows of it."""
        shutil.copytree(self.folder, folder)
        return Project(folder)

    def snakemake(
        self, *arguments: str, cores: int | None = 2, environment: Mapping[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run the workflow; without `cores` the arguments say who runs the jobs."""
        return subprocess.run(
            self._command(*arguments, cores=cores),
            check=False,
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=environment,
        )

    def start(self, *arguments: str, cores: int | None = 2) -> "subprocess.Popen[bytes]":
        """Start Snakemake in a process group of its own; what it says goes to `said`."""
        with self.said.open("wb") as said:
            return subprocess.Popen(
                self._command(*arguments, cores=cores),
                stdout=said,
                stderr=said,
                cwd=self.folder,
                env=dict(os.environ),
                start_new_session=True,
            )

    @property
    def said(self) -> Path:
        """What Snakemake has said since it was last started."""
        return self.folder / "said.txt"

    def _command(self, *arguments: str, cores: int | None) -> list[str]:
        limit = [] if cores is None else ["--cores", str(cores)]
        return [
            sys.executable, "-m", "snakemake", "--snakefile", str(ROOT / "Snakefile"), "--directory", str(self.folder),
            *limit, *arguments,
        ]  # fmt: skip

    def bytes_of(self, *patterns: str) -> dict[str, bytes]:
        files = [file for pattern in patterns for file in sorted(self.folder.glob(pattern)) if file.is_file()]
        assert files
        return {str(file.relative_to(self.folder)): file.read_bytes() for file in files}

    def results(self) -> dict[str, bytes]:
        """Bytes of all results, by path, but those of `TIMES`."""
        found = self.bytes_of("results/**/*")
        return {path: content for path, content in found.items() if not path.startswith(TIMES)}

    def verify(self, other: "Project") -> str:
        """Differences that `ttt verify` names in the results, and from those of another project; empty if none."""
        command = [str(Path(sys.executable).with_name("ttt")), "verify", "--against"]
        manifest = other.folder / "results" / "MANIFEST.sha256"
        verified = subprocess.run(
            [*command, str(manifest)], check=False, capture_output=True, text=True, cwd=self.folder
        )
        return verified.stdout + verified.stderr if verified.returncode else ""


def telling_modules(folder: Path) -> dict[str, str]:
    """Environment in which each job writes to a folder, by its first output, which modules ran; see `ran_modules`."""
    folders = [str(ROOT / "tests" / "helpers" / "ran_modules"), os.environ.get("PYTHONPATH")]
    path = os.pathsep.join(filter(None, folders))
    return {**os.environ, "PYTHONPATH": path, "RAN_MODULES": str(folder)}


def exact_results(project: Project, *studies: str) -> dict[str, Digests]:
    """Digests of the game's tables and of the studies' runs: of the rows of tables, and of the bytes of other files.

    Statistics, verdicts and figures are left out: libraries may compute and draw in another way in another version.
    """
    results = project.folder / "results"
    names = ("runs.parquet", "traces.parquet", "champions.csv", "agents.parquet")
    files = [file for study in studies for name in names if (file := results / study / name).exists()]
    found = digests([results / "tables", *files], root=results)
    return {path: Digests(rows=each.rows) if each.rows else each for path, each in found.items()}


def jobs(output: str) -> dict[str, int]:
    """Job counts of a dry run."""
    table = output[output.index("Job stats:") :].split("total")[0]
    return {name: int(count) for name, count in re.findall(r"^(\w+)\s+(\d+)$", table, flags=re.MULTILINE)}


ENOUGH = 1000
"""Runs of a scale that no test runs, with which every report could be decided, as is checked."""


def _shrunk(settings: dict, *, replicates: int, figures: Sequence[str], **defaults: int) -> None:
    """Few small runs, at the scale quick as well, and few figures."""
    settings["defaults"] |= defaults
    settings["replicates"] = {"quick": replicates, "paper": replicates, "decisive": ENOUGH}
    settings["quick"] = {}
    for treatment in settings["treatments"].values():
        treatment.pop("replicates", None)
        treatment.pop("quick", None)
    settings["figures"] = {name: settings["figures"][name] for name in figures}
    settings["cover"] = figures[0]


def shrink_ancheta2020(settings: dict) -> None:
    _shrunk(settings, replicates=5, figures=("figure-5-boxplot", "ecdf-all"), population=20, generations=12)
    settings["defaults"]["cross"]["sites"] = 10


def shrink_hemingroth2025(settings: dict) -> None:
    _shrunk(settings, replicates=5, figures=("figure-5-training", "extents"), population=60, generations=40)
    settings["timings"]["training"]["generations"] = 5


def shrink_post1999(settings: dict) -> None:
    """Few games in a generation; runs keep their length, which statements name. No times of games on great boards."""
    _shrunk(settings, replicates=2, figures=("successes", "family-tree"), games=5)
    settings["benchmarks"] = {}
    for timing in settings["timings"].values():
        timing |= {"edge": 3, "dimensions": 3}


def shrink_osipa2017(settings: dict) -> None:
    """Few games, few players who look two plies ahead but for one treatment."""
    _shrunk(settings, replicates=4, figures=("figure-1-work", "ratings"))
    for name, entry in [*settings["protocols"].items(), *settings["treatments"].items()]:
        for player in entry.get("players", {}).values():
            if name != "always-four":  # whose searches to depth 4 a table needs
                _shorten(player)
    league = settings["treatments"]["league"]["players"]
    settings["treatments"]["league"]["players"] = {
        name: league[name] for name in ("h0 d1", "h1 d1", "h1 d2", "h2 d1", "uct 30")
    }
    for name in {*league} - {*settings["treatments"]["league"]["players"]}:
        settings["labels"].pop(name)
    settings["benchmarks"].pop("times-of-players")


def shrink_mrugala2020(settings: dict) -> None:
    """Short sessions but on 3x3, which are fast."""
    _shrunk(settings, replicates=2, figures=("learning-curves", "readings-3x3"), games=120000, evaluation=5)
    for name, treatment in settings["treatments"].items():
        if "games" in treatment or name.startswith("5x5"):
            treatment |= {"games": 150000 if name == "3x3-long" else 2000, "evaluation": 5}


def shrink_matchboxes(settings: dict) -> None:
    """Few sessions; they keep their games, which tables name."""
    _shrunk(settings, replicates=5, figures=("learning",))


def _shorten(player: dict) -> None:
    if "depths" in player:
        player["depths"] = [min(depth, 2) for depth in player["depths"]]
    if "depth" in player:
        player["depth"] = min(player["depth"], 2)


SHRINK = {
    "ancheta2020": shrink_ancheta2020,
    "hemingroth2025": shrink_hemingroth2025,
    "post1999": shrink_post1999,
    "osipa2017": shrink_osipa2017,
    "mrugala2020": shrink_mrugala2020,
    "gardner1962": shrink_matchboxes,
    "michie1963": shrink_matchboxes,
}


def small_project(folder: Path, *studies: str) -> Project:
    """A fresh copy of the configuration with these studies, shrunk, in an empty folder."""
    shutil.copytree(ROOT / "config", folder / "config")
    project = Project(folder)
    for study, shrink in SHRINK.items():
        project.edit(f"studies/{study}.yaml", shrink)
    project.edit("worksheet.yaml", lambda settings: _drop_slides(settings, folder))
    given = {"seed": 2020, "scale": "paper", "studies": list(studies)}
    project.edit("config.yaml", lambda settings: settings.update(given))
    return project


def _drop_slides(settings: dict, folder: Path) -> None:
    """Drop slides whose figures the project doesn't draw."""
    drawn = {"machines/unbeaten", "machines/hexapawn"} | {
        f"{study}/{name}"
        for study in SHRINK
        for name in read_yaml(folder / "config" / "studies" / f"{study}.yaml")["figures"]
    }
    for lesson in settings["lessons"]:
        lesson["slides"] = [each for each in lesson["slides"] if each.get("figure") in {None, *drawn}]


TINY = "results/ancheta2020"
TINY_TARGETS = (f"{TINY}/tables", *PROFILE)
"""What the tiny project is asked for."""


def tiny_project(folder: Path) -> Project:
    """The first study with two treatments, two runs of each, a batch for each run, three tables and a figure."""
    shutil.copytree(ROOT / "config", folder / "config")
    project = Project(folder)
    project.edit("studies/ancheta2020.yaml", _shrink_to_tiny)
    given = {"scale": "paper", "studies": ["ancheta2020"], "batch_seconds": 0.001}
    project.edit("config.yaml", lambda settings: settings.update(given))
    file = folder / "config" / "claims" / "ancheta2020.csv"
    claims = read_claims(file)  # most are measured in what isn't made
    claims[(claims["measure"] == "") & (claims["asserts"] == "")].to_csv(file, index=False)
    for name in ("findings/ancheta2020.csv", "worksheet.yaml"):
        (folder / "config" / name).unlink()
    return project


def _shrink_to_tiny(settings: dict) -> None:
    shrink_ancheta2020(settings)
    settings["replicates"] = {"quick": 2, "paper": 2, "decisive": ENOUGH}
    members = {"described": "control-described", "listed": "control-listed"}
    settings["treatments"] = {name: settings["treatments"][name] for name in members.values()}
    settings["comparisons"] = {"control": members}
    settings["labels"] = {name: settings["labels"][name] for name in members}
    settings["published"] = {"tables": settings["published"]["tables"]}
    settings["tables"] = {name: settings["tables"][name] for name in ("summaries", "ecdf", "behaviour")}
    settings["figures"] = {"ecdf-all": {**settings["figures"]["ecdf-all"], "claims": []}}
    settings["cover"] = "ecdf-all"
    for key in ("machine", "null_result", "readings"):
        settings.pop(key)


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], None]) -> Path:
    """Folder that `make` has filled; others wait for the process that does, and find it there.

    Parameters
    ----------
    factory : of the session's temporary folders, below which that of pytest-xdist's processes are.
    name : of the folder.
    make : fills it; what it raises is raised here, and the next one who needs the folder tries again.
    """
    base = factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        base = base.parent
    folder, done = base / name, base / f"{name}.done"
    with (base / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists():
            shutil.rmtree(folder, ignore_errors=True)
            make(folder)
            done.touch()
    return folder
