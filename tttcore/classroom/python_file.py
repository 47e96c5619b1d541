"""Ask the function `move` of a Python file, which runs in a process of its own with limits; see `runner`."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from tempfile import mkdtemp
from time import monotonic
from typing import Self

import tttcore
from tttcore.classroom import runner
from tttcore.classroom.asking import Answer, TooLate
from tttcore.classroom.entrant import short_line
from tttcore.games.classic import CELLS
from tttcore.processes.folders import remove
from tttcore.processes.limits import Limits
from tttcore.processes.process import LateError, Process

READY = "ready"
_ROOT = Path(tttcore.__file__).parents[1]
_CELLS = {str(cell): cell for cell in range(CELLS + 1)}
"""Answers of the runner that are numbers, a 9 among them."""


class PythonFile:
    """Player in a Python file. It is started again after it has ended or taken too long; the context ends it.

    Parameters
    ----------
    path : the file. It runs in an empty folder of its own; modules beside it can be imported.
    limits : each start has a seed of its own.

    Raises
    ------
    ValueError
        If it can't be loaded; the message names the file and the reason in one line.
    """

    def __init__(self, path: Path, limits: Limits):
        self._path, self._limits = path.resolve(), limits
        self._starts = 0
        self._process: Process | None = None
        self._folder = Path(mkdtemp(prefix="ttt-"))
        try:
            self._started()
        except BaseException as error:
            self.close()
            if isinstance(error, ValueError):
                raise ValueError(f"{path}: {error}") from None
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, board: str, sign: str, times: int) -> Iterator[Answer]:
        """Yield its answers to a question, one for each time, up to the first after which it has to start again.

        Parameters
        ----------
        board, sign : nine characters and the sign to move, as the function gets them.
        """
        try:
            process = self._started()
        except ValueError as error:
            yield TooLate(error)
            return
        token = token_hex(8)
        process.tell(f"{token} {board} {sign} {times}")
        for _ in range(times):
            try:
                line = process.line(self._limits.seconds)
            except ValueError as error:
                self._end()
                yield TooLate(error) if isinstance(error, LateError) else str(error)
                return
            given, _, answer = line.partition(" ")
            if given != token:
                self._end()
                yield "writes into the channel of its answers"
                return
            yield _CELLS[answer] if answer in _CELLS else short_line(answer.removeprefix("!"))

    def close(self) -> None:
        """End the player and all that it has started, and remove its folder."""
        self._end()
        remove(self._folder)

    def _started(self) -> Process:
        """Process that runs; ValueError if it can't be started."""
        if self._process is None:
            seed = str(self._limits.seed + self._starts)
            command = [sys.executable, "-B", "-P", runner.__file__, str(self._path), seed]
            self._starts += 1
            self._process = Process(
                command,
                max_bytes=self._limits.max_bytes,
                folder=self._folder,
                environment=_environment(),
                until=self._limits.until,
                stop=self._limits.stop,
            )
            try:
                answer = self._process.line(self._limits.seconds + self._limits.start_seconds)
            except ValueError as error:
                self._end()
                option = "--all-seconds" if monotonic() >= self._limits.until else "--start-seconds"
                reason = f"isn't loaded in time ({option} gives more)" if isinstance(error, LateError) else error
                raise ValueError(f"can't be loaded: {short_line(str(reason))}") from None
            if answer != READY:
                self._end()
                raise ValueError(f"can't be loaded: {short_line(answer.removeprefix('!'))}")
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None


def _environment() -> dict[str, str]:
    """Variables of the player's process, to which the folders of this project are no modules."""
    folders = [Path(each).resolve() for each in os.environ.get("PYTHONPATH", "").split(os.pathsep) if each]
    return {
        "PYTHONHASHSEED": "0",
        "PYTHONPATH": os.pathsep.join(str(folder) for folder in folders if folder != _ROOT),
    }
