"""Lock of one file among processes, which the operating system releases when its holder ends, however it does."""

import errno
import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tttcore.pipeline.paths import behind_links

_HELD = (errno.EWOULDBLOCK, errno.EACCES)


@contextmanager
def locked(path: str | Path) -> Iterator[None]:
    """Hold the lock of a file, which need not exist, within the block.

    The lock (`flock`) is that of an empty hidden file beside it, which is removed at the end. That of a killed process
    stays without being locked, until the next call. Where the file system has no locks, there is none.

    Raises
    ------
    ValueError
        If another process holds the lock.
    """
    lock = lock_file(path)
    while True:
        handle = os.open(lock, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o666)
        try:
            _acquire(handle, path)
            if not _is_named(handle, lock):  # its holder has removed it since it was opened
                continue
            try:
                yield
            finally:
                lock.unlink(missing_ok=True)
            return
        finally:
            os.close(handle)


def lock_file(path: str | Path) -> Path:
    """File that holds the lock of another; the digest in its name tells it from users' files."""
    final = behind_links(path)
    digest = hashlib.blake2b(f"tttcore lock\0{final.name}".encode(errors="surrogateescape"), digest_size=4)
    return final.with_name(f".{final.name}.{digest.hexdigest()}.lock")


def _acquire(handle: int, path: str | Path) -> None:
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        if error.errno in _HELD:
            raise ValueError(f"{path}: another process is at work on it; wait until that has ended") from None


def _is_named(handle: int, path: Path) -> bool:
    """Tell whether an open file still has its name."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except FileNotFoundError:
        return False
