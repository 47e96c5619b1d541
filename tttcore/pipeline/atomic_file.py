"""Write files atomically: whole under their names, or not at all."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tttcore.pipeline.partial_files import create_partial_file
from tttcore.pipeline.paths import behind_links


@contextmanager
def atomic(path: str | Path) -> Iterator[Path]:
    """Write a file atomically: yield a partial file, which replaces `path` when the block ends without error.

    A file that is there keeps its mode; others get that of the umask. A symbolic link stays, and the file that it leads
    to is written.

    Raises
    ------
    OSError
        If it can't be written, for instance to a full disk; names `path` even if the failing library doesn't.
    """
    path = Path(path)
    final = behind_links(path)
    try:
        final.parent.mkdir(parents=True, exist_ok=True)
        partial = create_partial_file(final)
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
