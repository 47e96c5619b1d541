"""Folder of numba's cache: never stale, and private, since loading a compiled kernel executes it.

numba's cache keeps a caller compiled against an old callee when the callee lives in another file. The folder is
therefore named after the package's sources and numba's version: any edit starts a fresh one.
"""

import hashlib
import os
import stat
import sys
from pathlib import Path
from traceback import walk_tb

from tttcore.pipeline.files import ROOT


def cache_folder(numba_version: str) -> Path | None:
    """Folder for compiled kernels in ``NUMBA_CACHE_DIR``, or else in the user's cache folder.

    It is made if it isn't there. None, with a line on standard error, if nothing can be written to it or others could
    write to it.
    """
    parent = os.environ.get("NUMBA_CACHE_DIR") or Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache", "tttcore")
    folder = Path(parent, f"tttcore-kernels-{source_digest()}-numba{numba_version}")
    try:
        folder = folder.expanduser().absolute()
        folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
        found = folder.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.geteuid() or found.st_mode & 0o022:
            raise PermissionError("others could write to it")
        if not os.access(folder, os.W_OK):
            raise PermissionError("nothing can be written to it")
    except (OSError, RuntimeError) as error:  # RuntimeError: no home folder
        reason = getattr(error, "strerror", None) or error
        print(f"warning: {folder}: {reason}; kernels are compiled each time, set NUMBA_CACHE_DIR", file=sys.stderr)
        return None
    return folder


def source_digest(root: Path = ROOT) -> str:
    """Digest of all source bytes of the package, which names the cache of compiled kernels.

    Stricter and faster than `code_digests.code_digest`, since it is computed at every import.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def cache_failure(error: BaseException) -> str | None:
    """One line on an error of numba's cache, as from a damaged file or a full disk; None for any other error."""
    if all(frame.f_globals["__name__"] != "numba.core.caching" for frame, _ in walk_tb(error.__traceback__)):
        return None
    from numba import config  # noqa: PLC0415 - slow, and loaded by now

    folder: str = config.CACHE_DIR  # type: ignore[attr-defined]
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{folder}: compiled kernels can't be loaded or kept ({reason}); remove that folder, or make room"
