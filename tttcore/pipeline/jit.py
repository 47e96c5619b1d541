"""Decorators for numba kernels, and an on-disk cache that never serves a stale kernel.

numba's on-disk cache keeps a caller compiled against an old callee when the callee lives in
another file. The cache folder is therefore named after the package's sources and numba's
version: any edit starts a fresh one.
"""

import os
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numba
import platformdirs

from tttcore.pipeline.provenance import source_digest

PREFIX = "tttcore-kernels-"


def cache_folder(base: str | os.PathLike[str] | None = None) -> Path:
    """Writable folder for compiled kernels, named after the package's sources and numba's version.

    Its parent is the first writable one of: `base`, ``NUMBA_CACHE_DIR``, the user's cache folder, the system's
    temporary folder.
    """
    name = f"{PREFIX}{source_digest()}-numba{numba.__version__}"
    for candidate in (base, os.environ.get("NUMBA_CACHE_DIR"), platformdirs.user_cache_dir("tttcore")):
        if candidate:
            folder = Path(candidate) / name
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError:
                continue
            if os.access(folder, os.W_OK):
                return folder
    folder = Path(tempfile.gettempdir()) / f"tttcore-{os.getuid()}" / name
    folder.mkdir(parents=True, exist_ok=True)
    return folder


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]

Compiler = Callable[[Callable[..., Any]], Callable[..., Any]]

kernel: Compiler = partial(numba.njit, cache=True, nogil=True)
"""Decorator for every compiled function of the package. No fast-math: floats are exact.

Kernels handle arrays only and release the GIL, so that several threads can run them in parallel.
"""

inlined: Compiler = partial(numba.njit, cache=True, inline="always")
"""Decorator for small functions that are inlined into kernels."""

allocation_free: Compiler = partial(numba.njit, cache=True, nogil=True, _nrt=False)
"""Decorator for a kernel that allocates nothing, compiled without numba's runtime and so without reference counts.

Counting references to the arrays that inlined steps take, an atomic operation each, makes short games thirty times as
slow.
"""


@inlined
def copy_row(source, target):
    """Copy one array into another of equal length, by a loop, since numba doesn't vectorise slice assignment."""
    for i in range(source.size):
        target[i] = source[i]
