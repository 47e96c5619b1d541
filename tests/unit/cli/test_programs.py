"""`ttt referee`, `ttt enter`, `ttt league`: matches and reports as text, object and page, a line for each mistake."""

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

from tttcore.classroom.boards import CLASSIC, RULES
from tttcore.classroom.play_command import play
from tttcore.games.board_text import board_texts
from tttcore.games.position import OPEN
from tttcore.players.baselines import baselines
from tttcore.players.policy import game
from tttcore.stats.intervals import score_interval

pytestmark = pytest.mark.usefixtures("no_process_left")


def python(code, *arguments):
    return shlex.join([sys.executable, "-S", "-c", code, *arguments])


FIRST_FREE = python(
    "free = list('123456789')\n"
    "if '{seat}' == 'second': free.remove(input())\n"
    "while free: print(free.pop(0), flush=True); free.remove(input())"
)
RESIGNING = python("print('resign')")
AHEAD = python("print(1, 2, 3, sep='\\n', flush=True); input(); input()")
HANGING = python(
    "import subprocess, sys, time\nprint(4, flush=True); input()\n"
    "subprocess.Popen(['sleep', '9999'], start_new_session=True)\n"
    "if sys.argv[1:]: open(sys.argv[1], 'w')\ntime.sleep(9999)"
)
"""Who moves once; then starts a program in another session, and tells by a file that it hangs."""


def computer(*arguments, seed="{seed}"):
    return shlex.join([*TTT, "play", *arguments, "--protocol", "--seat", "{seat}", "--seed", seed])


@pytest.fixture
def match(ttt):
    """Report of a match as an object."""

    def run_match(*arguments):
        code, out, err = ttt("referee", *arguments, "--json")
        assert (code, err) == (0, "")
        return json.loads(out)

    return run_match


def test_matches_as_text(ttt, snapshot):
    """The best program of a round robin first; games that repeat are told."""
    for commands, games in ((FIRST_FREE, RESIGNING), 2), ((RESIGNING, FIRST_FREE, FIRST_FREE), 4):
        code, out, err = ttt("referee", *commands, "--games", games, "--seed", "5")
        assert (code, err) == (0, "")
        told = out.replace(" ".join(FIRST_FREE.split()), "FIRST_FREE").replace(RESIGNING, "RESIGNING")
        assert told == snapshot


@pytest.mark.slow
def test_programs_that_draw_by_the_seed_play_different_games_and_the_same_again(match):
    """As the examples of `ttt referee --help` start them."""
    drawing = computer("house/random")
    played = match(drawing, drawing, "--games", "3", "--seed", "5")
    first, second, third = (game["moves"] for game in played["games"])
    assert first != second != third != first
    assert match(drawing, drawing, "--games", "3", "--seed", "5") == played
    assert len({match(FIRST_FREE, RESIGNING)["seed"] for _ in range(2)}) == 2


def test_a_match_as_an_object(match):
    game = {"moves": ["1", "2", "3", "4", "5", "6", "7"], "forfeit": None, "opening": ""}
    result = {"won": 1, "drawn": 0, "lost": 1} | score_interval("score", 1, 2)
    assert match(FIRST_FREE, FIRST_FREE, "--games", "2", "--seed", "5") == {
        "seed": 5,
        "games": [
            {"game": 1, "first": 1, "second": 2, "winner": 1} | game,
            {"game": 2, "first": 2, "second": 1, "winner": 2} | game,
        ],
        "different_games": 2,
        "programs": [{"command": FIRST_FREE} | result] * 2,
        "pairs": [{"program": 1, "against": 2} | result, {"program": 2, "against": 1} | result],
    }


def of_the_guide(word):
    """Program of docs/how-to/entering-a-player.md with this word."""
    guide = (ROOT / "docs" / "how-to" / "entering-a-player.md").read_text(encoding="utf-8")
    (example,) = (block for block in re.findall(r"^```python\n(.*?)^```", guide, re.M | re.S) if word in block)
    return example


@pytest.fixture
def opening_program(tmp_path):
    """Command of a program that plays on from an opening."""
    (tmp_path / "first_free.py").write_text(of_the_guide("opening"), encoding="utf-8")
    return shlex.join([sys.executable, "-S", str(tmp_path / "first_free.py"), "{seat}", "{opening}"])


def test_programs_that_draw_nothing_play_different_games_after_openings(match, opening_program):
    """Each opening in both seats."""
    played = match(opening_program, opening_program, "--openings", "random:3", "--games", "4", "--seed", "7")
    assert played["different_games"] == 4
    for first, second in zip(played["games"][::2], played["games"][1::2], strict=True):
        assert (first["opening"], first["first"], second["first"]) == (second["opening"], 1, 2)
        assert first["moves"] == second["moves"]
        assert first["moves"][:3] == first["opening"].split()
        free = [cell for cell in "123456789" if cell not in first["moves"][:3]]
        assert first["moves"][3:] == free[: len(first["moves"]) - 3]
        assert first["forfeit"] is second["forfeit"] is None
    assert len({game["opening"] for game in played["games"]}) == 2


def test_a_file_of_openings(match, ttt, opening_program, tmp_path):
    """Each of them in both seats, even with an odd number of moves, and again if more games are asked for."""
    (tmp_path / "openings.txt").write_text("5\n\n1 9\n", encoding="utf-8")
    command = [opening_program, opening_program, "--openings", str(tmp_path / "openings.txt")]
    two = [("5", 1), ("5", 2), ("1 9", 1), ("1 9", 2)]
    played = match(*command, "--games", "6")["games"]
    assert [(game["opening"], game["first"]) for game in played] == [*two, *two[:2]]
    code, out, _ = ttt("referee", *command)
    assert (code, out.count("after the opening")) == (0, 4)
    assert out.startswith("game 1: program 1 begins against program 2 after the opening 5, ")


def test_who_never_moves_after_an_opening_has_not_played(refused, opening_program):
    """The first to move is O here."""
    message = refused("referee", opening_program, python("pass", "{opening}"), "--openings", "random:1")
    assert message.startswith("program 2 has made no move as the second player, so that there is no game: ended with")


COORDINATES = """
import itertools, sys
sizes, seat = list(map(int, sys.argv[2:])), sys.argv[1]
free = [" ".join(map(str, cell[::-1])) for cell in itertools.product(*[range(1, size + 1) for size in sizes[::-1]])]
if seat == "second":
    free.remove(input())
while free:
    print(free.pop(0), flush=True)
    free.remove(input())
"""
"""The first free cell of a board of any sizes, the first of which is that of the columns."""


@pytest.mark.parametrize(("game", "sizes", "moves"), [
    ("4,2,3", "4 2", "1 1,2 1,3 1,4 1,1 2,2 2,3 2,4 2"),
    ("3,5,2", "3 5", "1 1,2 1,3 1,1 2"),
    pytest.param("2x2x2", "2 2 2", "1 1 1,2 1 1,1 2 1", marks=pytest.mark.needs_jit),
])  # fmt: skip
def test_boards(match, game, sizes, moves):
    """M,n,k-games by column and row, lattices by their coordinates."""
    program = python(COORDINATES, "{seat}", *sizes.split())
    (played,) = match(program, program, "--game", game)["games"]
    assert (",".join(played["moves"]), played["forfeit"]) == (moves, None)


@pytest.mark.needs_jit
@pytest.mark.parametrize(("game", "strong", "weak"), [
    ("nine-board --rule draw --count-from 0", "--depth 5", "--depth 1 --heuristic 0"),
    ("super --rule closed", "--playouts 2000", "--playouts 1"),
    pytest.param("super --rule majority --notation row-column --count-from 0",
                 "--playouts 2000 --opening {opening}", "--playouts 1 --opening {opening}", marks=pytest.mark.slow),
])  # fmt: skip
def test_the_stronger_player_wins_on_nine_boards(match, game, strong, weak):
    """For chosen seeds, without illegal moves."""
    programs = [computer(*game.split(), *own.split(), seed="{game}") for own in (strong, weak)]
    openings = ["--openings", "random:2"] if "{opening}" in strong else []
    played = match("--game", *game.split(), *openings, "--seed", "1", "--start-seconds", "600", *programs)
    assert {(each["winner"], each["forfeit"]) for each in played["games"]} == {(1, None)}


def until_there(file, program):
    while not file.exists():
        assert program.poll() is None
        time.sleep(0.01)


@pytest.mark.parametrize("request_to_end", [signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_request_to_end_leaves_no_program(tmp_path, request_to_end):
    """Even where the tests run under nohup."""
    hangs, before = tmp_path / "hangs", signal.signal(request_to_end, signal.SIG_DFL)
    command = [*TTT, "referee", AHEAD, f"{HANGING} {hangs}"]
    program = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    signal.signal(request_to_end, before)
    with program:
        until_there(hangs, program)
        children = psutil.Process(program.pid).children(recursive=True)
        program.send_signal(request_to_end)
        assert program.wait(600) == 130
        assert program.stderr.read().strip() == ""
    assert len(children) == 5  # two supervisors, two programs, and what one of them has started
    assert psutil.wait_procs(children, timeout=600)[1] == []


def test_an_ignored_hangup_stays_ignored(tmp_path):
    """As under nohup."""
    hangs = tmp_path / "hangs"
    command = ["nohup", *TTT, "referee", AHEAD, f"{HANGING} {hangs}", "--seconds", "0.5", "--start-seconds", "600"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as program:
        until_there(hangs, program)
        program.send_signal(signal.SIGHUP)
        assert program.wait(600) == 0
        assert "no move within 0.5 s" in program.stdout.read()


def test_games_are_those_that_can_be_played():
    """3x3 by the name of its search."""
    assert {*RULES, "genome", "agent", "minimax"} - {CLASSIC} == set(play.commands)


def test_mistakes_in_a_match(ttt, in_a_folder_of_its_own, snapshot):
    files = ["5 1\n5 5\n", "1 4 2 5 3", "1 4 2 5 3 6", "\n"]
    for number, text in enumerate(files):
        Path(f"{number}.txt").write_text(text, encoding="utf-8")
    options = (
        "--rule open", "--game super --rule draw", "--game 4x4x4 --notation row-column", "--game chess", "--game 3,3,4",
        "--game 1x1", "--games 0", "--games 99999999999",
    )  # fmt: skip
    openings = ("random:0", "random:9", "none.txt", "random:2 --games 3", "0.txt", "1.txt", "2.txt", "3.txt")
    commands = [["referee", "cat", second] for second in ("no-such-program", "'")]
    commands += [["referee", "cat", "cat", *each.split()] for each in options]
    commands.append(["referee", "cat {opening}", "cat", "--openings", "random:2"])
    commands += [["referee", *["cat {opening}"] * 2, "--openings", *each.split()] for each in openings]
    assert transcript(ttt, *commands) == snapshot


FIRST_FREE_FILE = "def move(board, player): return board.index('.')\n"


@pytest.fixture(autouse=True)
def _here(in_a_folder_of_its_own):
    """A folder without results."""
    Path("first.py").write_text(FIRST_FREE_FILE, encoding="utf-8")


def evaluated(ttt, *arguments):
    code, out, err = ttt("enter", *arguments, "--json")
    assert (code, err) == (0, "")
    return json.loads(out)


def with_page(ttt, *arguments):
    """What is printed, and the words of the page."""
    code, out, err = ttt(*arguments, "--page", "page.html")
    assert (code, err) == (0, "page: page.html\n")
    return out, " ".join(" ".join(check(Path("page.html").read_text(encoding="utf-8")).words).split())


def test_the_example_of_the_guide(ttt):
    """It is found to be what its text says: it loses to nobody that it can't see coming, and plays well."""
    Path("example.py").write_text(of_the_guide("def move"), encoding="utf-8")
    found = evaluated(ttt, "example.py")
    assert (found["estimated"], found["field"]["has_runs"]) == (False, False)
    for seat in found["seats"].values():
        assert all(blunder["fault"] is None for blunder in seat["blunders"])
        assert seat["as_perfect"] / seat["decisions"] > 0.8
        assert {row["opponent"]: row["won"] for row in seat["baselines"]}["random"] > 0.7
    assert found["seats"]["first"]["baselines"][0]["lost"] < 0.02


def test_text_object_and_page_tell_the_same(ttt):
    out, told = with_page(ttt, "enter", "first.py")
    for seat in evaluated(ttt, "first.py")["seats"].values():
        rank, blunders = seat["rank"], len(seat["blunders"])
        assert f"rank {rank['rank']} of {rank['players']} in this seat, {rank['score']:.3f} points" in out
        assert f"{rank['rank']} of {rank['players']} players in this seat, {rank['score']:.3f} points" in told
        assert f"blunders, moves that give something away, and faults: {blunders}" in out
        assert f"{blunders} moves give away" in told
    assert "No players of runs are stored here" in out
    assert "No players of runs are stored here" in told


@pytest.mark.parametrize(("name", "seats"), [("careful", ["first", "second"]), ("umg", ["second"])])
def test_baselines_have_the_rank_of_their_likes(ttt, name, seats):
    found = evaluated(ttt, f"house/{name}")["seats"]
    assert [*found] == seats
    likes = [found[seat]["resembles"][0] for seat in seats]
    assert [(each["group"], each["share"]) for each in likes] == [(f"house/{name}", pytest.approx(1))] * len(seats)


def test_who_counts_cells_from_1_is_told_so_without_results(ttt):
    Path("one.py").write_text("def move(board, player): return board.index('.') + 1\n", encoding="utf-8")
    out, told = with_page(ttt, "enter", "one.py")
    assert out.splitlines()[1].startswith("Counts cells from 1, it seems: ")
    assert "Counts cells from 1, it seems: " in told
    assert not re.search("[Rr]ank|Compared with|reply", out + told)
    assert evaluated(ttt, "one.py")["counts_from_1"] is True


def test_a_program(ttt):
    program = shlex.join([sys.executable, "-S", "-c", "import sys; print(5, flush=True)", "{seat}"])
    seat = evaluated(ttt, "--program", program, "--seat", "first", "--seconds", "5")["seats"]["first"]
    assert {blunder["fault"] for blunder in seat["blunders"]} == {"ended with exit code 0"}
    assert seat["rank"]["score"] == 0


def test_a_player_of_chance_has_intervals(ttt):
    program = (
        "import random\ndef move(board, player):\n    return random.choice([c for c in range(9) if board[c] == '.'])"
    )
    Path("draws.py").write_text(program, encoding="utf-8")
    (code, out, _), again = (ttt("enter", "draws.py", "--calls", "20", "--seat", "second") for _ in range(2))
    assert code == 0
    assert "so its chances are estimated: from 20 answers or more" in out
    assert re.search(r"points per game over all treatments \(95%: rank \d+ to \d+, 0\.\d+ to 0\.\d+ points\)", out)
    assert again[1] == out


def test_mistakes_in_an_entry(ttt, snapshot):
    for file, text in {"empty.py": "", "broken.py": "def move(:", "class/ada.py": ""}.items():
        Path(file).parent.mkdir(exist_ok=True)
        Path(file).write_text(text, encoding="utf-8")
    mistakes = (
        "empty.py", "broken.py", "none.py", "x/y/0", "umglisted", "house/umg --seat first", "first.py --page first.py",
        "first.py --page none/page.html", "--program no-such-program", "first.py --row 2", "house/umg --row 2",
        "first.py --count-from 0", "first.py --games 4", "first.py --rule open",
        "--program x --game nine-board --rule majority", "first.py --game 4x4", "--program x --game 4x5",
        "first.py --calls 2",
    )  # fmt: skip
    assert transcript(ttt, "league class", *(f"enter {each}" for each in mistakes)) == snapshot


def test_games_on_a_lattice(ttt):
    """Without stored players, against random moves; the program gives up after a move."""
    program = shlex.join([sys.executable, "-S", "-c", "print('1 1', flush=True); input()"])
    options = ["--games", "3", "--seat", "first", "--seed", "1"]
    out, told = with_page(ttt, "enter", "--program", program, "--game", "4x4", *options)
    assert "3 times: ended with exit code 0" in told
    assert "on 4x4; games: 3, different ones: " in out
    assert out.splitlines()[-1] == "games lost by forfeit: 3, ended with exit code 0"


def test_a_page_never_replaces_what_is_read(refused):
    """States, a program, or a player of a league."""
    own, states = "players/a/player.py", Path("states.txt")
    for name in ("a", "b"):
        Path("players", name).mkdir(parents=True)
        Path("players", name, "player.py").write_text(FIRST_FREE_FILE, encoding="utf-8")
    states.write_text("held", encoding="utf-8")
    for page, *arguments in (
        ("states.txt", "enter", "first.py", "--states", "states.txt"), (own, "league", "players"),
        (own, "enter", "--program", f"python {own} {{seat}}"),
    ):  # fmt: skip
        assert refused(*arguments, "--page", page) == f"{page}: is the input {page}; allowed: another file"
    assert states.read_text(encoding="utf-8") == "held"


def test_a_league(ttt, snapshot):
    """Two players, one that is broken and one whose answers are no cells."""
    played, cells = game(dead=False), baselines()["minimax-first"].cells
    still_open = [place for place in range(len(cells)) if played.results[place] == OPEN]
    Path("players").mkdir()
    for file, text in {
        "best.json": json.dumps({board_texts()[place]: int(cells[place].argmax()) for place in still_open}),
        "first.py": FIRST_FREE_FILE,
        "broken.py": "def move(",
        "nine.py": "def move(board, player): return 9",
    }.items():
        Path("players", file).write_text(text, encoding="utf-8")
    assert transcript(ttt, "league players --page league.html") == snapshot
    text = Path("league.html").read_text(encoding="utf-8")
    assert text.index('id="ranking"') < text.index('id="cards"') < text.index('id="skipped"')
    assert "stored players of runs" not in text
    assert {f"player-{number}" for number in (1, 2, 3)} <= {*check(text).ids}
    report = json.loads(ttt("league", "players", "--json")[1])
    assert [row["player"] for row in report["players"]] == ["best", "first", "nine"]
    assert report["skipped"][0]["file"] == "broken.py"


@pytest.mark.parametrize("command", ["enter hangs.py", "league . --all-seconds 600"])
def test_an_interrupted_command_leaves_nothing(tmp_path, command):
    """Neither the player, which hangs, nor what it has started, nor its folder; and it ends at once."""
    told = tmp_path / "told"
    program = f"""
import os, subprocess, time
child = subprocess.Popen(['sleep', '9999'], start_new_session=True)
open({str(told) + "-"!r}, 'w').write(f'{{child.pid}} {{os.getcwd()}}')
os.rename({str(told) + "-"!r}, {str(told)!r})
time.sleep(9999)
"""
    (tmp_path / "hangs.py").write_text(program, encoding="utf-8")
    with subprocess.Popen([*TTT, *command.split(), "--start-seconds", "600"], stderr=subprocess.PIPE) as running:
        until_there(told, running)
        number, folder = told.read_text().split(maxsplit=1)
        child = psutil.Process(int(number))
        running.send_signal(signal.SIGTERM)
        assert running.wait(600) == 130
    assert psutil.wait_procs([child], timeout=600)[1] == []
    assert not Path(folder).exists()
