"""Folders of players are removed, whatever is in them."""

import os

import pytest

from tttcore.classroom.folders import remove


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "own").mkdir()
    return tmp_path / "own"


def test_what_is_in_a_folder_is_removed_and_what_links_lead_to_is_not(folder, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "file").write_text("kept")
    for link in ("link", "deep/link", "deep/er/link"):
        (folder / link).parent.mkdir(parents=True, exist_ok=True)
        (folder / link).symlink_to(tmp_path / "other")
        (folder / link).with_name("file").write_text("x")
    (folder / "itself").symlink_to("itself")
    os.mkfifo(folder / "pipe")
    (folder / "deep" / "er").chmod(0)
    (folder / "deep").chmod(0)
    folder.chmod(0)
    remove(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    assert (tmp_path / "other" / "file").read_text() == "kept"


def test_a_folder_deeper_than_any_path(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for _ in range(1100):
        os.mkdir("deep")
        os.chdir("deep")
    monkeypatch.undo()
    remove(folder)
    assert not folder.exists()


def test_nothing_is_raised(folder, tmp_path):
    link = tmp_path / "link"
    link.symlink_to(folder)
    (folder / "file").write_text("kept")
    remove(link)
    remove(tmp_path / "gone")
    assert (folder / "file").exists()
