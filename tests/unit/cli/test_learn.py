"""`ttt learn`: a user's learner, trained in processes of its own, as a table, a page and an object."""

import json
import shutil

import pandas as pd
import pytest
from helpers.pages import check
from helpers.project import ROOT
from helpers.texts import transcript

from tttcore.classroom.learner_report import stored_machines
from tttcore.learning.machine_tables import machine_tables
from tttcore.pipeline.table_files import write_study_tables
from tttcore.stats.games_needed import GAMES_NEEDED

pytestmark = pytest.mark.usefixtures("in_a_folder_of_its_own", "no_process_left")
OWN = """
from tttcore.learner import Learner, free

class Own(Learner):
    fails: bool = False

    def cells(self, board):
        return free(board)[:2]

    def end(self, moves, board, result):
        self.games = getattr(self, "games", 0) + 1
        if self.fails and self.games > 3 and self.rng.random() < 0.1:
            raise RuntimeError("<tired>")
"""


@pytest.fixture
def own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(OWN)
    return file


def learnt(ttt, *arguments):
    code, out, err = ttt("learn", *arguments, "--json")
    assert code == 0, err
    return json.loads(out)


def test_what_it_prints(ttt, own, snapshot):
    shutil.copy(ROOT / "docs" / "learners" / "beads.py", "beads.py")
    lines = [
        "learn own.py --games 20 --runs 3 --opponent perfect",
        "learn own.py --games 12 --runs 4 --seat second --set fails=true --page tired.html",
        "learn beads.py --games 30 --runs 2 --seat first --set win=5 --seed 7",
    ]
    assert transcript(ttt, *lines) == snapshot


def test_the_page_can_be_read_and_says_what_went_wrong(ttt, own, tmp_path):
    learnt(ttt, own, "--games", 12, "--runs", 4, "--set", "fails=true")
    page = check((tmp_path / "own.html").read_text(encoding="utf-8"))
    assert any("raises RuntimeError in line 13: <tired>" in word for word in page.words)


def test_the_same_command_gives_the_same_curves_and_another_seed_others(ttt, own):
    arguments = (ROOT / "docs/learners/td.py", "--games", 40, "--runs", 3, "--opponent", "itself")
    once = learnt(ttt, *arguments)
    assert once == learnt(ttt, *arguments) == learnt(ttt, *arguments, "--trust")
    other = learnt(ttt, *arguments, "--seed", 1)
    assert [run["points"][:2] for run in once["runs"]] == [
        run["points"][:2] for run in other["runs"]
    ]  # before any game
    assert once["runs"] != other["runs"]
    assert once["learner"] == "TD"
    assert [row["seat"] for row in once["never_loses"]] == ["first", "second"]


def test_runs_that_fail_are_told_and_the_others_go_on(ttt, own):
    found = learnt(ttt, own, "--games", 12, "--runs", 6, "--set", "fails=true")
    failed = {int(line.split(":")[0].removeprefix("run ")) for line in found["errors"]}
    assert 0 < len(failed) < 6
    for run in found["runs"]:
        last = max(point["games"] for point in run["points"])
        assert (last == 12) == (run["run"] not in failed)


def test_it_stands_among_the_machines_that_are_stored(ttt, own, tmp_path):
    shutil.copytree(ROOT / "config", tmp_path / "config")
    rows = pd.DataFrame(
        {
            "treatment": "person-long",
            "replicate": 0,
            "seat": "first",
            "games": [0, 10],
            "in_seat": [0, 10],
            "organisms": 1,
        }
        | dict.fromkeys(("reply_lost", "perfect_lost", "random_lost", "centre", "corner", "side"), 0.25)
    ).assign(mistake="X---o----", study="michie1963")
    machines = {"michie1963": {"name": "MENACE", "treatment": "person-long", "contrasts": {}}}
    tables = machine_tables(rows, machines, {"michie1963": "3x3"}, {"michie1963": "games"})
    assert [*tables["games_needed"]] == [*GAMES_NEEDED]
    write_study_tables(tables, tmp_path / "results" / "machines" / "tables", provenance={})
    assert {*stored_machines(tmp_path / "results").machines} == {"michie1963"}
    found = learnt(ttt, own, "--games", 5, "--runs", 2)
    assert {row["document"] for row in found["rows"]["first"]} == {"yours", "Michie 1963, second-hand"}
    assert {row["document"] for row in found["rows"]["second"]} == {"yours"}
    check((tmp_path / "own.html").read_text(encoding="utf-8"))
    assert {"michie1963", "mrugala2020", "hemingroth2025"} < {*stored_machines(tmp_path / "none").machines}


def test_mistakes_take_a_line(refused, ttt, own, tmp_path):
    assert refused("learn", "no.py") == "learn.learner: no.py: no such file"
    assert refused("learn", own, "--set", "fials=true") == (
        "learn.parameters.fials: no such key (did you mean 'fails'?); known: fails"
    )
    assert refused("learn", own, "--set", "fails").startswith(
        "Invalid value for '--set': 'fails' is no parameter; allowed: "
    )
    assert refused("learn", own, "--set", "fails=2") == "learn.parameters.fails: 2 is not true or false"
    assert refused("learn", own, "--page", own).endswith("own.py; allowed: another file")
    own.write_text("import numby\n" + OWN)
    assert (
        refused("learn", own, "--runs", 2)
        == f"{own}: run 0: raises ModuleNotFoundError in line 1: No module named 'numby'"
    )
    assert not (tmp_path / "own.html").exists()


def test_checkpoints_are_players_that_somebody_has_stored(ttt, refused, tmp_path, snapshot):
    """Of each seed after each number of games; seats that a table has no boards of yet are not there."""
    tables = {"10": {".........": {"0": 0.5}}, "100": {".........": {"4": 0.5}, "X........": {"4": 1.0}}}
    for seed in ("1", "2"):
        folder = tmp_path / "mine" / seed
        folder.mkdir(parents=True)
        for games, table in tables.items():
            (folder / f"{games}.json").write_text(json.dumps({"q": table}))
    assert transcript(ttt, "learn --checkpoints mine") == snapshot
    assert check((tmp_path / "mine.html").read_text(encoding="utf-8"))
    (tmp_path / "mine" / "2" / "x.json").write_text("{}")
    assert refused("learn", "--checkpoints", "mine").startswith(
        "mine/2/x.json: is not named after a number of games; allowed: "
    )
    (tmp_path / "mine" / "2" / "x.json").rename(tmp_path / "mine" / "2" / "20.json")
    assert refused("learn", "--checkpoints", "mine").startswith("mine/2/20.json: no board on which a game goes on")
    assert "one of them is needed" in refused("learn")
