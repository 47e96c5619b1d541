"""Files are written whole or not at all, through links, with their modes; unreadable ones give one line."""

import errno
import os
import stat

import pytest

from tttcore.pipeline.code_digests import files_digest
from tttcore.pipeline.files import atomic, read_text
from tttcore.pipeline.manifest import read_manifest
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import provenance_of, read


def test_an_error_leaves_the_old_file(tmp_path):
    path = tmp_path / "result.csv"
    path.write_text("old")

    def interrupted():
        with atomic(path) as partial:
            partial.write_text("half")
            assert path.read_text() == "old"
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_new_file_replaces_the_old_one_and_can_be_read_by_all(tmp_path):
    path = tmp_path / "new" / "folder" / "result.csv"
    for text in ("one", "other"):
        with atomic(path) as partial:
            partial.write_text(text)
        assert path.read_text() == text
    assert stat.S_IMODE(path.stat().st_mode) == 0o644
    assert list(path.parent.iterdir()) == [path]


@pytest.mark.parametrize("umask", [0o022, 0o077, 0o002])
def test_modes_are_those_of_the_umask_or_of_the_file_that_is_there(tmp_path, umask):
    kept, new = tmp_path / "kept.csv", tmp_path / "new.csv"
    kept.touch()
    kept.chmod(0o640)
    before = os.umask(umask)
    try:
        for path in (kept, new):
            with atomic(path) as partial:
                partial.write_text("content")
    finally:
        os.umask(before)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (kept, new)] == [0o640, 0o666 & ~umask]


@pytest.mark.parametrize("there", [True, False])
def test_links_stay_and_what_they_lead_to_is_written(tmp_path, there):
    target, link, second = tmp_path / "kept" / "result.csv", tmp_path / "link.csv", tmp_path / "second.csv"
    target.parent.mkdir()
    if there:
        target.write_text("old")
    link.symlink_to("kept/result.csv")
    second.symlink_to("link.csv")
    with atomic(second) as partial:
        partial.write_text("new")
    assert (target.read_text(), link.is_symlink(), second.is_symlink()) == ("new", True, True)
    assert {path.name for path in tmp_path.rglob("*")} == {"kept", "result.csv", "link.csv", "second.csv"}


def test_links_in_a_circle_stay(tmp_path):
    path = tmp_path / "link"
    path.symlink_to("link")
    with pytest.raises(OSError, match=r"symbolic links.*link"), atomic(path):
        pass
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("special", ["/dev/zero", "pipe"])
def test_what_has_no_end_is_not_read(tmp_path, monkeypatch, special):
    monkeypatch.chdir(tmp_path)
    os.mkfifo("pipe")
    for use in (read, provenance_of, read_text, read_manifest, lambda path: files_digest([path])):
        with pytest.raises(ValueError, match=f"^{special}: not a regular file$"):
            use(special)


def test_a_full_disk_is_reported_with_the_file(tmp_path):
    def without_room():
        with atomic(tmp_path / "new" / "table.csv"):
            raise OSError(errno.ENOSPC, "told by a library")

    def reads_another():
        with atomic(tmp_path / "table.csv"):
            (tmp_path / "source" / "missing.csv").read_text()

    with pytest.raises(OSError, match="No space left on device") as caught:
        without_room()
    assert caught.value.filename == str(tmp_path / "new" / "table.csv")
    with pytest.raises(FileNotFoundError, match=r"missing\.csv"):
        reads_another()
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


def test_what_cannot_be_read(tmp_path):
    with pytest.raises(ConfigError, match=r"none\.yaml: no such file$"):
        read_text(tmp_path / "none.yaml")
    with pytest.raises(ConfigError, match=r": cannot be read: Is a directory$"):
        read_text(tmp_path)
    with pytest.raises(ConfigError, match=r"yyy: cannot be read: File name too long$"):
        read_text(tmp_path / ("y" * 300))
