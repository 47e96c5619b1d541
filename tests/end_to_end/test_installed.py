"""The package as it is published: built, installed where there is no checkout, used there, and made an image."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from helpers.project import ROOT, TINY, Project, tiny_project

SOURCES = (
    "tttcore", "workflow", "config", "profiles", "envs", "Snakefile", "CITATION.cff", "CHANGELOG.md", "README.md",
    "LICENSE", "MANIFEST.in", "codemeta.json", "pyproject.toml", "requirements.lock", "setup.py",
)  # fmt: skip


def arguments_of(instruction: str) -> list[list[str]]:
    """Arguments of every step with an instruction, in the file's order."""
    steps = [line.split() for line in (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()]
    return [arguments for first, *arguments in filter(None, steps) if first == instruction]


def copied() -> list[str]:
    """Files and folders of the project that the image is made of."""
    return [path for *paths, _ in arguments_of("COPY") for path in paths]


def run(*command: str | Path, folder: Path, told: str | None = None) -> str:
    """What a command prints that must succeed, far from the checkout."""
    done = subprocess.run(command, check=False, capture_output=True, text=True, cwd=folder, input=told)
    assert done.returncode == 0, done.stderr
    return done.stdout


def copy(names, folder: Path) -> None:
    """Copy files and folders of the project to a new folder."""
    folder.mkdir()
    for name in names:
        path = ROOT / name
        (shutil.copytree if path.is_dir() else shutil.copy2)(path, folder / name)


@pytest.fixture(scope="module")
def programs(tmp_path_factory) -> Path:
    """Folder of the programs of an environment in which the wheel is installed; libraries are those of the tests."""
    folder = tmp_path_factory.mktemp("installed")
    sources, environment = folder / "sources", folder / "environment"
    copy(SOURCES, sources)
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder, folder=sources)  # a wheel from the sdist
    (wheel,) = folder.glob("*.whl")
    run(sys.executable, "-m", "venv", "--without-pip", environment, folder=folder)
    python = environment / "bin" / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--no-deps", "--no-index", wheel, folder=folder)
    installed = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", folder=folder).strip())
    (installed / "libraries.pth").write_text(f"{sysconfig.get_path('purelib')}\n", encoding="utf-8")
    shutil.rmtree(sources)
    package = run(python, "-c", "import tttcore; print(tttcore.__file__)", folder=folder)
    assert Path(package.strip()).is_relative_to(environment)
    return python.parent


@pytest.mark.slow
def test_commands(programs, tmp_path, tables):
    """They find the files beside the code, and genomes are evaluated by kernels."""
    states = [state.tolist() for state in tables.states]
    first_free = "".join(str(state.index(0) if 0 in state else 0) for state in states)
    lines = "".join(" ".join(map(str, state)) + "\n" for state in states)
    (tmp_path / "states.txt").write_text(lines, encoding="utf-8")
    (tmp_path / "genomes.csv").write_text(f"genome\n{first_free}\n", encoding="utf-8")
    told = run(
        programs / "ttt", "evaluate", "genomes.csv", "--states", "states.txt", "--seat", "first", folder=tmp_path
    )  # fmt: skip
    (row,) = csv.DictReader(told.splitlines())
    assert int(row["wins"]) > 0
    game = run(programs / "ttt", "play", "minimax", folder=tmp_path, told="5\n3\n4\n8\n")
    assert game.endswith("A draw.\n")


@pytest.mark.slow
def test_a_project_runs(programs, counted, tiny, tmp_path):
    """The tiny project's configuration in a new project: the same runs and tables, with a figure and the page."""
    told = run(programs / "ttt", "new-project", "mine", folder=tmp_path)
    assert told == "run it: cd mine && snakemake --cores all --config scale=quick\n"
    mine = Project(tmp_path / "mine")
    shutil.rmtree(mine.folder / "config")
    tiny_project(mine.folder)
    for part in ("results", ".snakemake"):
        shutil.copytree(counted.folder / part, mine.folder / part, dirs_exist_ok=True)
    page, figure = "results/report/ancheta2020.html", f"{TINY}/figures/ecdf-all.png"
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    made = subprocess.run(
        [programs / "python", "-m", "snakemake", f"{TINY}/tables", figure, page, "--cores", "2"],
        check=False, capture_output=True, text=True, cwd=mine.folder, env=os.environ | {"PATH": path},
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    runs = (f"{TINY}/runs.parquet", f"{TINY}/tables/*")
    assert mine.bytes_of(*runs) == tiny.bytes_of(*runs)
    assert (mine.folder / figure).stat().st_size > 10_000
    assert "ecdf-all" in (mine.folder / page).read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_wheel_has_all_files_and_so_has_the_image(programs, tmp_path):
    """What the Containerfile copies is enough to build it."""
    (published,) = programs.parents[1].glob("*.whl")
    kept = subprocess.run(["git", "ls-files", "tttcore"], check=True, capture_output=True, text=True, cwd=ROOT)
    assert {name for name in kept.stdout.split() if not name.endswith(".md")} <= {*contents(published)}
    copy(copied(), tmp_path / "sources")
    options = ["--no-deps", "--no-build-isolation", "--no-index", "--wheel-dir", tmp_path]
    run(sys.executable, "-m", "pip", "wheel", *options, ".", folder=tmp_path / "sources")
    (built,) = tmp_path.glob("*.whl")
    assert contents(built) == contents(published)


def contents(wheel: Path) -> dict[str, int]:
    """Checksum of every file of a wheel, but its list of them."""
    with ZipFile(wheel) as archive:
        return {file.filename: file.CRC for file in archive.infolist() if not file.filename.endswith("/RECORD")}


def test_what_is_copied_is_in_the_repository():
    (*files, _), *others = arguments_of("COPY")
    assert files == ["requirements.lock"]
    listed = subprocess.run(["git", "ls-files"], check=True, capture_output=True, text=True, cwd=ROOT).stdout.split()
    known = {str(part) for path in listed for part in (Path(path), *Path(path).parents)}
    assert {*copied()} <= known
    assert all(target in (*paths, "./") for *paths, target in others)
    left_out = (ROOT / ".containerignore").read_text(encoding="utf-8").split()
    assert {*copied()}.isdisjoint(left_out)
    assert {"results", ".git", ".venv*"} <= {*left_out}


def test_python_is_one_that_the_project_supports():
    ((base,),) = arguments_of("FROM")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    version = re.fullmatch(r"python:(3\.\d+)-slim", base)[1]  # names no registry
    assert f"Programming Language :: Python :: {version}" in project["classifiers"]


def test_the_lock_is_installed_as_make_does_it():
    installs = [arguments[3:] for arguments in arguments_of("RUN") if arguments[:2] == ["pip", "install"]]
    assert installs == [["--require-hashes", "-r", "requirements.lock"], ["--no-deps", "--no-build-isolation", "."]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert all(" ".join(options).removesuffix(".") in makefile for options in installs)


def test_nobody_is_root_and_the_workflow_is_what_runs():
    assert arguments_of("USER") == [["ttt"]]
    ((*command,),) = arguments_of("CMD")
    assert json.loads(" ".join(command)) == ["snakemake", "--cores", "all"]
    (kernels,) = (part for step in arguments_of("ENV") for part in step if part.startswith("NUMBA_CACHE_DIR="))
    writable = [step[3:] for step in arguments_of("RUN") if step[:3] == ["chmod", "-R", "a+rwX"]]
    assert any(Path(kernels.partition("=")[2]).is_relative_to(folder) for step in writable for folder in step)
