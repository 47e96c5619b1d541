"""Python files as players: whatever they do is a blunder of one position, reported in a line; nothing of it is left."""

import subprocess
import sys
import time

import numpy as np
import pytest
from helpers.project import ROOT

from tttcore.classroom.asking import ask_everywhere
from tttcore.classroom.entrant import LONGEST, board_text
from tttcore.classroom.files import enter_file
from tttcore.classroom.limits import Limits
from tttcore.classroom.python_file import PythonFile

pytestmark = pytest.mark.usefixtures("no_process_left")

START = "........."
FIRST_FREE = "return board.index('.')"
LIMITS = Limits(seconds=0.5, all_seconds=60, calls=20, megabytes=1024)


@pytest.fixture
def entered(tmp_path):
    """`entered(body)`: a player with such a function `move`, asked for everything."""

    def enter(body, *, before="", limits=LIMITS, seat="first"):
        path = tmp_path / "player.py"
        lines = "\n    ".join(body.splitlines())
        path.write_text(f"{before}\ndef move(board, player):\n    {lines}\n", encoding="utf-8")
        return enter_file(path, limits, seat=seat)

    return enter


def refused(path, text):
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"can't be loaded") as error:
        enter_file(path, LIMITS)
    assert "\n" not in str(error.value)
    assert str(error.value).startswith(f"{path}: ")
    return str(error.value).removeprefix(f"{path}: can't be loaded: ")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "has no function `move(board, player)`"),
        ("move = 4", "has no function `move(board, player)`"),
        ("def move(board, player:\n    return 0", "raises SyntaxError in line 1: '(' was never closed"),
        ("import nothing_like_this", "raises ModuleNotFoundError in line 1: No module named 'nothing_like_this'"),
        ("1 / 0", "raises ZeroDivisionError in line 1: division by zero"),
        ("import sys; sys.exit(3)", "ends its process"),
        ("import os; os._exit(3)", "ended with exit code 3"),
        ("raise Exception('<script>\\n\\x1b[2J')", "raises Exception in line 1: <script> [2J"),
        ("import os; os.write(4, b'x' * 20_000)", "a line of more than 10,000 bytes"),
    ],
)
def test_files_without_a_player(tmp_path, text, reason):
    assert refused(tmp_path / "player.py", text) == reason


def test_a_file_that_never_ends_loading(tmp_path):
    (tmp_path / "player.py").write_text("while True: pass", encoding="utf-8")
    limits = Limits(seconds=0.2, start_seconds=0.2)
    with pytest.raises(ValueError, match=r"can't be loaded: isn't loaded in time \(--start-seconds gives more\)$"):
        enter_file(tmp_path / "player.py", limits)


def test_the_time_for_all_positions_ends_a_move_that_goes_on(entered):
    begun = time.monotonic()
    player = entered("time.sleep(9)", before="import time", limits=Limits(seconds=9, all_seconds=0.4))
    assert time.monotonic() - begun < 8
    assert player.unasked(0) == 1


@pytest.mark.parametrize(
    ("does", "reason"),
    [
        ("return '4'", "returns '4' instead of a cell"),
        ("return None", "returns None instead of a cell (a way without return? the board has . for a free cell)"),
        ("return 0, 1", "returns a value of type tuple instead of a cell (the cell of a row and a column is 3 * row + "
         "column)"),
        ("return True", "returns True instead of a cell"),
        ("return 4.0", "returns 4.0 instead of a cell"),
        ("return 9", "marks cell 9; cells are 0 to 8 (if yours are 1 to 9, return one less)"),
        ("return 9.0", "returns 9.0 instead of a cell"),
        ("return -1", "returns -1; cells are 0 to 8"),
        ("import ast; ast.literal_eval('1 +')", "raises SyntaxError in line 4: invalid syntax"),
        ("return 10 ** 50", "returns a large number; cells are 0 to 8"),
        ("return -(10 ** 9999)", "returns a large number; cells are 0 to 8"),
        ("return board.index('X')", "marks cell 0, which X has taken"),
        ("raise KeyError('<b>')", "raises KeyError in line 4: '<b>'"),
        ("raise KeyboardInterrupt", "raises KeyboardInterrupt in line 4"),
        ("import sys; sys.exit()", "ends its process"),
        ("import os; os._exit(7)", "ended with exit code 7"),
        ("import os; os.abort()", "ended by a signal: Aborted"),
        ("import os; os.closerange(3, 99); return 0", "ended with exit code 1"),
        ("import time; time.sleep(99)", "no move within 0.5 s"),
        ("import signal; signal.pthread_sigmask(0, range(1, 32))\nwhile True: pass", "no move within 0.5 s"),
        ("return len(bytearray(2 << 30))", "raises MemoryError in line 4 (--memory allows more)"),
        ("import mmap; mmap.mmap(-1, 4 << 30)",
         "raises OSError in line 4 (--memory allows more): [Errno 12] Cannot allocate memory"),
        ("open('table')",
         "raises FileNotFoundError in line 4 (it runs in an empty folder; Path(__file__).parent is its own): "
         "[Errno 2] No such file or directory: 'table'"),
        ("import numpy; numpy.zeros(3).tostring()",
         "raises AttributeError in line 4 (its name is tobytes now): 'numpy.ndarray' object has no attribute "
         "'tostring'"),
        ("for file in range(3, 64):\n    try: os.write(file, b'8\\n' * 9)\n    except OSError: pass\nreturn 0",
         "writes into the channel of its answers"),
        ("os.kill(os.getppid(), 9)\nwhile True: pass", "ended by a signal: Killed"),
        ("with open('big', 'wb') as file: file.truncate(2 << 30)",
         "raises OSError in line 4: [Errno 27] File too large"),
        ("raise Exception('x' * 10 ** 6)", f"raises Exception in line 4: {'x' * (LONGEST - 31)}..."),
        ("return input()", "raises EOFError in line 4 (nobody answers `input()`): EOF when reading a line"),
        ("return object()", "returns a value of type object instead of a cell"),
    ],
)  # fmt: skip
def test_a_blunder_of_one_position(entered, does, reason):
    """The player is sound but for what it does after O has answered with cell 4."""
    does = "\n    ".join(does.splitlines())
    body = f"if board == 'X...O....':\n    {does}\n{FIRST_FREE}"
    player = entered(body, before="import os")
    (where,) = player.faults
    assert (board_text(where), player.faults[where]) == ("X...O....", reason)
    assert player.forfeits[where] == 1
    assert np.count_nonzero(player.forfeits) == 1
    assert not player.is_estimated


@pytest.mark.parametrize(
    ("body", "counts"),
    [
        ("return board.index('.') + 1", True),
        ("return next(cell for cell in (9, 5, 1, 3, 7, 2, 4, 6, 8) if board[cell - 1] == '.')", True),
        (FIRST_FREE, False),
        ("return board.rindex('.')", False),  # cells less one are free, and all of its cells are, too
        ("return 5", False),
    ],
)
@pytest.mark.parametrize("seat", ["first", "second"])
def test_players_that_count_cells_from_1_are_recognised(entered, body, counts, seat):
    """Their answers, less one, are free cells, and some of their answers are not."""
    player = entered(body, seat=seat)
    assert player.counts_from_1 is counts


def test_one_illegal_mark_among_few_cells_is_not_taken_for_counting_from_1(entered):
    """Elsewhere it names none."""
    assert not entered("if board == '..X......': return 2\nraise KeyError", seat="second").counts_from_1


def test_who_was_not_asked_everywhere_is_not_said_to_count_from_1(entered):
    body = "if board.count('.') < 8: time.sleep(9)\nreturn board.index('.') + 1"
    player = entered(body, before="import time", seat="second", limits=Limits(seconds=9, all_seconds=1))
    assert player.unasked(1)
    assert not player.counts_from_1


@pytest.mark.parametrize(
    "does",
    [
        "print('x' * 10 ** 6)",
        "import sys; sys.stderr.write('x' * 10 ** 6)",
        "import os; os.write(1, b'8\\n' * 1000)",
        "import os; os.fork()",
        "import os, subprocess, sys; subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(99)'])",
    ],
)
def test_what_a_player_prints_and_starts_changes_nothing(entered, does):
    player = entered(f"if board == 'X...O....': {does}\n{FIRST_FREE}")
    sound = entered(FIRST_FREE)
    assert not player.faults
    assert player.policy.tolist() == sound.policy.tolist()


def test_a_gigabyte_goes_nowhere(entered):
    player = entered(
        f"if board == 'X...O....':\n    for _ in range(1000): print('x' * 10 ** 6)\n{FIRST_FREE}",
        limits=Limits(seconds=20),
    )
    assert not player.faults


def test_a_player_that_hangs_everywhere_costs_its_time_and_no_more(entered):
    begin = time.monotonic()
    player = entered("while True: pass", limits=Limits(seconds=0.2, all_seconds=1), seat="second")
    assert time.monotonic() - begin < 10
    assert set(player.faults.values()) == {
        "no move within 0.2 s", "not asked often enough"
    }  # fmt: skip
    assert player.forfeits.sum() == 9
    assert "The time was over before" in player.notes[-1]


def test_a_player_without_chance_is_asked_where_it_can_come_to(entered):
    player = entered(FIRST_FREE)
    assert player.calls.sum() == 3 * np.count_nonzero(player.calls) == 3 * np.count_nonzero(player.policy)
    assert player.notes == ("Asked 3 times in each of its positions, it always gave the same answer.",)


RANDOM = "return random.choice([cell for cell in range(9) if board[cell] == '.'])"


def test_chances_of_a_player_that_draws(entered):
    """The same ones each time, since its generators are seeded, and near those that it has."""
    player, again = (entered(RANDOM, before="import random") for _ in range(2))
    assert player.is_estimated
    assert player.policy.tolist() == again.policy.tolist()
    asked = player.calls > 0
    assert {*player.calls[asked].tolist()} == {LIMITS.calls}
    assert player.policy[0] == pytest.approx(1 / 9, abs=4 * (8 / 81 / LIMITS.calls) ** 0.5)
    another = entered(RANDOM, before="import random", limits=Limits(calls=20, seed=1))
    assert player.policy.tolist() != another.policy.tolist()


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
        with PythonFile(tmp_path / "player.py", Limits(seed=seed)) as player:
            (answer,) = player.ask(START, "X", 1)
        return answer.split(",")

    first, again, other = drawn(0), drawn(0), drawn(1)
    assert first == again
    assert len(first) == 10
    assert all(one != two for one, two in zip(first, other, strict=True))


def test_a_slow_player_that_draws_is_known_by_its_first_position(entered):
    limits = Limits(all_seconds=1, calls=20)
    player = entered(f"time.sleep(0.02)\n{RANDOM}", before="import random, time", limits=limits)
    assert player.is_estimated
    assert player.notes[0].startswith("Its answers to the same question differ")
    assert player.unasked


def test_a_player_that_seldom_fails_is_asked_on(entered):
    player = entered(f"if random.random() < 0.3: return 9\n{FIRST_FREE}", before="import random")
    assert player.forfeits[0] == pytest.approx(0.3, abs=0.42)
    assert 0 < player.forfeits[player.calls > 0].mean() < 0.6


def test_it_sees_board_and_sign_and_its_neighbours(tmp_path, entered):
    (tmp_path / "neighbour.py").write_text("FIRST = 4", encoding="utf-8")
    body = "assert len(board) == 9 and set(board) <= set('XO.') and player == 'XO'[(9 - board.count('.')) % 2]\n"
    player = entered(
        body + "return neighbour.FIRST if board[4] == '.' else board.index('.')", before="import neighbour", seat="both"
    )
    assert not player.faults
    assert player.policy[0].argmax() == 4
    assert not (tmp_path / "__pycache__").exists()


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


def test_it_is_the_only_argument(tmp_path, entered):
    before = f"import sys; assert sys.argv == [{str(tmp_path / 'player.py')!r}]; assert __name__ != '__main__'"
    assert not entered(FIRST_FREE, before=before).faults


def test_capital_letters_in_its_name(tmp_path):
    (tmp_path / "P.PY").write_text(f"def move(board, player):\n    {FIRST_FREE}\n", encoding="utf-8")
    assert not enter_file(tmp_path / "P.PY", LIMITS).faults


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


def test_nothing_is_written_beside_the_player(tmp_path, entered):
    entered(f"open('here', 'w').write('x')\n{FIRST_FREE}")
    assert [path.name for path in tmp_path.iterdir()] == ["player.py"]


def test_answers_of_one_question_come_one_by_one(tmp_path):
    (tmp_path / "player.py").write_text("count = 0\ndef move(board, player):\n    global count\n    count += 1\n"
                                        "    return 1 / 0 if count == 3 else count", encoding="utf-8")  # fmt: skip
    with PythonFile(tmp_path / "player.py", LIMITS) as player:
        assert [*player.ask(START, "X", 4)] == [1, 2, "raises ZeroDivisionError in line 5: division by zero", 4]
        answers, _ = ask_everywhere(player, (0,), LIMITS)
    assert answers.number(0) == LIMITS.calls
