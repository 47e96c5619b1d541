"""Files: written whole or not at all, read as text, kinds of paths, and where the workflow's own files lie."""

import errno
import os
import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tttcore.pipeline.messages import ConfigError

ROOT = Path(__file__).resolve().parents[1]
"""Folder of the package's sources."""
LARGEST = 64 * 2**20
"""Bytes that a text of users may have."""
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
    """True if `path` exists and is neither a regular file nor a folder: a device, a pipe or a socket."""
    path = Path(path)
    return path.exists() and not path.is_file() and not path.is_dir()


def read_text(path: str | Path) -> str:
    """Content of a UTF-8 file, with or without a byte order mark; ConfigError if it can't be read."""
    try:
        if is_special(path):
            raise ConfigError(f"{path}: not a regular file")
        if (size := Path(path).stat().st_size) > LARGEST:
            raise ConfigError(f"{path}: {size:,} bytes; allowed: up to {LARGEST:,}")
        raw = Path(path).read_bytes()
        if b"\0" in raw:
            line = raw.count(b"\n", 0, raw.index(b"\0")) + 1
            raise ConfigError(f"{path}, line {line}: a zero byte; save the file as UTF-8 text")
        return raw.decode("utf-8-sig")
    except FileNotFoundError:
        raise ConfigError(f"{path}: no such file") from None
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        fault = f"byte 0x{raw[error.start]:02x} is not UTF-8"
        raise ConfigError(f"{path}, line {line}: {fault}; save the file as UTF-8 text") from None


def workflow_files() -> Path:
    """Folder with the ``Snakefile``, ``workflow``, ``config``, ``profiles`` and ``envs``.

    An installed package holds copies of them (see ``setup.py``); in a checkout they lie beside the package.
    """
    installed = ROOT / "workflow_files"
    return installed if installed.is_dir() else ROOT.parent
