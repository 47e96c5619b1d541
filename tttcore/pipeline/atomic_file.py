"""Write files atomically: whole under their names, or not at all."""

import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tttcore.pipeline.paths import behind_links

PARTIAL = ".partial-"
"""Beginning of the names of files that are being written, or were when their writers were killed."""


@contextmanager
def atomic(path: str | Path) -> Iterator[Path]:
    """Write a file atomically: yield an empty partial file, which replaces `path` when the block ends without error.

    It is hidden and lies beside `path`; only a killed process leaves it there. A file that is there keeps its mode;
    others get that of the umask. A symbolic link stays, and the file that it leads to is written.

    Raises
    ------
    OSError
        If it can't be written, for instance to a full disk; names `path` even if the failing library doesn't.
    """
    path = Path(path)
    final = behind_links(path)
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        partial = final.with_name(f"{PARTIAL}{secrets.token_hex(4)}-{final.name}")
        partial.touch(exist_ok=False)
        try:
            yield partial
            if final.is_file():
                shutil.copymode(final, partial)
            partial.replace(final)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        if error.errno is None or (error.filename and Path(error.filename).parent != final.parent):
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
