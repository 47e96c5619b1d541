"""Leftover results are listed, and removed if they are as they were made."""

import pytest

from tttcore.pipeline.leftovers import leftovers, remove_leftovers, renew_manifest
from tttcore.pipeline.manifest import digests


@pytest.fixture
def made(tmp_path):
    """`made("a/x.png", "b.csv")`: write these files and the manifest of them alone, and return that."""

    def make(*names):
        for name in names:
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_text(name)
        manifest = digests([tmp_path / name for name in names], root=tmp_path)
        renew_manifest(tmp_path / "MANIFEST.sha256", manifest)
        return manifest

    return make


def test_files_that_are_no_longer_made_are_removed_with_their_folders(tmp_path, made):
    made("page.html", "study/figures/old.png", "study/tables/old.csv", "study/gone.csv")
    (tmp_path / "study/gone.csv").unlink()
    (tmp_path / "study/notes.txt").write_text("mine")
    assert [*leftovers(tmp_path, made("page.html", "study/tables/old.csv"))] == ["study/figures/old.png"]
    now = made("page.html")
    assert [*remove_leftovers(tmp_path, now)] == [("study/figures/old.png", True), ("study/tables/old.csv", True)]
    left = {path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("[!.]*")}
    assert left == {"MANIFEST.sha256", "page.html", "study", "study/notes.txt"}
    assert leftovers(tmp_path, now) == {}


def test_what_was_changed_stays(tmp_path, made):
    made("kept.png", "old.png")
    now = made("kept.png")
    (tmp_path / "old.png").write_text("mine")
    assert [*remove_leftovers(tmp_path, now)] == [("old.png", False)]
    assert (tmp_path / "old.png").read_text() == "mine"
    assert leftovers(tmp_path, made("kept.png")) == {}


def test_what_is_made_again_is_not_left_over(tmp_path, made):
    made("a.png", "b.png")
    made("a.png")
    assert leftovers(tmp_path, made("a.png", "b.png")) == {}


def test_a_damaged_list_of_before_stops_nothing(tmp_path, made):
    (tmp_path / ".made.sha256").write_text("damaged")
    assert leftovers(tmp_path, made("a.png")) == {}
