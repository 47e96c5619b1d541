"""The demonstration: two pages from short runs, without results, and the same each time."""

import json
import re

import pytest
from helpers.pages import check_alone
from helpers.project import ROOT, tiny_project

from tttcore import cli
from tttcore.classroom.demo import NAVIGATION, PLAY, WATCH, short_recipes
from tttcore.engines.engine import read_study


def data(text, name):
    """What a page's script of data holds."""
    return json.loads(re.search(rf'<script type="application/json" id="data-{name}">(.*?)</script>', text)[1])


def test_both_pages(tmp_path, monkeypatch, capfd):
    """They stand alone, link to each other, say what they hold, and are the same from the same configuration.

    They show a run of each treatment, and the first while it learns.
    """
    folder = tiny_project(tmp_path / "project").folder
    monkeypatch.chdir(folder)
    made = []
    for name in ("here", "again"):
        assert cli.main(["demo", "-o", name]) == 0
        told = capfd.readouterr()
        assert told.err == "Ancheta et al. 2020: 2 runs\n"
        assert told.out.splitlines() == [f"open {(folder / name / file).as_uri()}" for file in (PLAY, WATCH)]
        made.append({file.name: file.read_text(encoding="utf-8") for file in (folder / name).iterdir()})
    pages, again = made
    assert pages == again
    assert {*pages} == {PLAY, WATCH}
    for text in pages.values():
        check_alone(text)
        assert re.findall(r'href="([^"#]+)"', text) == [*NAVIGATION]
    assert sorted(path.name for path in folder.iterdir()) == ["again", "config", "here"]
    players = [each for each in data(pages[PLAY], "classic")["agents"] if each["study"] == "ancheta2020"]
    assert [each["id"] for each in players] == ["ancheta2020/control-described/0", "ancheta2020/control-listed/0"]
    followed, other = (each["snapshots"] for each in players)
    assert len(followed) > len(other) == 1
    (study,) = data(pages[WATCH], "learn")["studies"]
    shown = {each["key"]: each["covered"] for each in study["treatments"]}
    assert shown == {"control-described": 1, "control-listed": 1}
    assert "Short runs trained these players for this page" in pages[PLAY]
    assert "The players come from our runs" not in pages[PLAY]
    assert re.search(r"it can tell\s+for run 0\.", pages[WATCH])
    assert cli.main(["demo", "-o", "config/config.yaml/pages"]) != 0  # told before any run
    assert capfd.readouterr().err == (
        "ttt: error: --output config/config.yaml/pages: the folder can't be made: Not a directory; choose another\n"
    )


@pytest.mark.parametrize(
    ("study", "run", "left_out"),
    [
        ("ancheta2020", "control-described", None),
        ("hemingroth2025", "exclusive", None),
        ("mrugala2020", None, "3x3"),
        ("gardner1962", "random", None),
        ("post1999", None, "cube"),
    ],
)
def test_short_runs_that_a_page_can_make_again_are_made(study, run, left_out):
    found = short_recipes(read_study(ROOT / "config" / "studies" / f"{study}.yaml"))
    assert (run in found) == (run is not None)
    assert left_out not in found


def test_the_course_names_both_pages():
    lessons = [file.read_text(encoding="utf-8") for file in (ROOT / "docs" / "course").glob("*.md")]
    assert {name for text in lessons for name in re.findall(r"demo/([\w-]+\.html)", text)} == {PLAY, WATCH}
