"""A job of the workflow: its log, and its progress as a bar on a terminal and lines in the log."""

import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from tqdm import tqdm

from tttcore.base.registry import ConfigError
from tttcore.base.store import StoreError

SECONDS_BETWEEN_LINES = 5.0
SECONDS_BEFORE_BAR = 2.0


@contextmanager
def logged(path: str | Path) -> Iterator[TextIO]:
    """Log of a job. A user's mistake ends the job with its one line, any other error with a traceback."""
    with Path(path).open("w", encoding="utf-8") as log:
        try:
            yield log
        except (ConfigError, StoreError) as error:
            print(f"error: {error}", file=log)
            sys.exit(f"error: {error}")
        except Exception:
            traceback.print_exc(file=log)
            raise


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
