"""Run a program as a script of its own, and end it with all that it has started, even in sessions of their own.

    python supervisor.py CHANNEL MAX_BYTES MARK COMMAND ...

CHANNEL is the number of a socket that is inherited. MAX_BYTES limits the memory of each process of the program, and
each file that it writes; 0 is no limit, and systems other than Linux may not keep any. The supervisor writes a line
when the program has started (`STARTED`) or can't be started (the reason), and one when it has ended (its exit code,
negative after a signal). As soon as the other end is closed, however its process ends, it kills all descendants.
Linux gives it those whose parents have ended (`PR_SET_CHILD_SUBREAPER`); elsewhere programs that leave both their
session and their parents survive. So do, anywhere, those that another service starts for the program (such as at,
systemd or a container) and those of other users.

A program that kills its supervisor ends by that on Linux. What it leaves behind has a number, MARK, by which the
process at the other end finds it (`find_marked`).

It imports nothing of the package, so that it starts fast.
"""

import ctypes
import os
import resource
import select
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import suppress

import psutil

STARTED = "started"
PATIENCE = 10.0
"""Seconds after which processes that can't be killed are left."""
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36


def main(number: str, max_bytes: str, mark: str, *command: str) -> None:
    """Run a command until it has ended and the other end of the channel is closed."""
    channel = socket.socket(fileno=int(number))
    _control(_PR_SET_CHILD_SUBREAPER, 1)
    ended, wake = os.pipe()
    for end in (ended, wake):
        os.set_blocking(end, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        program = subprocess.Popen(
            command,
            start_new_session=True,
            preexec_fn=lambda: _limit(int(max_bytes), int(mark)),  # noqa: PLW1509 - there are no threads here
        )
    except (OSError, ValueError) as error:
        _tell(channel, str(getattr(error, "strerror", None) or error))
        return
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):  # so that the program alone holds the pipes
        os.dup2(nothing, stream)
    _tell(channel, STARTED)
    while channel.fileno() not in select.select([channel.fileno(), ended], [], [])[0]:
        os.read(ended, select.PIPE_BUF)
        for process, code in _reaped():
            if process == program.pid:
                _tell(channel, str(code))
    if sys.platform != "linux":
        _kill_group(program.pid)
    _kill_descendants()


def find_marked(mark: int) -> list[psutil.Process]:
    """Processes of the program with this mark that run, on Linux."""
    found = []
    for process in psutil.process_iter() if sys.platform == "linux" else ():
        with suppress(psutil.Error):
            if process.rlimit(psutil.RLIMIT_RTTIME)[1] == mark and process.status() != psutil.STATUS_ZOMBIE:
                found.append(process)
    return found


def _control(what: int, value: int) -> None:
    """Set a property of this process on Linux."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(what, value, 0, 0, 0)


def _limit(max_bytes: int, mark: int) -> None:
    """Limit and mark this process and those that it will start, and have it end with its parent; as far as systems can.

    The mark is a limit that is inherited and says nothing to processes without real-time priority.
    """
    _control(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if sys.platform == "linux":
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_RTTIME, (mark, mark))
    if max_bytes:
        for what in (resource.RLIMIT_AS, resource.RLIMIT_FSIZE):
            with suppress(OSError, ValueError):
                resource.setrlimit(what, (max_bytes, max_bytes))


def _tell(channel: socket.socket, line: str) -> None:
    with suppress(BrokenPipeError):
        channel.sendall(f"{line}\n".encode())


def _reaped() -> Iterator[tuple[int, int]]:
    """Children that have ended since the last call, and their exit codes."""
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended[0], os.waitstatus_to_exitcode(ended[1])


def _kill_group(leader: int) -> None:
    """Kill those of the program's group that have lost their parents, where they aren't descendants any more."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


def _kill_descendants() -> None:
    """Kill all descendants, again and again until there are none, since the dying ones may start others."""
    deadline = time.monotonic() + PATIENCE
    this = psutil.Process()
    while (children := this.children(recursive=True)) and time.monotonic() < deadline:
        for child in children:
            with suppress(psutil.Error):
                child.kill()
        time.sleep(0.001)
        list(_reaped())


if __name__ == "__main__":
    main(*sys.argv[1:])
    os._exit(0)  # the channel is closed when all has ended
