"""Cache of compiled kernels on disk, which finds damaged files before it loads them.

numba itself loads whatever its files hold: a cut index ends every start with an error, and a flipped bit in machine
code can crash the interpreter. Here every compiled signature has a file of its own, which begins with a checksum.
"""

import hashlib
import os
import pickle
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from numba.core.caching import (
    CompileResultCacheImpl,
    FunctionCache,
    IPythonCacheLocator,
    UserProvidedCacheLocator,
)
from numba.core.serialize import dumps

from tttcore.pipeline.atomic_file import atomic
from tttcore.pipeline.cache_folder import is_private, warn_once

SUFFIX = ".nbc"
DIGEST_SIZE = 16
"""Bytes of the checksum, and of the digest that names a file."""


class _Locator(UserProvidedCacheLocator):
    """Locator in ``numba.config.CACHE_DIR`` that doesn't write a file for each kernel to see if it can."""

    def ensure_cache_path(self) -> None:
        """Leave it to whoever writes."""


class _Overloads(CompileResultCacheImpl):
    """Compiled signatures as numba stores them."""

    _locator_classes = (_Locator, IPythonCacheLocator)  # type: ignore[assignment]


class KernelCache(FunctionCache):
    """numba's cache of one function, with `CheckedFiles` for its files.

    A file that can't be written, for instance to a full disk, costs a warning and nothing else.
    """

    _impl_class = _Overloads

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        locator = self._impl.locator
        name, stamp = self._impl.filename_base, locator.get_source_stamp()
        self._cache_file = CheckedFiles(Path(self._cache_path), name, stamp)  # type: ignore[assignment]

    def save_overload(self, sig: object, data: object) -> None:
        """Store a compiled signature."""
        try:
            super().save_overload(sig, data)
        except OSError as error:
            folder = Path(self._cache_path).parent
            warn_once(f"{folder}: {error.strerror}; kernels that are compiled now aren't kept")


class CheckedFiles:
    """Files of one function, one for each key; takes the place of numba's ``IndexDataCacheFile``.

    Each holds a checksum and, pickled, its key and data. Without an index, processes that store different keys at the
    same time lose nothing. Files are replaced whole.

    Parameters
    ----------
    folder : where they are; made when the first is written.
    name : what their names begin with.
    stamp : digest of the function's source, a part of every key.
    """

    def __init__(self, folder: Path, name: str, stamp: object) -> None:
        self._folder = folder
        self._name = name
        self._stamp = stamp

    def load(self, key: object) -> Any:
        """Data of a key; None if there is none, or a file that is damaged or that others could have written."""
        payload = _read(self._path(key))
        if payload is None:
            return None
        stored, data = pickle.loads(payload)
        return data if stored == (self._stamp, key) else None

    def save(self, key: object, data: object) -> None:
        """Store the data of a key; OSError if they can't be written."""
        payload = dumps(((self._stamp, key), data))
        self._folder.mkdir(exist_ok=True)
        with atomic(self._path(key)) as partial:
            partial.chmod(stat.S_IRUSR | stat.S_IWUSR)  # whatever the umask says, see `is_private`
            partial.write_bytes(_checksum(payload) + payload)

    def flush(self) -> None:
        """Remove all files of the function."""
        for path in self._folder.glob(f"{self._name}.*{SUFFIX}"):
            path.unlink(missing_ok=True)

    def _path(self, key: object) -> Path:
        """File of a key, named after what the key says: types print alike in every process."""
        return self._folder / f"{self._name}.{_checksum(repr((self._stamp, key)).encode()).hex()}{SUFFIX}"


def _read(path: Path) -> bytes | None:
    """Content of a file behind its checksum; None if there is no file, or, with a warning, if it can't be trusted."""
    try:
        with path.open("rb") as file:
            private = is_private(os.fstat(file.fileno()))
            checksum, payload = file.read(DIGEST_SIZE), file.read()
        if private and checksum == _checksum(payload):
            return payload
    except FileNotFoundError:
        return None
    except OSError:
        pass  # as good as damaged
    with suppress(OSError):
        path.unlink()
    warn_once(f"{path}: damaged, or others could have written it; removed, and its kernel is compiled again")
    return None


def _checksum(content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=DIGEST_SIZE).digest()
