"""Folder for compiled kernels: never stale, and private, since loading a kernel runs whatever its file holds.

numba's cache keeps a caller compiled against an old callee when the callee lives in another file. The folder is
therefore named after the package's sources and numba's version: any edit starts a fresh one.
"""

import os
import stat
import sys
import tempfile
from contextlib import suppress
from functools import cache
from pathlib import Path

import numba
import platformdirs

from tttcore.pipeline.provenance import source_digest

PREFIX = "tttcore-kernels-"


def cache_folder(base: str | os.PathLike[str] | None = None) -> Path | None:
    """Private folder for compiled kernels, named after the package's sources and numba's version.

    It is made in the first of these that is writable: `base`, ``NUMBA_CACHE_DIR``, the user's cache folder, and under
    a name of the user's own in the system's temporary folder. One that is there and isn't private is left alone, with a
    warning.

    Returns
    -------
    Without a writable folder the first that can only be read, and without any None, with a warning.
    """
    name = f"{PREFIX}{source_digest()}-numba{numba.__version__}"
    parents = (base, os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("tttcore"))
    folders = [Path(parent).absolute() / name for parent in parents if parent]
    with suppress(FileNotFoundError):  # there may be no temporary folder, either
        folders.append(Path(tempfile.gettempdir()) / f"{name}-{os.geteuid()}")
    read_only = []
    for folder in folders:
        try:
            folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
            found = folder.lstat()
        except OSError:
            continue
        if not (stat.S_ISDIR(found.st_mode) and is_private(found)):
            warn_once(f"{folder}: belongs to others, or they can write to it; not used for compiled kernels")
        elif os.access(folder, os.W_OK):
            return folder
        else:
            read_only.append(folder)
    if read_only:
        return read_only[0]
    warn_once("no folder for compiled kernels, so they are compiled each time; set NUMBA_CACHE_DIR to a writable one")
    return None


def is_private(found: os.stat_result) -> bool:
    """Tell whether a file or folder belongs to this user, and nobody else can write to it."""
    return found.st_uid == os.geteuid() and not found.st_mode & (stat.S_IWGRP | stat.S_IWOTH)


@cache
def warn_once(message: str) -> None:
    """Print a warning to standard error, the same message only once."""
    print(f"warning: {message}", file=sys.stderr)
