"""Kinds of paths: what lies behind symbolic links, and special files, which may be read without end."""

import os
from pathlib import Path


def behind_links(path: str | Path) -> Path:
    """Path of the file that symbolic links at `path` lead to, whether it exists or not; `path` itself if it is none."""
    return Path(os.path.realpath(path)) if Path(path).is_symlink() else Path(path)


def is_special(path: str | Path) -> bool:
    """Tell whether `path` exists and is neither a regular file nor a folder: a device, a pipe or a socket."""
    path = Path(path)
    return path.exists() and not path.is_file() and not path.is_dir()
