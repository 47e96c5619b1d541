"""Run a player as a separate process and exchange lines with it through pipes, tolerating any misbehaviour."""

import math
import os
import re
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from secrets import randbits
from textwrap import shorten
from threading import Event
from time import monotonic
from types import MappingProxyType
from typing import IO, Self, cast

import psutil

from tttcore.processes import supervisor
from tttcore.processes.own_time import OwnTime

LONGEST_LINE = 10_000
"""Bytes of a line at most, by default; moves are far shorter."""
GRACE = 1.0
"""Seconds that a process has to end by itself."""
PATIENCE = 30
"""Seconds that a supervisor has to start, and to end."""
LONGEST_WAIT = 0.2
"""Seconds between checks whether to stop, while a line is awaited."""
_CHUNK = 4096
_LONGEST_QUOTE = 200
_OUT_OF_MEMORY = re.compile(rb"MemoryError|bad_alloc|out of memory|memory allocation|Cannot allocate|Could not reserve")
_UNBUFFERED = {"PYTHONUNBUFFERED": "1"}


class EndedError(ValueError):
    """The process has ended, or has closed its output, before it wrote a line."""


class LateError(ValueError):
    """The process has not written a line in time; what it has written counts, however late it is read."""


class Process:
    """Running program below a process that supervises it; leaving the context kills all that it has started.

    `supervisor` tells how, and the limits. The supervisor also kills everything if this process is killed. If the
    program stops or kills its supervisor, this process kills everything. A program in Python writes its output without
    a buffer.

    Parameters
    ----------
    command : program and arguments.
    max_bytes : of the memory of each of its processes, and of each file that they write; any number by default.
    folder : the folder in which it runs; that of this process by default.
    environment : variables that it has besides those of this process.
    until : moment of `time.monotonic` after which no line is waited for.
    stop : no line is waited for either once this is set.
    longest_line : bytes of a line at most.

    Raises
    ------
    ValueError
        If the program can't be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        max_bytes: int | None = None,
        folder: str | Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
        until: float = math.inf,
        stop: Event | None = None,
        longest_line: int = LONGEST_LINE,
    ):
        self._until, self._stop, self._longest_line = until, stop or Event(), longest_line
        pipe, self._mark = subprocess.PIPE, randbits(40)
        self._channel, theirs = socket.socketpair()
        number = theirs.fileno()
        try:
            self._supervisor = subprocess.Popen(
                [
                    sys.executable,
                    "-P",
                    supervisor.__file__,
                    str(number),
                    str(max_bytes or 0),
                    str(self._mark),
                    *command,
                ],
                cwd=folder,
                env={**os.environ, **_UNBUFFERED, **environment},
                stdin=pipe,
                stdout=pipe,
                stderr=pipe,
                bufsize=0,
                start_new_session=True,
                pass_fds=[number],
            )
        except (OSError, ValueError) as error:
            self._channel.close()
            raise _not_started(command, getattr(error, "strerror", None) or error) from None
        finally:
            theirs.close()
        self._stdin, self._stdout, self._stderr = (
            cast(IO[bytes], end) for end in (self._supervisor.stdin, self._supervisor.stdout, self._supervisor.stderr)
        )
        self._answers = self._channel.makefile("rb", buffering=0)
        self._code: int | None = None
        if (told := self._started()) != supervisor.STARTED:
            self._close()
            raise _not_started(command, told or "its supervisor doesn't answer")
        self._output = self._errors = b""
        self._is_limited, self._has_written = max_bytes is not None, False
        self._open = selectors.DefaultSelector()
        self._open.register(self._stdout, selectors.EVENT_READ)
        self._open.register(self._stderr, selectors.EVENT_READ)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def tell(self, line: str) -> None:
        """Write a line to the process; a closed pipe is ignored, since `line` will report the end of the process."""
        with suppress(BrokenPipeError):
            self._stdin.write(f"{line}\n".encode())

    def line(self, seconds: float) -> str:
        """Next line of the process's output, including earlier output; a last line may lack its end.

        Raises
        ------
        ValueError
            If the line is too long.
        LateError
            If no line comes before the program has spent so many seconds of its own time, see `own_time`.
        EndedError
            If the process has ended or closed its output.
        """
        time = OwnTime(self._supervisor.pid, seconds)
        while self._is_line_awaited():
            now = monotonic()
            is_over = self._stop.is_set() or now >= self._until
            is_late = is_over or (now >= time.next_look and time.is_over())
            self._receive(0 if is_late else min(time.next_look, self._until, now + LONGEST_WAIT) - now)
            if is_late and self._is_line_awaited():
                told = "the time for all positions was over" if is_over else f"no move within {seconds:g} s"
                hint = "" if self._has_written else "; it has written nothing, does it flush its output?"
                raise LateError(f"{told}{hint}")
        line, end, self._output = self._output.partition(b"\n")
        if len(line) > self._longest_line:
            raise ValueError(f"a line of more than {self._longest_line:,} bytes")
        if not line and not end:
            raise EndedError(self._reason_for_silence())
        return line.decode(errors="replace")

    @property
    def is_ahead(self) -> bool:
        """True if it is known to have written another line."""
        return b"\n" in self._output

    def stop(self) -> None:
        """Close the input of the process, wait briefly for it to end, and have killed what is left of it."""
        try:
            self._stdin.close()
            self._await_end()
        finally:
            self._open.close()
            self._close()

    def kill(self) -> None:
        """Have the process and what it has started killed at once."""
        self._stdin.close()
        self._open.close()
        self._close()

    def _close(self) -> None:
        """Have the supervisor end, which the program may have stopped or killed, and kill what it has left."""
        self._supervisor.send_signal(signal.SIGCONT)
        with suppress(OSError):
            self._channel.shutdown(socket.SHUT_WR)
        while told := self._told(PATIENCE):
            pass
        if told is None:
            self._supervisor.kill()
        self._answers.close()
        self._channel.close()
        deadline = monotonic() + PATIENCE
        while self._supervisor.wait() and (left := supervisor.find_marked(self._mark)) and monotonic() < deadline:
            for process in left:
                with suppress(psutil.Error):
                    process.kill()
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()

    def _started(self) -> str | None:
        """First line of the supervisor, which goes on if the program has stopped it before; None if there is none."""
        for _ in range(PATIENCE):
            if (told := self._told(1.0)) is not None:
                return told
            self._supervisor.send_signal(signal.SIGCONT)
        return None

    def _is_line_awaited(self) -> bool:
        is_writing = self._stdout in self._open.get_map()
        return is_writing and b"\n" not in self._output and len(self._output) <= self._longest_line

    def _receive(self, seconds: float) -> bool:
        """Read what the process has written, or writes next; False if nothing comes within so many seconds."""
        ready = self._open.select(max(0.0, seconds))
        for key, _ in ready:
            received = os.read(key.fd, _CHUNK)
            if not received:
                self._open.unregister(key.fileobj)
            elif key.fileobj is self._stdout:
                self._output += received
                self._has_written = True
            else:
                self._errors = (self._errors + received)[-_CHUNK:]
        return bool(ready)

    def _await_end(self) -> int | None:
        """Exit code of the process, negative if a signal ended it; None if it runs for longer than `GRACE`."""
        deadline = monotonic() + GRACE
        while self._open.get_map() and (left := deadline - monotonic()) > 0 and self._receive(left):
            self._output = b""
        if self._code is None and (told := self._told(max(0.0, deadline - monotonic()))) is not None:
            self._code = int(told or -signal.SIGKILL)
        return self._code

    def _told(self, seconds: float) -> str | None:
        """Next line of the supervisor; empty if it has ended, None if nothing comes in time."""
        with selectors.DefaultSelector() as telling:
            telling.register(self._channel, selectors.EVENT_READ)
            return self._answers.readline().decode().strip() if telling.select(seconds) else None

    def _reason_for_silence(self) -> str:
        """Reason why there is no more output, with the last line of standard error, and a hint where memory lacked."""
        code = self._await_end()
        if code is None:
            return "closed its output"
        ended = f"ended with exit code {code}" if code >= 0 else f"ended by a signal: {signal.strsignal(-code)}"
        if code and self._is_limited and _OUT_OF_MEMORY.search(self._errors):
            ended += " (--memory allows more)"
        messages = self._errors.decode(errors="replace").split("\n")
        last = next((message for message in reversed(messages) if message.strip()), None)
        return ended if last is None else f"{ended}: {shorten(last, _LONGEST_QUOTE, placeholder='...')}"


def _not_started(command: Sequence[str], reason: object) -> ValueError:
    return ValueError(f"{command[0]!r} can't be started: {reason}")
