"""The demonstration of all studies, made in an empty folder: every kind of player plays, and runs end as they did."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from helpers.project import ROOT, made_once
from learn_pages import VERDICT, finish
from pages import Match
from selenium.webdriver.common.keys import Keys

from tttcore.classroom.demo import PLAY, WATCH


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """Folder of both pages, and nothing else."""

    def make(folder):
        folder.mkdir()
        command = [sys.executable, "-m", "tttcore", "demo", "-o", "mailed"]
        made = subprocess.run(
            command, check=False, cwd=folder, capture_output=True, text=True, env=os.environ | {"PYTHONPATH": str(ROOT)}
        )
        assert made.returncode == 0, made.stderr
        assert [path.name for path in folder.iterdir()] == ["mailed"]

    return made_once(tmp_path_factory, "demo", make) / "mailed"


@pytest.fixture(params=[PLAY, WATCH])
def path(request, demo, tmp_path):
    """A page that was mailed by itself."""
    return Path(shutil.copy2(demo / request.param, tmp_path))


@pytest.mark.parametrize("path", [PLAY], indirect=True)
@pytest.mark.parametrize(
    ("opponent", "seat"),
    [
        ("ancheta2020/umg-described", "o"),
        ("hemingroth2025/exclusive", "x"),
        ("michie1963/person", "o"),
        ("house/careful", "x"),
    ],
)
def test_people_play_against_players_of_every_study(page, opponent, seat):
    board = Match(page.driver, "#classic")
    board.choice("Player").select_by_value(opponent)
    board.choice("You play").select_by_value(seat)
    while board.wait_for("person", "over") == "person":
        board.place(board.free()[0]).click()
    assert board.signs().count("") < 9
    assert page.run("return performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("path", [PLAY], indirect=True)
@pytest.mark.parametrize("treatment", ["random", "person"])
def test_machines_can_be_met_untrained(page, treatment):
    """With the first beads of the document in their first box."""
    board = Match(page.driver, "#classic")
    board.choice("Player").select_by_value(f"michie1963/{treatment}")
    board.field("Training").send_keys(Keys.HOME)
    assert "after 0 games (untrained)" in board.tally()
    board.wait_for("person")
    assert board.texts(".beads .box:first-of-type .note") == ["4"] * 3


@pytest.mark.parametrize("path", [WATCH], indirect=True)
@pytest.mark.parametrize(
    "treatment",
    [
        "ancheta2020/second-seat",
        "hemingroth2025/exclusive",
        "michie1963/person",
        "gardner1962/random",
    ],
)
def test_a_run_of_every_study_ends_as_it_did(live, treatment):
    assert finish(live, treatment).startswith("✓ ")
    assert live.texts(VERDICT)
