"""Log of a workflow job: its progress, and errors in one line."""

import errno
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tttcore.pipeline.cache_folder import cache_failure
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import StoreError

SECONDS_BETWEEN_LINES = 5.0

REMEDIES = {
    errno.ENOSPC: "make room",
    errno.EDQUOT: "make room",
    errno.EFBIG: "allow larger files",
    errno.EROFS: "make its folder writable",
    errno.EACCES: "give the rights to it",
    errno.EPERM: "give the rights to it",
    errno.EIO: "check the disk",
}
"""Advice to the user by error number of the operating system."""


@contextmanager
def logged(path: str | Path) -> Iterator[TextIO]:
    """Open a job's log, and exit with one line after a user's mistake, an interruption or a system error.

    Other errors leave their traceback in the log and are raised.
    """
    message = None
    try:
        with Path(path).open("w", encoding="utf-8") as log:
            try:
                yield log
            except KeyboardInterrupt:
                message = "interrupted"
                log.write(f"{message}\n")
            except Exception as error:
                message = _message(error)
                log.write(f"{message}\n" if message else traceback.format_exc())
                if not message:
                    raise
    except OSError as error:  # writing the log itself can fail as well
        message = message or _message(error)
        if not message:
            raise
    if message:
        sys.exit(message)


def _message(error: Exception) -> str | None:
    """One line on an error and its remedy; None for an error in the program itself."""
    if told := cache_failure(error):
        return f"error: {told}"
    if isinstance(error, ConfigError | StoreError):
        return f"error: {error}"
    if isinstance(error, MemoryError):
        return "error: not enough memory; ask for fewer or smaller runs, or give the job more memory, and run again"
    if isinstance(error, OSError) and error.errno in REMEDIES:
        place = f"{error.filename}: " if error.filename else ""
        return f"error: {place}{os.strerror(error.errno)}; {REMEDIES[error.errno]} and run again"
    return None


def track_progress(items: range, *, label: str, log: TextIO) -> Iterator[int]:
    """Yield `items` and report progress.

    Parameters
    ----------
    label : name of the work, such as ``control-listed``.
    log : receives a line every five seconds and one at the end.
    """
    started = reported = time.monotonic()
    for done, item in enumerate(items, start=1):
        yield item
        now = time.monotonic()
        if now - reported >= SECONDS_BETWEEN_LINES or done == len(items):
            reported = now
            print(f"{label}: {done} of {len(items)} runs in {now - started:.1f} s", file=log, flush=True)
