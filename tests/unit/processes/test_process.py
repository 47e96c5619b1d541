"""Processes as players: every misbehaviour is reported in a line, none is left running, nor are files of theirs.

Their own time grows as they compute or sleep, not as others take the cores.
"""

import os
import select
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tttcore.processes import own_time, supervisor
from tttcore.processes import process as processes
from tttcore.processes.folders import remove
from tttcore.processes.own_time import MAX_WALL_FACTOR, OwnTime
from tttcore.processes.process import Process

pytestmark = pytest.mark.usefixtures("no_process_left")
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose descendants orphans are")

STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(9999)"
)


def python(program):
    return [sys.executable, "-S", "-c", program]


@pytest.fixture
def run():
    """`run(program, ...)`: a Python program as a process, killed in the end."""
    running = []

    def start(program, *arguments, **options):
        running.append(Process([*python(program), *arguments], **options))
        return running[-1]

    yield start
    for process in running:
        if process._supervisor.returncode is None:
            process.kill()


def ended(process):
    """Tell whether a process is gone or a zombie."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def silence(process, seconds=60.0):
    with pytest.raises(ValueError) as said:  # noqa: PT011 - every test looks at the message
        process.line(seconds)
    return str(said.value)


def test_lines_are_passed_both_ways_and_buffered(run):
    """Python writes without a buffer of its own; bytes that are no text are replaced."""
    echo = run("for line in iter(input, 'end'): print(line[::-1])")
    for line in ("5", "3 7", "ü"):
        echo.tell(line)
        assert echo.line(60) == line[::-1]
    echo.tell("end")
    assert silence(echo) == "ended with exit code 0"
    early = run(r"import os; os.write(1, b'1\n2\n\n\xff3')")
    assert [early.line(60) for _ in range(4)] == ["1", "2", "", "\ufffd3"]
    assert silence(early) == "ended with exit code 0"


FLOOD = "import os\nwhile True: os.write(2, b'x' * 4096)"
NO_HEAP = "Could not reserve enough space for object heap"


@pytest.mark.parametrize(("program", "message"), [
    ("raise SystemExit(3)", "ended with exit code 3"),
    ("print(1 / 0)", "ended with exit code 1: ZeroDivisionError: division by zero"),
    ("import os; os.kill(os.getpid(), 9)", "ended by a signal: Killed"),
    ("while True: print('x', end='')", "a line of more than 10,000 bytes"),
    ("import sys; sys.exit('word ' * 9999)", f"ended with exit code 1: {' '.join(['word'] * 39)}..."),
    ("bytearray(4 << 30)", "ended with exit code 1 (--memory allows more): MemoryError"),
    (f"raise SystemExit({NO_HEAP!r})", f"ended with exit code 1 (--memory allows more): {NO_HEAP}"),
    ("raise KeyError('memory')", "ended with exit code 1: KeyError: 'memory'"),
])  # fmt: skip
def test_reasons_for_a_missing_line(run, program, message):
    assert silence(run(program, max_bytes=2**30)) == message


def test_a_closed_output(run, monkeypatch):
    monkeypatch.setattr(processes, "GRACE", 0.1)
    assert silence(run("import os, time; os.close(1); time.sleep(9999)")) == "closed its output"


@pytest.mark.parametrize("program", ["import time; time.sleep(9999)", FLOOD])
def test_a_line_that_takes_too_long(run, program):
    """Who has written before flushes its output."""
    told = "no move within 0.25 s"
    assert silence(run(program), 0.25) == f"{told}; it has written nothing, does it flush its output?"
    process = run(f"print(1)\n{program}")
    assert process.line(60) == "1"
    assert silence(process, 0.25) == told
    over = run(program, until=time.monotonic())
    assert silence(over, 3600).startswith("the time for all positions was over; it has written nothing")


def test_a_line_that_has_been_written_counts_however_late_it_is_read(run):
    process = run(r"import os, time; os.write(1, b'1\n'); time.sleep(9999)", until=time.monotonic())
    select.select([process._stdout], [], [], 300)
    assert process.line(60) == "1"
    assert silence(process) == "the time for all positions was over"


@pytest.mark.parametrize("command", [["no such program"], [str(Path(__file__))], [os.sep], [""], ["a\0b"]])
def test_commands_that_cannot_be_started(command):
    with pytest.raises(ValueError, match=r"can't be started: [^\n]+$"):
        Process(command)


def test_a_process_that_does_not_end_is_killed_with_its_children(monkeypatch):
    monkeypatch.setattr(processes, "GRACE", 0.3)
    program = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', {STUBBORN!r}]).wait()"
    with Process(python(program)) as parent:
        assert parent.line(60) == "here"
        started = psutil.Process(parent._supervisor.pid).children(recursive=True)
        begin = time.monotonic()
    assert time.monotonic() - begin >= 0.3
    assert [ended(each) for each in started] == [True, True]


def test_a_process_has_time_to_end_by_itself(tmp_path):
    """For instance to write a log of the game."""
    program = "import sys, time; print(1, flush=True); sys.stdin.read(); time.sleep(0.05); open(sys.argv[1], 'w')"
    with Process([*python(program), str(tmp_path / "log")]) as slow:
        assert slow.line(60) == "1"
    assert (tmp_path / "log").exists()


CHILD = "subprocess.Popen(['sleep', '9999'], start_new_session=True, env={}, stdout=2)"
"""Start of a process in a session of its own, that knows nothing of its parents."""
STOP = "os.kill(os.getppid(), signal.SIGSTOP)"


@linux
@pytest.mark.parametrize(("ahead", "then", "reason"), [
    ("pass", "while True: os.kill(os.getppid(), signal.SIGKILL)", "ended by a signal: Killed"),
    ("pass", "while True: os.kill(os.getppid(), signal.SIGTERM)", "ended by a signal: Killed"),
    (STOP, "input()", "no move within 0.1 s"),
    (STOP, f"while True: {STOP}", "no move within 0.1 s"),
])  # fmt: skip
def test_a_program_that_ends_or_stops_its_supervisor_leaves_nothing(run, monkeypatch, ahead, then, reason):
    is_stopped = ahead == STOP
    if not is_stopped:
        monkeypatch.setattr(processes, "GRACE", 0.1)  # what it has started holds its standard error
    process = run(
        f"import os, signal, subprocess; {ahead}; {CHILD}; print(1); {'' if is_stopped else 'input()'}\n{then}"
    )
    assert process.line(60) == "1"
    started = psutil.Process(process._supervisor.pid).children(recursive=True)
    if not is_stopped:
        process.tell("now")
    assert silence(process, 0.1 if is_stopped else 60.0) == reason
    if is_stopped and then != "input()":
        monkeypatch.setattr(process, "_told", lambda _: None)  # so that nobody waits for what may come late or never
    process.kill()
    assert [ended(each) for each in started] == [True, True]


def test_a_supervisor_that_does_not_answer(monkeypatch, tmp_path):
    (tmp_path / "sleeps.py").write_text("import time; time.sleep(9999)", encoding="utf-8")
    monkeypatch.setattr(supervisor, "__file__", str(tmp_path / "sleeps.py"))
    monkeypatch.setattr(processes, "PATIENCE", 1)
    with pytest.raises(ValueError, match=r"'true' can't be started: its supervisor doesn't answer$"):
        Process(["true"])


DAEMON = f"""
import os, subprocess, sys
if os.fork():
    os._exit(0)
os.setsid()
if os.fork():
    os._exit(0)
os.environ.clear()
with open(sys.argv[1] + ".draft", "w") as file:
    file.write(str(os.getpid()))
os.rename(file.name, sys.argv[1])
{STUBBORN}
"""
"""Program that leaves its parents, its session and its environment, and tells by a file who it is then."""
LEAVING = "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', *sys.argv[1:]]); input()"


def daemon_of(file, starter):
    """The daemon that `DAEMON` has become, unless who starts it has ended before."""
    while not file.exists():
        assert starter.poll() is None
        time.sleep(0.01)
    return psutil.Process(int(file.read_text()))


@linux
@pytest.mark.parametrize("ended", [False, True], ids=["running", "ended"])
def test_daemons_are_killed_too(run, tmp_path, ended):
    """True if the program that has started them still runs or has ended."""
    process = run(LEAVING, DAEMON, str(tmp_path / "daemon"))
    daemon = daemon_of(tmp_path / "daemon", process._supervisor)
    assert process.line(60) == "here"
    assert os.getsid(daemon.pid) != os.getsid(process._supervisor.pid)
    if ended:
        programs = [each for each in psutil.Process(process._supervisor.pid).children() if each != daemon]
        process.tell("end")
        psutil.wait_procs(programs)
    process.kill()
    assert not daemon.is_running()


@linux
def test_daemons_are_killed_even_if_who_started_them_is_killed(tmp_path):
    file = tmp_path / "daemon"
    program = (
        "import sys, time; from tttcore.processes.process import Process\n"
        "with Process(sys.argv[1:]) as process: time.sleep(9999)"
    )
    with subprocess.Popen([sys.executable, "-c", program, *python(LEAVING), DAEMON, str(file)]) as starter:
        daemon = daemon_of(file, starter)
        starter.kill()
    psutil.wait_procs([daemon])


@pytest.mark.parametrize(("share", "compute", "seconds", "within"), [
    (1.0, True, 10, 1e-6),
    (0.0, False, 10, 1e-6),  # who sleeps
    (1 / 3, True, 30, 1 + own_time.LAST_POLL),  # before the first look all time counts
    (2.0, True, 5, 0.5),  # two cores
    (0.0, True, MAX_WALL_FACTOR * 10, 0.5),
])  # fmt: skip
def test_a_player_with_a_share_of_a_core_is_late(monkeypatch, share, compute, seconds, within):
    now = [0.0]
    monkeypatch.setattr(own_time, "monotonic", lambda: now[0])
    monkeypatch.setattr(own_time, "_state", lambda _: (7 + now[0] * share, compute))
    time, looks = OwnTime(0, 10.0), 0
    while looks == 0 or not time.is_over():
        now[0], looks = time.next_look, looks + 1
    assert now[0] == pytest.approx(seconds, abs=within)
    assert seconds != 10 or looks == own_time.POLLS


def test_time_passes_where_the_supervisor_has_ended(run):
    process = run("pass")
    process.kill()
    assert own_time._state(process._supervisor.pid) == (0, False)


@linux
@pytest.mark.parametrize(("program", "computes"), [
    ("while True: pass", True),
    ("import threading; threading.Thread(target=max, args=[iter(int, 1)]).start()", True),
    ("import os\nif os.fork(): os.wait()\nwhile True: pass", True),
    ("input()", False),
], ids=["process", "thread", "child", "waiting"])  # fmt: skip
def test_a_process_computes_if_any_thread_of_it_or_its_children_does(run, program, computes):
    process = run(f"print(1)\n{program}")
    assert process.line(60) == "1"
    cpu, found = 0.0, not computes
    while found != computes or (computes and cpu == 0):  # until it has got so far
        cpu, found = own_time._state(process._supervisor.pid)


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
    for closed in ("deep/er", "deep", "."):
        (folder / closed).chmod(0)
    remove(folder)
    remove(tmp_path / "gone")
    assert [path.name for path in tmp_path.iterdir()] == ["other"]
    (tmp_path / "link").symlink_to("other")
    remove(tmp_path / "link")
    assert (tmp_path / "other" / "file").read_text() == "kept"


def test_a_folder_deeper_than_any_path(folder, monkeypatch):
    monkeypatch.chdir(folder)
    for _ in range(1100):
        os.mkdir("deep")
        os.chdir("deep")
    monkeypatch.undo()
    remove(folder)
    assert not folder.exists()
