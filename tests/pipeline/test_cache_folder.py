"""The folder for compiled kernels: its name, where it is, and nobody else's."""

import os
from pathlib import Path

import pytest

from tttcore.pipeline.cache_folder import cache_folder


@pytest.fixture(autouse=True)
def at_home(tmp_path, monkeypatch):
    """A home of its own, and no variable that names another place."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for name in ("NUMBA_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


def test_where_it_is(tmp_path, monkeypatch, capsys):
    folder = cache_folder("9.9")
    assert folder.parent == tmp_path / "home" / ".cache" / "tttcore"
    assert folder.name.startswith("tttcore-kernels-")
    assert folder.name.endswith("-numba9.9")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    assert cache_folder("9.9") == tmp_path / "cache" / "tttcore" / folder.name
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "named"))
    assert cache_folder("9.9") == tmp_path / "named" / folder.name
    assert not any(capsys.readouterr())


def test_it_is_private_whatever_the_umask():
    before = os.umask(0)
    try:
        folder = cache_folder("9.9")
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert cache_folder("9.9") == folder


def a_home_in_a_file(folder: Path) -> None:
    folder.parents[2].rename(folder.parents[2].with_name("away"))
    folder.parents[2].write_text("")


def a_file(folder: Path) -> None:
    folder.rmdir()
    folder.write_text("")


def writable_for_all(folder: Path) -> None:
    folder.chmod(0o777)


def writable_for_the_group(folder: Path) -> None:
    folder.chmod(0o770)


def a_link(folder: Path) -> None:
    folder.rename(folder.with_name("target"))
    folder.symlink_to(folder.with_name("target"))


def of_somebody_else(folder: Path) -> None:
    try:
        os.chown(folder, 65534, 65534)
    except PermissionError:
        pytest.skip("only root can make a folder of another user: this was NOT tried")


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (a_home_in_a_file, "Not a directory"),
        (a_file, "File exists"),
        (writable_for_all, "others could write to it"),
        (writable_for_the_group, "others could write to it"),
        (a_link, "others could write to it"),
        (of_somebody_else, "others could write to it"),
    ],
)
def test_none_that_cannot_be_used(spoil, reason, capsys):
    folder = cache_folder("9.9")
    spoil(folder)
    assert cache_folder("9.9") is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line == f"warning: {folder}: {reason}; kernels are compiled each time, set NUMBA_CACHE_DIR"


def test_none_that_can_only_be_read(monkeypatch, capsys):
    folder = cache_folder("9.9")
    monkeypatch.setattr("os.access", lambda path, mode: (path, mode) != (folder, os.W_OK))
    assert cache_folder("9.9") is None
    assert f"{folder}: nothing can be written to it; " in capsys.readouterr().err


def test_none_if_nobody_knows_the_home(monkeypatch, capsys):
    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", {}.__getitem__)
    assert cache_folder("9.9") is None
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith("warning: ~/.cache/tttcore/tttcore-kernels-")
