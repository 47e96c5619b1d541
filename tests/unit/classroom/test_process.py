"""Processes as players: every misbehaviour is reported in a line, and none is left running."""

import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tttcore.classroom import process as processes
from tttcore.classroom import supervisor
from tttcore.classroom.process import GRACE, Process

pytestmark = pytest.mark.usefixtures("no_process_left")

STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('here', flush=True); time.sleep(99)"
)


def python(program):
    return [sys.executable, "-S", "-c", program]


@pytest.fixture
def run():
    """`run(program)`: a Python program as a process, stopped in the end."""
    running = []

    def start(program):
        running.append(Process(python(program)))
        return running[-1]

    yield start
    for process in running:
        process.stop()


def ended(process):
    """Tell whether a process is gone or a zombie."""
    try:
        return process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True


def silence(process, seconds=20.0):
    with pytest.raises(ValueError) as said:  # noqa: PT011 - every test looks at the message
        process.line(seconds)
    assert "\n" not in str(said.value)
    return str(said.value)


def test_lines_are_passed_both_ways(run):
    echo = run("for line in iter(input, 'end'): print(line[::-1], flush=True)")
    for line in ("5", "3 7", "ü"):
        echo.tell(line)
        assert echo.line(20) == line[::-1]
    echo.tell("end")
    assert silence(echo) == "ended with exit code 0"


def test_lines_are_buffered(run):
    early = run("import os; os.write(1, b'1\\n2\\n\\n3')")
    assert [early.line(20) for _ in range(4)] == ["1", "2", "", "3"]
    assert silence(early) == "ended with exit code 0"


def test_bytes_that_are_no_text(run):
    assert run(r"import os; os.write(1, b'\xff1\n')").line(20) == "\ufffd1"


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("raise SystemExit(3)", "ended with exit code 3"),
        ("print(1 / 0)", "ended with exit code 1: ZeroDivisionError: division by zero"),
        ("import os; os.kill(os.getpid(), 9)", "ended by a signal: Killed"),
        ("import os, time; os.close(1); time.sleep(99)", "closed its output"),
        ("while True: print('x', end='')", "a line of more than 10,000 bytes"),
        ("import sys; sys.exit('word ' * 9999)", f"ended with exit code 1: {' '.join(['word'] * 39)}..."),
    ],
)
def test_reasons_for_a_missing_line(run, program, message):
    assert silence(run(program)) == message


@pytest.mark.parametrize("program", ["import time; time.sleep(99)", "import os\nwhile True: os.write(2, b'x' * 4096)"])
def test_a_line_that_takes_too_long(run, program):
    process, begin = run(program), time.monotonic()
    assert silence(process, 0.25) == "no move within 0.25 s; it has written nothing, does it flush its output?"
    assert 0.25 <= time.monotonic() - begin < 5


def test_who_has_written_before_flushes(run):
    process = run("import time; print(1); time.sleep(99)")
    assert process.line(20) == "1"
    assert silence(process, 0.25) == "no move within 0.25 s"


def test_python_writes_without_a_buffer(run):
    assert run("print(1); input()").line(20) == "1"


@pytest.mark.parametrize(
    ("program", "told"),
    [
        ("bytearray(4 << 30)", "ended with exit code 1 (--memory allows more): MemoryError"),
        ("raise SystemExit('Could not reserve enough space for object heap')",
         "ended with exit code 1 (--memory allows more): Could not reserve enough space for object heap"),
        ("raise KeyError('memory')", "ended with exit code 1: KeyError: 'memory'"),
    ],
)  # fmt: skip
def test_lack_of_memory_names_the_option(program, told):
    with Process(python(program), max_bytes=2**30) as process:
        assert silence(process) == told


@pytest.mark.parametrize("command", [["no such program"], [str(Path(__file__))], [os.sep], [""], ["a\0b"]])
def test_commands_that_cannot_be_started(command):
    with pytest.raises(ValueError, match=r"can't be started: [^\n]+$"):
        Process(command)


def test_a_process_that_does_not_end_is_killed():
    with Process(python(STUBBORN)) as stubborn:
        assert stubborn.line(20) == "here"
        begin = time.monotonic()
    assert GRACE <= time.monotonic() - begin < GRACE + 5


def test_a_process_has_time_to_end_by_itself(tmp_path):
    """For instance to write a log of the game."""
    program = "import sys, time; print(1, flush=True); sys.stdin.read(); time.sleep(0.05); open(sys.argv[1], 'w')"
    with Process([*python(program), str(tmp_path / "log")]) as slow:
        assert slow.line(20) == "1"
    assert (tmp_path / "log").exists()


def test_its_children_are_killed_too():
    program = f"import subprocess, sys; subprocess.Popen([sys.executable, '-S', '-c', {STUBBORN!r}]).wait()"
    with Process(python(program)) as parent:
        assert parent.line(20) == "here"
        (program,) = psutil.Process(parent._supervisor.pid).children()
        (child,) = program.children()
    deadline = time.monotonic() + 10
    while not ended(child):
        assert time.monotonic() < deadline
        time.sleep(0.01)


CHILD = "subprocess.Popen(['sleep', '99'], start_new_session=True, env={}, stdout=2)"
"""Start of a process in a session of its own, that knows nothing of its parents."""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells whose descendants orphans are")
@pytest.mark.parametrize("number", ["SIGKILL", "SIGTERM"])
def test_a_program_that_ends_its_supervisor_leaves_nothing(number):
    kill = f"while True: os.kill(os.getppid(), signal.{number})"
    with Process(python(f"import os, signal, subprocess, sys; {CHILD}; print(1); input()\n{kill}")) as process:
        assert process.line(20) == "1"
        started = psutil.Process(process._supervisor.pid).children(recursive=True)
        process.tell("now")
        assert silence(process) == "ended by a signal: Killed"
    assert len(started) == 2
    assert all(map(ended, started))


@pytest.mark.parametrize("again", [False, True], ids=["once", "again and again"])
def test_a_program_that_stops_its_supervisor_is_ended(monkeypatch, again):
    monkeypatch.setattr(processes, "PATIENCE", 1)
    stop = "os.kill(os.getppid(), signal.SIGSTOP)"
    go_on = f"while True: {stop}" if again else "input()"
    with Process(python(f"import os, signal, subprocess, sys; {stop}; {CHILD}; print(1)\n{go_on}")) as process:
        assert process.line(20) == "1"
        started = psutil.Process(process._supervisor.pid).children(recursive=True)
        assert silence(process, 0.1) == "no move within 0.1 s"
    assert len(started) == 2
    assert all(map(ended, started))


def test_a_supervisor_that_does_not_answer(monkeypatch, tmp_path):
    (tmp_path / "sleeps.py").write_text("import time; time.sleep(99)", encoding="utf-8")
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


def daemon_of(process, file):
    """The daemon that `DAEMON` has become."""
    deadline = time.monotonic() + 20
    while not file.exists():
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return psutil.Process(int(file.read_text()))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a process its orphaned descendants")
@pytest.mark.parametrize("ended", [False, True], ids=["running", "ended"])
def test_daemons_are_killed_too(tmp_path, ended):
    """True if the program that has started them still runs or has ended."""
    file = tmp_path / "daemon"
    with Process([*python(LEAVING), DAEMON, str(file)]) as process:
        daemon = daemon_of(process, file)
        assert process.line(20) == "here"
        assert os.getsid(daemon.pid) != os.getsid(process._supervisor.pid)
        if ended:
            process.tell("end")
            time.sleep(0.1)
    assert not daemon.is_running()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux gives a process its orphaned descendants")
def test_daemons_are_killed_even_if_who_started_them_is_killed(tmp_path):
    file = tmp_path / "daemon"
    program = (
        "import sys, time; from tttcore.classroom.process import Process\n"
        "with Process(sys.argv[1:]) as process: time.sleep(99)"
    )
    with subprocess.Popen([sys.executable, "-c", program, *python(LEAVING), DAEMON, str(file)]) as starter:
        daemon = daemon_of(starter, file)
        starter.kill()
    assert psutil.wait_procs([daemon], timeout=20)[1] == []
