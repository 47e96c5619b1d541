"""A player that is a process of its own, spoken to through pipes, which may do anything but play."""

import os
import selectors
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from textwrap import shorten
from time import monotonic
from typing import IO, Self, cast

LONGEST_LINE = 10_000
"""Bytes; nobody writes a move as long."""
GRACE = 1.0
"""Seconds in which a process may end by itself."""
_CHUNK = 4096
_LONGEST_QUOTE = 200


class Process:
    """A running program with a process group of its own; leaving the context ends the whole group.

    Parameters
    ----------
    command : program and arguments.

    Raises
    ------
    ValueError
        If it can't be started.
    """

    def __init__(self, command: Sequence[str]):
        pipe = subprocess.PIPE
        try:
            self._process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise ValueError(f"{command[0]!r} can't be started: {reason}") from None
        self._stdin, self._stdout, self._stderr = (
            cast(IO[bytes], end) for end in (self._process.stdin, self._process.stdout, self._process.stderr)
        )
        self._said = self._complained = b""
        self._open = selectors.DefaultSelector()
        self._open.register(self._stdout, selectors.EVENT_READ)
        self._open.register(self._stderr, selectors.EVENT_READ)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def tell(self, line: str) -> None:
        """Write a line to the process; if it doesn't read any more, that shows when it is its turn."""
        with suppress(BrokenPipeError):
            self._stdin.write(f"{line}\n".encode())

    def line(self, seconds: float) -> str:
        """The next line that the process writes, or has written before; ValueError tells what it does instead.

        A last line may lack its end. There is none if it doesn't come within `seconds`.
        """
        deadline = monotonic() + seconds
        while b"\n" not in self._said and len(self._said) <= LONGEST_LINE and self._speaks():
            if not self._listen(deadline):
                raise ValueError(f"no move within {seconds:g} s")
        line, end, self._said = self._said.partition(b"\n")
        if len(line) > LONGEST_LINE:
            raise ValueError(f"a line of more than {LONGEST_LINE:,} bytes")
        if not line and not end:
            raise ValueError(self._silence())
        return line.decode(errors="replace")

    def stop(self) -> None:
        """Close the input of the process, give it a moment to end by itself, and end what is left of its group."""
        try:
            self._stdin.close()
            self._await_end()
        finally:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._open.close()
            self._stdout.close()
            self._stderr.close()

    def _speaks(self) -> bool:
        return self._stdout in self._open.get_map()

    def _listen(self, deadline: float) -> bool:
        """Take what the process writes next; False if that isn't before the deadline."""
        left = deadline - monotonic()
        ready = self._open.select(left) if left > 0 else []
        for key, _ in ready:
            heard = os.read(key.fd, _CHUNK)
            if not heard:
                self._open.unregister(key.fileobj)
            elif key.fileobj is self._stdout:
                self._said += heard
            else:
                self._complained = (self._complained + heard)[-_CHUNK:]
        return bool(ready)

    def _await_end(self) -> int | None:
        """Exit code of the process, negative if a signal ended it; None if it goes on for longer than the grace."""
        deadline = monotonic() + GRACE
        while self._open.get_map() and self._listen(deadline):
            self._said = b""
        try:
            return self._process.wait(max(0.0, deadline - monotonic()))
        except subprocess.TimeoutExpired:
            return None

    def _silence(self) -> str:
        """Why there is no more output, with the last message of the process."""
        code = self._await_end()
        if code is None:
            return "closed its output"
        ended = f"ended with exit code {code}" if code >= 0 else f"ended by a signal: {signal.strsignal(-code)}"
        messages = self._complained.decode(errors="replace").split("\n")
        last = next((message for message in reversed(messages) if message.strip()), None)
        return ended if last is None else f"{ended}: {shorten(last, _LONGEST_QUOTE, placeholder='...')}"
