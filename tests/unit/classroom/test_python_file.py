"""Python files as players: whatever they do is a blunder of one position, reported in a line; nothing of it is left."""

import subprocess
import sys

import numpy as np
import pytest
from helpers.project import ROOT

from tttcore.classroom.asking import ask_everywhere
from tttcore.classroom.entrant import LONGEST, positions_to_meet
from tttcore.classroom.files import enter_file
from tttcore.classroom.python_file import PythonFile
from tttcore.games.board_text import board_texts
from tttcore.games.classic import enumerate_states, free_cells
from tttcore.players.policy import cells_of_rule, uniform_policy
from tttcore.processes.limits import Limits

pytestmark = pytest.mark.usefixtures("no_process_left")

FIRST_FREE = "return board.index('.')"
LIMITS = Limits(seconds=120, start_seconds=120, all_seconds=6000, calls=20, megabytes=1024)


@pytest.fixture
def entered(tmp_path):
    """`entered(body)`: a player with such a function `move`, asked for everything."""

    def enter(body, *, before="", limits=LIMITS, seat="first"):
        path = tmp_path / "player.py"
        lines = "\n    ".join(body.splitlines())
        path.write_text(f"{before}\ndef move(board, player):\n    {lines}\n", encoding="utf-8")
        return enter_file(path, limits, seat=seat)

    return enter


def refused(path, text, limits=LIMITS):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"^[^\n]+: can't be loaded: [^\n]+$") as error:
        enter_file(path, limits)
    return str(error.value).removeprefix(f"{path}: can't be loaded: ")


@pytest.mark.parametrize(("text", "reason"), [
    ("", "has no function `move(board, player)`"),
    ("move = 4", "has no function `move(board, player)`"),
    ("def move(board, player:\n    return 0", "raises SyntaxError in line 1: '(' was never closed"),
    ("import nothing_like_this", "raises ModuleNotFoundError in line 1: No module named 'nothing_like_this'"),
    ("import sys; sys.exit(3)", "ends its process"),
    ("import os; os._exit(3)", "ended with exit code 3"),
    ("raise Exception('<script>\\n\\x1b[2J')", "raises Exception in line 1: <script> [2J"),
    ("import os; os.write(4, b'x' * 20_000)", "a line of more than 10,000 bytes"),
])  # fmt: skip
def test_files_without_a_player(tmp_path, text, reason):
    assert refused(tmp_path / "player.py", text) == reason


def test_a_file_that_never_ends_loading(tmp_path, clock):
    """Nor does one, within its first move, for longer than all positions may take."""
    for all_seconds, seconds, option in ((99, 5, "--start-seconds"), (4, 4, "--all-seconds")):
        clock.now = 0
        limits = Limits(seconds=2, start_seconds=3, all_seconds=all_seconds)
        assert refused(tmp_path / "player.py", clock.hang, limits) == f"isn't loaded in time ({option} gives more)"
        assert clock.now == seconds
    hanging = f"def move(board, player):\n    {clock.hang}"
    (tmp_path / "player.py").write_text(hanging, encoding="utf-8")
    assert enter_file(tmp_path / "player.py", Limits(seconds=9, all_seconds=4), seat="first").unasked(0) == 1
    assert clock.now == 8


BLUNDERS = [
    "return '4'",
    "return None",
    "return 0, 1",
    "return True",
    "return object()",
    "return 9",
    "return 9.0",
    "return -1",
    "import ast; ast.literal_eval('1 +')",
    "return 10 ** 50",
    "return -(10 ** 9999)",
    "return 4 if board[4] == 'X' else 5",
    "raise KeyError('<b>')",
    "raise KeyboardInterrupt",
    "import sys; sys.exit()",
    "os._exit(7)",
    "os.abort()",
    "os.closerange(3, 99); return 0",
    "{hang}",
    "import signal; signal.pthread_sigmask(0, range(1, 32)); {hang}",
    "return len(bytearray(2 << 30))",
    "import mmap; mmap.mmap(-1, 4 << 30)",
    "open('table')",
    "import array; array.array('b').tostring()",
    "for file in range(3, 64):\n  try: os.write(file, b'8\\n' * 9)\n  except OSError: pass\nreturn 0",
    "os.kill(os.getppid(), 9)\nwhile True: pass",
    "with open('big', 'wb') as file: file.truncate(2 << 30)",
    "raise Exception('x' * 10 ** 6)",
    "return input()",
]


def acting(acts):
    """Text of a second player that takes the first free cell but does something else on each of some boards; these."""
    met = positions_to_meet(uniform_policy(cells_of_rule(lambda board: free_cells(board)[:1])), 1)
    places = np.flatnonzero(met & (np.count_nonzero(enumerate_states().positions, axis=1) == 3)).tolist()[: len(acts)]
    text = "import os\n"
    for place, act in zip(places, acts, strict=True):
        text += f"def at_{place}(board):\n " + act.replace("\n", "\n ") + f"\n {FIRST_FREE}\n"
    boards = ", ".join(f"{board_texts()[place]!r}: at_{place}" for place in places)
    choice = f"{{{boards}}}.get(board, lambda board: board.index('.'))(board)"
    return f"{text}\ndef move(board, player): return {choice}", places


def test_blunders_of_one_position_each(tmp_path, clock, snapshot):
    """The reason names the line of the file."""
    text, places = acting([act.replace("{hang}", clock.hang) for act in BLUNDERS])
    (tmp_path / "player.py").write_text(text, encoding="utf-8")
    player = enter_file(tmp_path / "player.py", Limits(seconds=5, megabytes=1024), seat="second")
    told = [f"{act}\n    {player.faults.get(place)}" for act, place in zip(BLUNDERS, places, strict=True)]
    assert "\n".join(told) == snapshot
    assert max(map(len, player.faults.values())) == LONGEST
    assert np.flatnonzero(player.forfeits).tolist() == sorted(player.faults) == places
    assert {*player.forfeits[places]} == {1}
    assert not player.is_estimated


def test_what_a_player_prints_and_starts_changes_nothing(tmp_path, entered):
    printing = ["print('x' * 10 ** 6)", "import sys; sys.stderr.write('x' * 10 ** 6)", "os.write(1, b'8\\n' * 1000)"]
    starting = "import subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(9999)'])"
    text, _ = acting([*printing, "os.fork()", starting])
    (tmp_path / "player.py").write_text(text, encoding="utf-8")
    player = enter_file(tmp_path / "player.py", LIMITS, seat="second")
    assert not player.faults
    assert player.policy.tolist() == entered(FIRST_FREE, seat="second").policy.tolist()
    assert player.calls.sum() == 3 * np.count_nonzero(player.calls) == 3 * np.count_nonzero(player.policy)
    assert player.notes == ("Asked 3 times in each of its positions, it always gave the same answer.",)


@pytest.mark.parametrize(("body", "seat", "counts"), [
    ("return board.index('.') + 1", "first", True),
    ("return board.index('.') + 1", "second", True),
    ("return next(cell for cell in (9, 5, 1, 3, 7, 2, 4, 6, 8) if board[cell - 1] == '.')", "first", True),
    (FIRST_FREE, "first", False),
    ("return board.rindex('.')", "first", False),  # cells less one are free, and all of its cells are, too
    ("return board.rindex('.')", "second", False),
    ("return 5", "second", False),
    ("if board == '..X......': return 2\nraise KeyError", "second", False),  # elsewhere it names none
    ("if board.count('.') < 8:\n  {hang}\nreturn board.index('.') + 1", "second", False),  # not asked everywhere
])  # fmt: skip
def test_players_that_count_cells_from_1_are_recognised(entered, clock, body, seat, counts):
    """Their answers, less one, are free cells, and some of their answers are not."""
    player = entered(body.replace("{hang}", clock.hang), seat=seat, limits=Limits(seconds=9, all_seconds=4))
    assert player.counts_from_1 is counts
    assert bool(player.unasked(seat == "second")) == ("hang" in body)


def test_a_player_that_hangs_everywhere_costs_its_time_and_no_more(entered, clock):
    player = entered(clock.hang, limits=Limits(seconds=3, all_seconds=10), seat="second")
    assert clock.now == 10
    assert sorted(player.faults.values()) == ["no move within 3 s"] * 3 + ["not asked often enough"] * 6
    assert player.forfeits.sum() == 9
    assert "The time was over before" in player.notes[-1]


def test_chances_of_a_player_that_draws(entered):
    """The same ones each time, since its generators are seeded, and near those that it has, for its first mark."""
    body = f"if board.count('.') < 9: {FIRST_FREE}\nreturn random.randrange(2)"
    player, again, another = (
        entered(body, before="import random", limits=Limits(seconds=120, all_seconds=6000, calls=20, seed=seed))
        for seed in (0, 0, 1)
    )
    assert player.is_estimated
    assert player.policy.tolist() == again.policy.tolist() != another.policy.tolist()
    assert {*player.calls[player.calls > 0].tolist()} == {20}
    assert player.policy[0, :2] == pytest.approx(1 / 2, abs=4 * (1 / 4 / 20) ** 0.5)


def test_all_draws_repeat_with_the_seed(tmp_path):
    """Also those of generators without a seed, and those made while the file is loaded."""
    text = """
import random, secrets, uuid
import numpy
loaded = numpy.random.rand(), random.random()
numpy.random.seed()
random.seed()
generators = random.Random(), random.SystemRandom(), numpy.random.default_rng(), numpy.random.RandomState()
def move(board, player):
    drawn = [*loaded, numpy.random.rand(), random.random(), *(each.random() for each in generators)]
    raise ValueError([f"{each:.5f}" for each in drawn], secrets.token_hex(4), uuid.uuid4().time_low)
"""
    (tmp_path / "player.py").write_text(text, encoding="utf-8")

    def drawn(seed):
        with PythonFile(tmp_path / "player.py", Limits(seconds=120, seed=seed)) as player:
            (answer,) = player.ask(".........", "X", 1)
        return answer.split(",")

    first, again, other = drawn(0), drawn(0), drawn(1)
    assert first == again
    assert len(first) == 10
    assert all(one != two for one, two in zip(first, other, strict=True))


def test_a_player_that_seldom_fails_is_asked_on(entered):
    player = entered(f"if random.random() < 0.3: return 9\n{FIRST_FREE}", before="import random")
    assert {*player.calls[player.calls > 0].tolist()} == {LIMITS.calls}
    assert player.forfeits[player.calls > 0].mean() == pytest.approx(0.3, abs=0.1)


def test_it_sees_board_and_sign_and_its_neighbours_and_is_the_only_argument(tmp_path):
    (tmp_path / "neighbour.py").write_text("FIRST = 4", encoding="utf-8")
    text = f"""
import sys, neighbour
assert sys.argv == [{str(tmp_path / "P.PY")!r}]; assert __name__ != '__main__'
def move(board, player):
    assert len(board) == 9 and set(board) <= set('XO.') and player == 'XO'[(9 - board.count('.')) % 2]
    open('here', 'w').write('x')
    return neighbour.FIRST if board[4] == '.' else board.index('.')
"""
    (tmp_path / "P.PY").write_text(text, encoding="utf-8")
    player = enter_file(tmp_path / "P.PY", LIMITS)
    assert not player.faults
    assert player.policy[0].argmax() == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["P.PY", "neighbour.py"]


def test_it_does_not_see_our_modules(tmp_path, monkeypatch):
    """But its own of these names, even where our project is among the folders of modules."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    modules = ("evaluation", "files", "process", "runner", "workflow", "benchmarks")
    seen = f"from importlib.util import find_spec\nassert False, [*filter(find_spec, {modules})]"
    assert refused(tmp_path / "player.py", seen) == "raises AssertionError in line 2: []"
    for module in modules:
        (tmp_path / f"{module}.py").touch()
    imports = f"import {', '.join(modules)}\nassert evaluation.__file__.startswith({str(tmp_path)!r})"
    assert refused(tmp_path / "player.py", imports) == "has no function `move(board, player)`"


def test_pickled_objects_of_a_script(tmp_path, entered):
    """A script pickles its classes as those of the main module, which is the player here."""
    script = "import pickle\nclass Table: pass\ntable = Table(); table.first = 4\n"
    (tmp_path / "learn.py").write_text(script + "pickle.dump(table, open('table.pickle', 'wb'))", encoding="utf-8")
    subprocess.run([sys.executable, "learn.py"], cwd=tmp_path, check=True)
    load = f"\nimport pickle; table = pickle.load(open({str(tmp_path / 'table.pickle')!r}, 'rb'))"
    player = entered(f"return table.first if board[4] == '.' else {FIRST_FREE[7:]}", before=f"class Table: pass{load}")
    assert player.policy[0].argmax() == 4
    reason = "raises AttributeError in line 2 (the file must define or import the classes that it loads): Can't"
    assert refused(tmp_path / "player.py", load).startswith(reason)


def test_its_folder_is_removed_with_all_that_is_in_it(tmp_path, entered, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    entered(FIRST_FREE, before="import os\nos.makedirs('deep/er')\nos.chmod('deep', 0)\nos.chmod('.', 0)")
    assert [path.name for path in tmp_path.iterdir()] == ["player.py"]


def test_answers_of_one_question_come_one_by_one(tmp_path):
    (tmp_path / "player.py").write_text("count = 0\ndef move(board, player):\n    global count\n    count += 1\n"
                                        "    return 1 / 0 if count == 3 else count", encoding="utf-8")  # fmt: skip
    with PythonFile(tmp_path / "player.py", LIMITS) as player:
        assert [*player.ask(".........", "X", 4)] == [1, 2, "raises ZeroDivisionError in line 5: division by zero", 4]
        answers, _ = ask_everywhere(player, (0,), LIMITS)
    assert answers.number(0) == LIMITS.calls
