"""Kinds of paths: what lies behind symbolic links, and special files, which may be read without end."""

import errno
import os
from pathlib import Path


def behind_links(path: str | Path) -> Path:
    """Path of the file that symbolic links at `path` lead to, whether it exists or not; `path` itself if it is none.

    Raises
    ------
    OSError
        If links lead in a circle.
    """
    final = Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)
    if final.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP), str(path))
    return final


def is_special(path: str | Path) -> bool:
    """Tell whether `path` exists and is neither a regular file nor a folder: a device, a pipe or a socket."""
    path = Path(path)
    return path.exists() and not path.is_file() and not path.is_dir()
