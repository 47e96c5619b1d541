"""The folder for compiled kernels: its name, the first place that can be written to, and nobody else's."""

import os
from pathlib import Path

import numba
import pytest

from tttcore.pipeline.cache_folder import PREFIX, cache_folder, warn_once


@pytest.fixture(autouse=True)
def elsewhere(tmp_path, monkeypatch):
    """No folder of this user's own is touched, and warnings that were given before come again."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path / "home" / name))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(tmp_path / "temporary"))
    (tmp_path / "temporary").mkdir()
    warn_once.cache_clear()


def warnings(capsys) -> list[str]:
    said = capsys.readouterr()
    assert not said.out
    return said.err.splitlines()


def test_folder_is_named_after_sources_and_numba(tmp_path, capsys):
    folder = cache_folder(tmp_path)
    assert folder.parent == tmp_path
    assert folder.name.startswith(PREFIX)
    assert folder.name.endswith(numba.__version__)
    assert not warnings(capsys)


def test_folder_is_private_whatever_the_umask(tmp_path, capsys):
    before = os.umask(0)
    try:
        folder = cache_folder(tmp_path)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert cache_folder(tmp_path) == folder
    assert not warnings(capsys)


def test_an_unwritable_folder_is_skipped(tmp_path, monkeypatch, capsys):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "other"))
    assert cache_folder(file).parent == tmp_path / "other"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file))
    assert cache_folder().parent == tmp_path / "home" / "tttcore"
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(file))
    assert cache_folder().parent == tmp_path / "temporary"
    assert not warnings(capsys)


def test_a_folder_that_can_only_be_read_is_the_last_resort(tmp_path, monkeypatch, capsys):
    only = [cache_folder(tmp_path / "read"), cache_folder()]
    monkeypatch.setattr("os.access", lambda path, mode: Path(path) not in only)
    assert cache_folder(tmp_path / "read").parent == tmp_path / "temporary"
    monkeypatch.setattr("os.access", lambda path, mode: False)
    assert cache_folder(tmp_path / "read") == only[0]
    assert not warnings(capsys)


def open_to_all(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o777)


def writable_for_the_group(folder: Path) -> None:
    folder.mkdir()
    folder.chmod(0o770)


def a_link(folder: Path) -> None:
    target = folder.with_name("target")
    target.mkdir(mode=0o700)
    folder.symlink_to(target)


def of_somebody_else(folder: Path) -> None:
    folder.mkdir(mode=0o755)
    try:
        os.chown(folder, 65534, 65534)
    except PermissionError:
        pytest.skip("only root can make a folder of another user: this was NOT tried")


@pytest.mark.parametrize("prepare", [open_to_all, writable_for_the_group, a_link, of_somebody_else])
@pytest.mark.parametrize("place", ["named", "temporary"])
def test_a_folder_that_others_can_write_to_is_not_used(prepare, place, tmp_path, monkeypatch, capsys):
    """A folder that was given, and the last one, after which there is none."""
    unusable = tmp_path / "file"
    unusable.write_text("")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(unusable))
    trap = cache_folder(tmp_path / "named") if place == "named" else cache_folder()
    trap.rmdir()
    prepare(trap)
    used = cache_folder(tmp_path / "named") if place == "named" else cache_folder()
    first, *others = warnings(capsys)
    assert first == f"warning: {trap}: belongs to others, or they can write to it; not used for compiled kernels"
    assert not list(trap.iterdir())
    if place == "named":
        assert used.parent == tmp_path / "temporary"
        assert not others
    else:
        assert used is None
        (last,) = others
        assert last.startswith("warning: no folder for compiled kernels")


def test_without_any_folder_there_is_none(tmp_path, monkeypatch, capsys):
    file = tmp_path / "file"
    file.write_text("")
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(file))
    monkeypatch.setattr("tempfile.gettempdir", lambda: str(file))
    assert cache_folder() is None
    (told,) = warnings(capsys)
    assert told.endswith("set NUMBA_CACHE_DIR to a writable one")
