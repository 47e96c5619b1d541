"""A job of the workflow: its log, and its progress as a bar on a terminal and lines in the log."""

import errno
import os
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tqdm import tqdm

from tttcore.pipeline.registry import ConfigError
from tttcore.pipeline.store import StoreError

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BEFORE_BAR = 2.0

REMEDIES = {
    errno.ENOSPC: "make room",
    errno.EDQUOT: "make room",
    errno.EFBIG: "allow larger files",
    errno.EROFS: "make its folder writable",
    errno.EACCES: "give the rights to it",
    errno.EPERM: "give the rights to it",
    errno.EIO: "check the disk",
}
"""What to do about a fault of the machine, by its number."""


@contextmanager
def logged(path: str | Path) -> Iterator[TextIO]:
    """Log of a job, which ends with one line after a user's mistake, an interruption or a fault of the machine.

    Other errors end it with a traceback.
    """
    said = None
    try:
        with Path(path).open("w", encoding="utf-8") as log:
            try:
                yield log
            except KeyboardInterrupt:
                said = "interrupted"
                log.write(f"{said}\n")
            except Exception as error:
                said = _in_a_line(error)
                log.write(f"{said}\n" if said else traceback.format_exc())
                if not said:
                    raise
    except OSError as error:  # also of the log itself
        said = said or _in_a_line(error)
        if not said:
            raise
    if said:
        sys.exit(said)


def _in_a_line(error: Exception) -> str | None:
    """What went wrong and what to do, None for an error of the program's."""
    if isinstance(error, ConfigError | StoreError):
        return f"error: {error}"
    if isinstance(error, MemoryError):
        return "error: not enough memory; make what is asked for smaller, or give the job more, and run again"
    if isinstance(error, OSError) and error.errno in REMEDIES:
        place = f"{error.filename}: " if error.filename else ""
        return f"error: {place}{os.strerror(error.errno)}; {REMEDIES[error.errno]} and run again"
    return None


def followed(items: range, *, what: str, log: TextIO) -> Iterator[int]:
    """Pass on `items`, telling how far they have come.

    Parameters
    ----------
    what : name of the work, such as ``control-listed``.
    log : gets a line every five seconds and one at the end; a terminal gets a bar as well.
    """
    started = told = time.monotonic()
    bar = tqdm(items, desc=what, unit="run", leave=False, delay=SECONDS_BEFORE_BAR, disable=not sys.stderr.isatty())
    for done, item in enumerate(bar, start=1):
        yield item
        now = time.monotonic()
        if now - told >= SECONDS_BETWEEN_LINES or done == len(items):
            told = now
            print(f"{what}: {done} of {len(items)} runs in {now - started:.1f} s", file=log, flush=True)
