"""`ttt enter` and `ttt league`: what they tell, as text, object and page, and one line for every mistake."""

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest
from command_line import TTT
from helpers.pages import check
from helpers.project import ROOT
from helpers.texts import transcript

from tttcore.classroom.entrant import board_text
from tttcore.games.position import OPEN
from tttcore.players.baselines import baselines
from tttcore.players.policy import game

pytestmark = pytest.mark.usefixtures("no_process_left")

FIRST_FREE = "def move(board, player): return board.index('.')\n"


@pytest.fixture(autouse=True)
def _here(in_a_folder_of_its_own):
    """A folder without results."""
    Path("first.py").write_text(FIRST_FREE, encoding="utf-8")


def evaluated(ttt, *arguments):
    code, out, err = ttt("enter", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def test_the_example_of_the_guide(ttt, tmp_path):
    """It is found to be what its text says: it loses to nobody that it can't see coming, and plays well."""
    guide = (ROOT / "docs" / "how-to" / "entering-a-player.md").read_text(encoding="utf-8")
    blocks = re.findall(r"^```python\n(.*?)^```", guide, flags=re.MULTILINE | re.DOTALL)
    (example,) = (block for block in blocks if "def move" in block)
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    found = evaluated(ttt, "example.py")
    assert found["estimated"] is False
    assert not found["field"]["has_runs"]
    for seat in found["seats"].values():
        assert all(blunder["fault"] is None for blunder in seat["blunders"])
        assert seat["as_perfect"] / seat["decisions"] > 0.8
        against = {row["opponent"]: row for row in seat["baselines"]}
        assert against["random"]["won"] > 0.7
    assert found["seats"]["first"]["baselines"][0]["lost"] < 0.02


def test_text_object_and_page_tell_the_same(ttt, tmp_path):
    code, out, err = ttt("enter", "first.py", "--page", "page.html")
    assert (code, err) == (0, "page: page.html\n")
    page = check((tmp_path / "page.html").read_text(encoding="utf-8"))
    told = " ".join(" ".join(page.words).split())
    found = evaluated(ttt, "first.py")
    for seat in found["seats"].values():
        rank = seat["rank"]
        assert f"rank {rank['rank']} of {rank['players']} in this seat, {rank['score']:.3f} points" in out
        assert f"{rank['rank']} of {rank['players']} players in this seat, {rank['score']:.3f} points" in told
        assert f"blunders, moves that give something away, and faults: {len(seat['blunders'])}" in out
        assert f"{len(seat['blunders'])} moves give away" in told
    assert "No players of runs are stored here" in out
    assert "No players of runs are stored here" in told


@pytest.mark.parametrize("name", ["careful", "umg"])
def test_baselines_have_the_rank_of_their_likes(ttt, name):
    found = evaluated(ttt, f"house/{name}")
    assert [*found["seats"]] == (["first", "second"] if name == "careful" else ["second"])
    for seat in found["seats"].values():
        likes = seat["resembles"][0]
        assert likes["group"] == f"house/{name}"
        assert likes["share"] == pytest.approx(1)


def test_who_counts_cells_from_1_is_told_so_without_results(ttt, tmp_path):
    (tmp_path / "one.py").write_text("def move(board, player): return board.index('.') + 1\n", encoding="utf-8")
    code, out, err = ttt("enter", "one.py", "--page", "page.html")
    assert (code, err) == (0, "page: page.html\n")
    told = " ".join(check((tmp_path / "page.html").read_text(encoding="utf-8")).words)
    assert out.splitlines()[1].startswith("Counts cells from 1, it seems: ")
    assert "Counts cells from 1, it seems: " in told
    for text in (out, told):
        assert "rank" not in text.lower()
        assert "Compared with" not in text
        assert "reply" not in text
    assert evaluated(ttt, "one.py")["counts_from_1"] is True


def test_the_worst_blunders_are_drawn(ttt):
    """With what the player does beside the board."""
    out = ttt("enter", "first.py", "--seat", "first")[1].splitlines()
    at = next(at for at, line in enumerate(out) if "faults: " in line) + 1
    (worst, *_) = evaluated(ttt, "first.py", "--seat", "first")["seats"]["first"]["blunders"]
    board = worst["board"]
    assert [line[4:9].replace(" ", "") for line in out[at : at + 3]] == [board[:3], board[3:6], board[6:]]
    assert out[at].endswith(f"   {worst['before']} -> {worst['after']}")
    assert out[at + 1].endswith(f"   marks {worst['cell']} instead of {' or '.join(map(str, worst['best']))}")
    assert " games with random moves" in out[at + 2]
    assert out[at + 3] == ""


def test_a_program(ttt):
    program = shlex.join([sys.executable, "-S", "-c", "import sys; print(5, flush=True)", "{seat}"])
    found = evaluated(ttt, "--program", program, "--seat", "first", "--seconds", "5")
    seat = found["seats"]["first"]
    faults = {blunder["fault"] for blunder in seat["blunders"]}
    assert faults == {"ended with exit code 0"}
    assert seat["rank"]["score"] == 0


def test_a_player_of_chance_has_intervals(ttt, tmp_path):
    (tmp_path / "draws.py").write_text(
        "import random\ndef move(board, player):\n    return random.choice([c for c in range(9) if board[c] == '.'])",
        encoding="utf-8",
    )
    code, out, _ = ttt("enter", "draws.py", "--calls", "20", "--seat", "second")
    assert code == 0
    assert "so its chances are estimated: from 20 answers or more" in out
    assert re.search(r"points per game over all treatments \(95%: rank \d+ to \d+, 0\.\d+ to 0\.\d+ points\)", out)
    assert ttt("enter", "draws.py", "--calls", "20", "--seat", "second")[1] == out


def test_mistakes(ttt, refused, snapshot):
    Path("empty.py").touch()
    Path("broken.py").write_text("def move(:", encoding="utf-8")
    Path("class").mkdir()
    Path("class/ada.py").touch()
    mistakes = (
        "empty.py",
        "broken.py",
        "none.py",
        "x/y/0",
        "house/umg --seat first",
        "first.py --page first.py",
        "first.py --page none/page.html",
        "--program no-such-program",
        "first.py --row 2",
        "house/umg --row 2",
        "first.py --count-from 0",
        "first.py --games 4",
        "first.py --rule open",
        "--program x --game nine-board --rule majority",
        "first.py --game 4x4",
        "--program x --game 4x5",
    )
    assert transcript(ttt, "league class", *(f"enter {each}" for each in mistakes)) == snapshot
    told = refused("enter", "first.py", "--calls", "2")
    assert told.startswith("Invalid value for '--calls': 2 is not in the range 3<=x<=100000.")


def test_games_on_a_lattice(ttt, tmp_path):
    """Without stored players, against random moves; the program gives up after a move."""
    program = shlex.join([sys.executable, "-S", "-c", "print('1 1', flush=True); input()"])
    options = ["--games", "3", "--seat", "first", "--seed", "1"]
    code, out, err = ttt("enter", "--program", program, "--game", "4x4", *options, "--page", "page.html")
    assert (code, err) == (0, "page: page.html\n")
    assert "3 times: ended with exit code 0" in (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "on 4x4; games: 3, different ones: " in out
    assert out.splitlines()[-1] == "games lost by forfeit: 3, ended with exit code 0"


def test_a_page_never_replaces_what_is_read(refused):
    """States, a program, or a player of a league."""
    for name in ("a", "b"):
        Path("players", name).mkdir(parents=True)
        Path("players", name, "player.py").write_text(FIRST_FREE, encoding="utf-8")
    own = "players/a/player.py"
    for page, *arguments in (
        ("states.txt", "enter", "first.py", "--states", "states.txt"),
        (own, "league", "players"),
        (own, "enter", "--program", f"python {own} {{seat}}"),
    ):
        Path("states.txt").write_text("held", encoding="utf-8")
        assert refused(*arguments, "--page", page) == f"{page}: is the input {page}; allowed: another file"
    assert Path("states.txt").read_text(encoding="utf-8") == "held"


@pytest.fixture
def players(tmp_path):
    """A folder with two players, one that is broken and one whose answers are no cells."""
    folder = tmp_path / "players"
    folder.mkdir()
    played = game(dead=False)
    cells = baselines()["minimax-first"].cells
    table = {
        board_text(place): int(cells[place].argmax()) for place in range(len(cells)) if played.results[place] == OPEN
    }
    (folder / "best.json").write_text(json.dumps(table), encoding="utf-8")
    (folder / "first.py").write_text(FIRST_FREE, encoding="utf-8")
    (folder / "broken.py").write_text("def move(", encoding="utf-8")
    (folder / "nine.py").write_text("def move(board, player): return 9", encoding="utf-8")
    return folder


def test_a_league(ttt, players, tmp_path):
    code, out, err = ttt("league", "players", "--page", "league.html")
    assert code == 0
    announced, *turns, written = err.splitlines()
    assert written == "page: league.html"
    assert announced == "4 players. They are asked for their moves within 30 s; results follow after 41 s at most."
    assert turns == ["broken: can't be entered", "first: asked", "nine: asked"]
    lines = out.splitlines()
    assert lines[0] == "3 players, every pair in both seats, exactly; 1 not entered"
    assert [line.split()[:2] for line in lines[3:6]] == [["1", "best"], ["2", "first"], ["3", "nine"]]
    assert lines[-1] == "not entered: broken.py: can't be loaded: raises SyntaxError in line 1: '(' was never closed"
    text = (tmp_path / "league.html").read_text(encoding="utf-8")
    page = check(text)
    assert text.index('id="ranking"') < text.index('id="cards"') < text.index('id="skipped"')
    assert "stored players of runs" not in text
    assert {f"player-{number}" for number in (1, 2, 3)} <= set(page.ids)
    report = json.loads(ttt("league", "players", "--json")[1])
    assert [row["player"] for row in report["players"]] == ["best", "first", "nine"]
    assert report["skipped"][0]["file"] == "broken.py"


@pytest.mark.parametrize("command", ["enter hangs.py", "league . --all-seconds 600"])
def test_an_interrupted_command_leaves_nothing(tmp_path, command):
    """Neither the player, which hangs, nor what it has started, nor its folder; and it ends at once."""
    (tmp_path / "hangs.py").write_text(
        "import os, subprocess, time\n"
        "child = subprocess.Popen(['sleep', '99'], start_new_session=True)\n"
        f"open({str(tmp_path / 'told')!r}, 'w').write(f'{{child.pid}} {{os.getcwd()}}')\ntime.sleep(99)",
        encoding="utf-8",
    )
    with subprocess.Popen([*TTT, *command.split(), "--start-seconds", "600"], stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 600
        while not (tmp_path / "told").exists() or not (tmp_path / "told").read_text():
            assert time.monotonic() < deadline
            time.sleep(0.02)
        number, folder = (tmp_path / "told").read_text().split(maxsplit=1)
        child = psutil.Process(int(number))
        running.send_signal(signal.SIGTERM)
        assert running.wait(600) == 130
    assert psutil.wait_procs([child], timeout=90)[1] == []
    assert not (tmp_path / folder).exists()
