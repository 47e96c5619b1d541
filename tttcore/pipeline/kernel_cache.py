"""Folder of numba's cache: never stale, and private, since loading a compiled kernel executes it.

numba's cache keeps a caller compiled against an old callee when the callee lives in another file. The folder is
therefore named after the sources that kernels rest on and numba's version: an edit of any of them starts a fresh one.
"""

import hashlib
import os
import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from traceback import walk_tb

from tttcore.pipeline.files import ROOT

IMPORT = re.compile(r"^\s*(?:from (tttcore[\w.]*) import (\([^)]*\)|.*)|import (tttcore[\w.]*))", re.MULTILINE)
"""Imports of the package's own modules."""


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
    """Digest of the source bytes of modules with kernels and of all that they import, which names the kernels' cache.

    Coarser and faster than `code_digests.code_digest`, since it is computed at every import: it looks for names in the
    text. An edit of any other module compiles nothing again.
    """
    texts = {_module(path.relative_to(root.parent)): path.read_bytes() for path in root.rglob("*.py")}
    reached = set()
    todo = [name for name, text in texts.items() if b"tttcore.pipeline.jit" in text]
    while todo:
        name = todo.pop()
        if name not in reached:
            reached.add(name)
            todo += [found for found in _imported(texts[name].decode()) if found in texts]
    digest = hashlib.blake2b(digest_size=8)
    for name in sorted(reached):
        digest.update(name.encode())
        digest.update(texts[name])
    return digest.hexdigest()


def _module(path: Path) -> str:
    """Dotted name of the module in a file."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imported(text: str) -> Iterator[str]:
    """Dotted names that a module may import from the package, by the forms that the package uses."""
    for package, names, module in IMPORT.findall(text):
        yield package or module
        yield from (f"{package}.{name}" for name in re.findall(r"\w+", names))


def cache_failure(error: BaseException) -> str | None:
    """One line on an error of numba's cache, as from a damaged file or a full disk; None for any other error."""
    if isinstance(error, MemoryError):
        return None
    if all(frame.f_globals["__name__"] != "numba.core.caching" for frame, _ in walk_tb(error.__traceback__)):
        return None
    from numba import config  # noqa: PLC0415 - slow, and loaded by now

    folder: str = config.CACHE_DIR  # type: ignore[attr-defined]
    reason = " ".join(f"{type(error).__name__}: {error}".split())
    return f"{folder}: compiled kernels can't be loaded or kept ({reason}); remove that folder, or make room"
