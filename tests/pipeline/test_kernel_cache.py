"""The cache of compiled kernels, by real processes: kept, renewed by edits, and checked before it is loaded."""

import os
import pickle
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from once import made_once

import tttcore
from tttcore.pipeline.kernel_cache import DIGEST_SIZE, SUFFIX, _checksum

pytestmark = pytest.mark.needs_jit

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


print(step(0), twice(10))
"""
RIGHT = "1 12\n"


@dataclass
class Kernels:
    """A copy of the package with a kernel that calls one in another file, and a folder to keep them in."""

    package: Path
    cache: Path

    def start(self, *, before: str = "", **options) -> "subprocess.Popen[str]":
        """Call the kernels in a new process, after some Python."""
        environment = {**os.environ, "PYTHONPATH": str(self.package.parent), "NUMBA_CACHE_DIR": str(self.cache)}
        command = [sys.executable, "-c", f"{before}\nimport tttcore.caller"]
        pipe = subprocess.PIPE
        return subprocess.Popen(
            command, env=environment, cwd=self.package.parent, stdout=pipe, stderr=pipe, text=True, **options
        )

    def run(self, **options) -> tuple[str, list[str]]:
        """Results of the kernels, and lines of errors."""
        process = self.start(**options)
        said, told = process.communicate()
        assert process.returncode == 0, told
        return said, told.splitlines()

    def files(self) -> dict[Path, int]:
        """Files of the cache with their times."""
        return {path: path.stat().st_mtime_ns for path in self.cache.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory) -> Kernels:
    """Kernels that were compiled once."""

    def make(folder: Path) -> None:
        package = folder / "tttcore"
        shutil.copytree(Path(tttcore.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
        (package / "callee.py").write_text(CALLEE)
        (package / "caller.py").write_text(CALLER)
        assert Kernels(package, folder / "cache").run() == (RIGHT, [])

    folder = made_once(tmp_path_factory, "kernels", make)
    return Kernels(folder / "tttcore", folder / "cache")


@pytest.fixture
def kernels(compiled, tmp_path) -> Kernels:
    """The same package with a copy of the cache."""
    return Kernels(compiled.package, Path(shutil.copytree(compiled.cache, tmp_path / "cache")))


def test_kernels_are_kept(kernels):
    kept = kernels.files()
    assert sorted(path.name.partition("-")[0] for path in kept) == ["callee.step", "caller.twice"]
    assert kernels.run() == (RIGHT, [])
    assert kernels.files() == kept, "compiled again for nothing"


def test_an_edited_callee_in_another_file_is_noticed(kernels, tmp_path):
    edited = Kernels(Path(shutil.copytree(kernels.package, tmp_path / "copy" / "tttcore")), kernels.cache)
    assert edited.run() == (RIGHT, [])
    kept = edited.files()
    (edited.package / "callee.py").write_text(CALLEE.replace("x + 1", "x + 5"))
    assert edited.run() == ("5 20\n", [])
    assert len(edited.files()) == len(kept) + 2


def test_kernels_are_kept_whatever_the_umask(kernels):
    shutil.rmtree(kernels.cache)
    assert kernels.run(umask=0) == (RIGHT, [])
    assert kernels.run(umask=0) == (RIGHT, [])
    assert {path.stat().st_mode & 0o777 for path in kernels.files()} == {0o600}


def emptied(content: bytes) -> bytes:
    return b""


def cut_short(content: bytes) -> bytes:
    return content[: len(content) // 2]


def flipped(place: float) -> Callable[[bytes], bytes]:
    """One bit is another, at this share of the file."""

    def flip(content: bytes) -> bytes:
        changed = bytearray(content)
        changed[int(place * (len(content) - 1))] ^= 4
        return bytes(changed)

    return flip


@pytest.mark.parametrize("damage", [emptied, cut_short, flipped(0), flipped(0.5), flipped(1)])
def test_damaged_files_are_told_and_compiled_again(kernels, damage):
    kept = kernels.files()
    for path in kept:
        path.write_bytes(damage(path.read_bytes()))
    said, told = kernels.run()
    assert said == RIGHT
    assert sorted(told) == sorted(
        f"warning: {path}: damaged, or others could have written it; removed, and its kernel is compiled again"
        for path in kept
    )
    assert kernels.run() == (RIGHT, [])
    assert kernels.files().keys() == kept.keys()


def test_a_file_in_the_place_of_another_is_not_taken_for_it(kernels):
    one, other = kernels.files()
    first, second = one.read_bytes(), other.read_bytes()
    one.write_bytes(second)
    other.write_bytes(first)
    assert kernels.run() == (RIGHT, [])


class Trap:
    """Makes a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self):
        return Path.touch, (self.file,)


def test_files_that_others_could_have_written_are_not_loaded(kernels):
    """Here by the right to write to them; another's files are the same to the cache."""
    fallen = kernels.cache / "fallen"
    payload = pickle.dumps(Trap(fallen))
    for path in kernels.files():
        path.write_bytes(_checksum(payload) + payload)
        path.chmod(0o666)
    said, told = kernels.run()
    assert said == RIGHT
    assert len(told) == 2
    assert not fallen.exists()


def test_a_full_disk_costs_one_line(kernels):
    """Here no file may be as long as a kernel's."""
    limit = 10 * DIGEST_SIZE
    shutil.rmtree(kernels.cache)
    said, told = kernels.run(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
    assert said == RIGHT
    (line,) = told
    assert line.startswith(f"warning: {kernels.cache}")
    assert line.endswith(": File too large; kernels that are compiled now aren't kept")
    assert not kernels.files()


def test_without_a_folder_kernels_are_compiled_each_time(kernels):
    shutil.rmtree(kernels.cache)
    kernels.cache.write_text("")
    nowhere = "import platformdirs, tempfile; platformdirs.user_cache_dir = lambda name: '/dev/null'; "
    said, told = kernels.run(before=nowhere + "tempfile.tempdir = '/dev/null'")
    assert said == RIGHT
    (line,) = told
    assert line.startswith("warning: no folder for compiled kernels, so they are compiled each time")


def test_processes_that_compile_at_once_share_a_cache(kernels):
    kept = kernels.files()
    shutil.rmtree(kernels.cache)
    started = [kernels.start() for _ in range(4)]
    assert [process.communicate() for process in started] == [(RIGHT, "")] * 4
    assert kernels.files().keys() == kept.keys()


def test_a_killed_writer_leaves_nothing_that_is_loaded(kernels):
    shutil.rmtree(kernels.cache)
    process = kernels.start()
    while process.poll() is None and not kernels.files():
        time.sleep(0.001)
    process.kill()
    process.communicate()
    half = next(iter(kernels.files())).parent / f".callee.step-4.py.abcdefgh{SUFFIX}"
    half.write_bytes(b"half a kernel")
    assert kernels.run() == (RIGHT, [])
    assert kernels.run() == (RIGHT, [])
