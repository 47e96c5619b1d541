"""The image: what it is made of, and how it is installed; `test_installed.py` builds the package from these files."""

import json
import re
import subprocess
import tomllib
from pathlib import Path

from containerfile import arguments_of, copied
from helpers.project import ROOT


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
