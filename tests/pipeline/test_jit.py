"""The cache of compiled kernels: kept between processes, and renewed by any edit."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

import tttcore
from tttcore.pipeline.jit import PREFIX, cache_folder, copy_row

CALLEE = """from tttcore.pipeline.jit import kernel


@kernel
def step(x):
    return x + 1
"""
CALLER = """from tttcore.pipeline.jit import kernel
from tttcore.callee import step


@kernel
def twice(x):
    return step(step(x))


print(twice(10))
"""


@pytest.fixture
def copy(tmp_path):
    """A copy of the package with a kernel that calls one in another file."""
    package = tmp_path / "copy" / "tttcore"
    shutil.copytree(Path(tttcore.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package / "callee.py").write_text(CALLEE)
    (package / "caller.py").write_text(CALLER)
    return package


def run(package, cache):
    """Output of the caller in a new process, and the kernels on disk afterwards with their times."""
    environment = {**os.environ, "PYTHONPATH": str(package.parent), "NUMBA_CACHE_DIR": str(cache)}
    command = [sys.executable, "-c", "import tttcore.caller"]
    done = subprocess.run(command, env=environment, cwd=package.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout), {path: path.stat().st_mtime_ns for path in cache.rglob("*.nb?")}


@pytest.mark.needs_jit
def test_an_edited_callee_in_another_file_is_noticed(copy, tmp_path):
    cache = tmp_path / "cache"
    first, compiled = run(copy, cache)
    assert first == 12
    assert compiled, "nothing was kept"
    second, unchanged = run(copy, cache)
    assert (second, unchanged) == (12, compiled), "compiled again for nothing"
    (copy / "callee.py").write_text(CALLEE.replace("x + 1", "x + 5"))
    third, recompiled = run(copy, cache)
    assert third == 20
    assert len(recompiled) == 2 * len(compiled)


def test_folder_is_named_after_sources_and_numba(tmp_path):
    folder = cache_folder(tmp_path)
    assert folder.parent == tmp_path
    assert folder.name.startswith(PREFIX)
    assert folder.name.endswith(numba.__version__)
    assert folder.is_dir()


def test_an_unwritable_folder_is_skipped(tmp_path, monkeypatch):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "other"))
    assert cache_folder(file).parent == tmp_path / "other"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file))
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(file))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path))
    assert tmp_path in cache_folder().parents


def test_copy_row():
    source, target = np.arange(5), np.zeros(5, int)
    copy_row(source, target)
    assert target.tolist() == [0, 1, 2, 3, 4]
