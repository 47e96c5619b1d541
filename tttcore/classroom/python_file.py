"""Ask the function `move` of a Python file, which runs in a process of its own with limits; see `runner`."""

import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

from tttcore.classroom import runner
from tttcore.classroom.asking import Answer, TooLate
from tttcore.classroom.entrant import Limits, printable
from tttcore.classroom.process import EndedError, LateError, Process
from tttcore.games.classic import CELLS

READY = "ready"
_ENVIRONMENT = {"PYTHONHASHSEED": "0"}
_CELLS = {str(cell): cell for cell in range(CELLS)}


class PythonFile:
    """Player in a Python file. It is started again after it has ended or taken too long; the context ends it.

    Parameters
    ----------
    path : the file. It runs in an empty folder of its own; modules beside it can be imported.
    limits : as they are kept; each start has a seed of its own.

    Raises
    ------
    ValueError
        If it can't be loaded; the message names the file and the reason in one line.
    """

    def __init__(self, path: Path, limits: Limits):
        self._path, self._limits = path.resolve(), limits
        self._starts = 0
        self._process: Process | None = None
        self._folder = TemporaryDirectory(prefix="ttt-", ignore_cleanup_errors=True)
        try:
            self._started()
        except ValueError as error:
            self.close()
            raise ValueError(f"{path}: {error}") from None

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
        process.tell(f"{board} {sign} {times}")
        for _ in range(times):
            try:
                line = process.line(self._limits.seconds)
            except ValueError as error:
                self._end()
                yield TooLate(error) if isinstance(error, LateError) else str(error)
                return
            yield _CELLS[line] if line in _CELLS else printable(line.removeprefix("!"))

    def close(self) -> None:
        """End the player and all that it has started, and remove its folder."""
        self._end()
        self._folder.cleanup()

    def _started(self) -> Process:
        """Process that runs; ValueError if it can't be started."""
        if self._process is None:
            command = [sys.executable, "-B", runner.__file__, str(self._path), str(self._limits.seed + self._starts)]
            self._starts += 1
            self._process = Process(
                command,
                largest=self._limits.largest,
                folder=self._folder.name,
                environment=_ENVIRONMENT,
                until=self._limits.until,
            )
            try:
                answer = self._process.line(self._limits.seconds + self._limits.start_seconds)
            except ValueError as error:
                self._end()
                reason = error if isinstance(error, EndedError) else "isn't loaded in time"
                raise ValueError(f"can't be loaded: {printable(str(reason))}") from None
            if answer != READY:
                self._end()
                raise ValueError(f"can't be loaded: {printable(answer.removeprefix('!'))}")
        return self._process

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process = None
