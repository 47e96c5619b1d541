"""Programs that run in the background while a block lasts, and end with it or with this process."""

import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from helpers.processes import end_with_parent

SECONDS_TO_START = 30


class ClusterError(Exception):
    """Why there can't be a cluster here, in one line."""


@contextmanager
def daemon(command: list[str], output: Path) -> "Iterator[subprocess.Popen[bytes]]":
    """A program that runs while the block lasts, or while we do; a Ctrl-C that is meant for us does not reach it.

    Parameters
    ----------
    output : file for what it says.
    """
    with output.open("w") as out:
        process = subprocess.Popen(
            command,
            stdout=out,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            preexec_fn=end_with_parent,  # noqa: PLW1509 (there is one thread)
        )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(15)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def free_ports(count: int) -> list[int]:
    """Ports of loopback that nobody has."""
    with ExitStack() as stack:
        sockets = [stack.enter_context(socket.socket()) for _ in range(count)]
        for each in sockets:
            each.bind(("127.0.0.1", 0))
        return [each.getsockname()[1] for each in sockets]


def succeeds(*command: str) -> bool:
    """Run a command that says nothing; whether it did what it should."""
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def output(*command: str) -> str:
    """Standard output of a command."""
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.strip()


def wait(what: str, ready: Callable[[], bool]) -> None:
    """Wait until something is ready.

    Raises
    ------
    ClusterError
        If it is not within `SECONDS_TO_START`; names it.
    """
    last = time.monotonic() + SECONDS_TO_START
    while not ready():
        if time.monotonic() > last:
            raise ClusterError(f"{what}: not within {SECONDS_TO_START} s")
        time.sleep(0.1)
