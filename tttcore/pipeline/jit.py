"""Decorators for numba kernels, whose compiled code is kept on disk."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

import numba

from tttcore.pipeline.kernel_cache import cache_folder

Compiler = Callable[[Callable[..., Any]], Callable[..., Any]]

_FOLDER = None if numba.config.DISABLE_JIT else cache_folder(numba.__version__)  # type: ignore[attr-defined]
if _FOLDER:
    numba.config.CACHE_DIR = str(_FOLDER)  # type: ignore[attr-defined]


def _compiler(**options: Any) -> Compiler:
    """Decorator ``numba.njit`` with these options, and with numba's cache if there is a folder for it."""

    def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
        made = numba.njit(cache=_FOLDER is not None, **options)(function)
        if _FOLDER:
            # numba numbers the files of a function's signatures. Two processes that compile two of them at once may
            # take the same number, and one signature's code would be called with arguments of the other.
            name = made._cache._impl.filename_base
            made._cache._cache_file._data_name = lambda number: f"{name}.{uuid4().hex}.nbc"
        return made

    return compiled


kernel = _compiler(nogil=True)
"""Decorator for every compiled function of the package. No fast-math: floats are exact.

Kernels handle arrays only and release the GIL, so that several threads can run them in parallel.
"""

inlined = _compiler(inline="always")
"""Decorator for small functions that are inlined into kernels."""

allocation_free = _compiler(nogil=True, _nrt=False)
"""Decorator for a kernel that allocates nothing, compiled without numba's runtime and so without reference counts.

Counting references to the arrays that inlined steps take, an atomic operation each, makes short games thirty times as
slow.
"""


@inlined
def copy_row(source, target):
    """Copy one array into another of equal length, by a loop, since numba doesn't vectorise slice assignment."""
    for i in range(source.size):
        target[i] = source[i]
