"""The folder of compiled kernels: private, renewed by edits, shared by processes, its faults reported in one line."""

import os
import re
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import numba
import pytest
from helpers.project import made_once

import tttcore
from tttcore.pipeline.kernel_cache import cache_failure, cache_folder

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
        pipes = dict.fromkeys(("stdout", "stderr"), subprocess.PIPE)
        return subprocess.Popen(command, env=environment, cwd=self.package.parent, text=True, **pipes, **options)

    def run(self, *, fails: bool = False, **options) -> tuple[str, list[str]]:
        """Results of the kernels, and lines of errors."""
        process = self.start(**options)
        said, told = process.communicate()
        assert (process.returncode != 0) == fails, told
        return said, told.splitlines()

    def files(self) -> dict[Path, int]:
        """Files of the cache with their times."""
        return {path: path.stat().st_mtime_ns for path in self.cache.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def compiled(tmp_path_factory) -> Kernels:
    """Kernels that were compiled once."""
    if numba.config.DISABLE_JIT:
        pytest.skip("needs compiled kernels")

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


def test_an_edited_callee_in_another_file_is_noticed(kernels, tmp_path):
    edited = Kernels(Path(shutil.copytree(kernels.package, tmp_path / "copy" / "tttcore")), kernels.cache)
    assert edited.run() == (RIGHT, [])
    kept = edited.files()
    (edited.package / "report" / "site.py").write_text("another page")
    assert edited.run() == (RIGHT, [])
    assert edited.files() == kept, "no kernel imports what was edited"
    (edited.package / "callee.py").write_text(CALLEE.replace("x + 1", "x + 5"))
    assert edited.run() == ("5 20\n", [])
    assert len(edited.files()) == len(kept) + 4


def test_kernels_are_kept_and_shared_by_processes_that_compile_at_once(kernels):
    shutil.rmtree(kernels.cache)
    started = [kernels.start() for _ in range(2)]
    assert [process.communicate() for process in started] == [(RIGHT, "")] * 2
    kept = kernels.files()
    assert sorted(path.name.partition("-")[0] for path in kept) == ["callee.step"] * 2 + ["caller.twice"] * 2
    assert kernels.run() == (RIGHT, [])
    assert kernels.files() == kept, "compiled again for nothing"


def test_signatures_that_are_compiled_at_once_are_not_taken_for_each_other(kernels):
    """The other process has read the index before this one's entry was in it, and writes its own before this one."""
    (index,) = kernels.cache.rglob("callee.step*.nbi")
    entry = index.read_bytes()
    other = """
from numba.core.caching import IndexDataCacheFile
IndexDataCacheFile._load_index = lambda files: {}
from tttcore.callee import step
step(0.5)
raise SystemExit
"""
    assert kernels.run(before=other) == ("", [])
    index.write_bytes(entry)
    assert kernels.run() == (RIGHT, [])


IN_A_JOB = """
from tttcore.pipeline.jobs import logged
with logged("/dev/null"):
    import tttcore.caller
"""
IN_A_COMMAND = """
import sys
from tttcore import cli
cli.ttt.main = lambda *given, **named: __import__("tttcore.caller")
sys.exit(cli.main([]))
"""


@pytest.mark.parametrize(
    ("files", "size", "program"),
    [
        ("caller.*.nbi", 0, IN_A_JOB),
        ("caller.*.nbc", 10, IN_A_COMMAND),
        pytest.param("callee.*.nbi", 100, IN_A_COMMAND, marks=pytest.mark.slow),
        pytest.param("callee.*.nbc", 0, IN_A_JOB, marks=pytest.mark.slow),
        ("callee.*.nbc", 100, IN_A_JOB),
    ],
)
def test_a_cut_file_ends_in_one_line(kernels, program, size, files):
    """A callee's files are read when its caller is compiled, so the caller's have to go."""
    for path in kernels.cache.rglob(files):
        os.truncate(path, size)
    if files.startswith("callee"):
        for path in kernels.cache.rglob("caller.*"):
            path.unlink()
    said, (line,) = kernels.run(before=program, fails=True)
    assert not said
    (folder,) = kernels.cache.iterdir()
    assert f"error: {folder}: compiled kernels can't be loaded or kept (" in line
    assert line.endswith("); remove that folder, or make room")
    shutil.rmtree(folder)
    assert kernels.run() == (RIGHT, [])


def test_a_full_disk_ends_in_one_line(kernels):
    """Here no file may be as long as a kernel's."""
    shutil.rmtree(kernels.cache)
    no_room = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (160, 160))}
    _, (line,) = kernels.run(before=IN_A_JOB, fails=True, **no_room)
    assert line.startswith(f"error: {kernels.cache}/")
    assert "File too large); remove that folder, or make room" in line


def test_only_faults_of_the_cache_are_told_as_such():
    """Without memory, removing the folder doesn't help."""
    in_cache = {"__name__": "numba.core.caching"}
    for error, told in ((OSError("cut"), True), (MemoryError(), False)):
        with pytest.raises(type(error)) as raised:
            exec("raise error", {**in_cache, "error": error})
        assert (cache_failure(raised.value) is not None) == told
        assert cache_failure(error.with_traceback(None)) is None


def test_without_a_folder_kernels_are_compiled_each_time(kernels):
    """A caller finds no stale callee, either."""
    shutil.rmtree(kernels.cache)
    kernels.cache.write_text("")
    said, (line,) = kernels.run()
    assert said == RIGHT
    assert line.startswith(f"warning: {kernels.cache}/tttcore-kernels-")
    assert not [*kernels.package.rglob("*.nb?")]


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """A home of its own, and no variable that names another place."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_where_it_is(tmp_path, monkeypatch, capsys):
    """It is private whatever the umask."""
    before = os.umask(0)
    try:
        folder = cache_folder("9.9")
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert cache_folder("9.9") == folder
    assert re.fullmatch(r"tttcore-kernels-\w+-numba9\.9", folder.name)
    assert folder.parent == tmp_path / "home" / ".cache" / "tttcore"
    for name, place in (("XDG_CACHE_HOME", "cache/tttcore"), ("NUMBA_CACHE_DIR", "cache")):
        monkeypatch.setenv(name, str(tmp_path / "cache"))
        assert cache_folder("9.9") == tmp_path / place / folder.name
    assert not any(capsys.readouterr())


ROOT_ALONE = pytest.mark.skipif(os.geteuid() != 0, reason="only root can make a folder of another user")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda folder: [shutil.rmtree(folder.parents[2]), folder.parents[2].touch()], "Not a directory"),
        (lambda folder: [folder.rmdir(), folder.touch()], "File exists"),
        (lambda folder: folder.chmod(0o777), "others could write to it"),
        (lambda folder: folder.chmod(0o770), "others could write to it"),
        (lambda folder: folder.symlink_to(shutil.move(folder, f"{folder}-")), "others could write to it"),
        pytest.param(lambda folder: os.chown(folder, 65534, 65534), "others could write to it", marks=ROOT_ALONE),
    ],
)  # fmt: skip
def test_none_that_cannot_be_used(spoil, reason, capsys):
    folder = cache_folder("9.9")
    spoil(folder)
    assert cache_folder("9.9") is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"warning: {folder}: {reason}; kernels are compiled each time, set NUMBA_CACHE_DIR"


def test_none_that_can_only_be_read_or_if_nobody_knows_the_home(monkeypatch, capsys):
    folder = cache_folder("9.9")
    monkeypatch.setattr("os.access", lambda path, mode: (path, mode) != (folder, os.W_OK))
    assert cache_folder("9.9") is None
    assert f"{folder}: nothing can be written to it; " in capsys.readouterr().err
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert cache_folder("9.9") is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warning: ~/.cache/tttcore/tttcore-kernels-")
