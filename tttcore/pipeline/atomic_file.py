"""Write files atomically: whole under their names, or not at all."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tttcore.pipeline.partial_files import create_partial_file


@contextmanager
def atomic(path: str | Path) -> Iterator[Path]:
    """Write a file atomically: yield a partial file, which replaces `path` when the block ends without error.

    Raises
    ------
    OSError
        If it can't be written, for instance to a full disk; names `path` even if the failing library doesn't.
    """
    path = Path(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial = create_partial_file(path)
        try:
            yield partial
            partial.replace(path)
        finally:
            partial.unlink(missing_ok=True)
    except OSError as error:
        if error.errno is None or (error.filename and Path(error.filename).parent != path.parent):
            raise
        raise OSError(error.errno, os.strerror(error.errno), str(path)) from error
