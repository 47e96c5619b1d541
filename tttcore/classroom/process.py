"""Run a player as a separate process and exchange lines with it through pipes, tolerating any misbehaviour."""

import math
import os
import selectors
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from textwrap import shorten
from time import monotonic
from types import MappingProxyType
from typing import IO, Self, cast

from tttcore.classroom import supervisor

LONGEST_LINE = 10_000
"""Maximal length of a line in bytes; moves are far shorter."""
GRACE = 1.0
"""Seconds that a process has to end by itself."""
_CHUNK = 4096
_LONGEST_QUOTE = 200


class EndedError(ValueError):
    """The process has ended, or has closed its output, before it wrote a line."""


class LateError(ValueError):
    """The process has not written a line in time."""


class Process:
    """Running program below a process that supervises it; leaving the context kills all that it has started.

    `supervisor` tells how, and the limits. It does so, too, if this process is killed.

    Parameters
    ----------
    command : program and arguments.
    largest : bytes of memory that each of its processes may have, and of each file that they may write; any by default.
    folder : the folder in which it runs; that of this process by default.
    environment : variables that it has besides those of this process.
    until : moment of `time.monotonic` after which no line is waited for.

    Raises
    ------
    ValueError
        If the program can't be started.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        largest: int | None = None,
        folder: str | Path | None = None,
        environment: Mapping[str, str] = MappingProxyType({}),
        until: float = math.inf,
    ):
        self._until = until
        pipe = subprocess.PIPE
        self._channel, theirs = socket.socketpair()
        number = theirs.fileno()
        try:
            self._supervisor = subprocess.Popen(
                [sys.executable, "-P", supervisor.__file__, str(number), str(largest or 0), *command],
                cwd=folder,
                env={**os.environ, **environment},
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
        if (answer := self._answers.readline().decode().strip()) != supervisor.STARTED:
            self._close()
            raise _not_started(command, answer or "its supervisor has ended")
        self._output = self._errors = b""
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
            If no line comes within `seconds`.
        EndedError
            If the process has ended or closed its output.
        """
        deadline = min(monotonic() + seconds, self._until)
        while b"\n" not in self._output and len(self._output) <= LONGEST_LINE and self._is_writing():
            if not self._receive(deadline):
                raise LateError(f"no move within {seconds:g} s")
        line, end, self._output = self._output.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise ValueError(f"a line of more than {LONGEST_LINE:,} bytes")
        if not line and not end:
            raise EndedError(self._reason_for_silence())
        return line.decode(errors="replace")

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
        self._answers.close()
        self._channel.close()
        self._supervisor.wait()
        for pipe in (self._stdin, self._stdout, self._stderr):
            pipe.close()

    def _is_writing(self) -> bool:
        return self._stdout in self._open.get_map()

    def _receive(self, deadline: float) -> bool:
        """Read what the process writes next; False if nothing comes before the deadline."""
        left = deadline - monotonic()
        ready = self._open.select(left) if left > 0 else []
        for key, _ in ready:
            received = os.read(key.fd, _CHUNK)
            if not received:
                self._open.unregister(key.fileobj)
            elif key.fileobj is self._stdout:
                self._output += received
            else:
                self._errors = (self._errors + received)[-_CHUNK:]
        return bool(ready)

    def _await_end(self) -> int | None:
        """Exit code of the process, negative if a signal ended it; None if it runs for longer than `GRACE`."""
        deadline = monotonic() + GRACE
        while self._open.get_map() and self._receive(deadline):
            self._output = b""
        if self._code is None:
            with selectors.DefaultSelector() as answering:
                answering.register(self._channel, selectors.EVENT_READ)
                if answering.select(max(0.0, deadline - monotonic())):
                    self._code = int(self._answers.readline() or -signal.SIGKILL)
        return self._code

    def _reason_for_silence(self) -> str:
        """Reason why there is no more output, with the last line of standard error."""
        code = self._await_end()
        if code is None:
            return "closed its output"
        ended = f"ended with exit code {code}" if code >= 0 else f"ended by a signal: {signal.strsignal(-code)}"
        messages = self._errors.decode(errors="replace").split("\n")
        last = next((message for message in reversed(messages) if message.strip()), None)
        return ended if last is None else f"{ended}: {shorten(last, _LONGEST_QUOTE, placeholder='...')}"


def _not_started(command: Sequence[str], reason: object) -> ValueError:
    return ValueError(f"{command[0]!r} can't be started: {reason}")
