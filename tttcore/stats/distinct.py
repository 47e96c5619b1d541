"""How often different things occur among too many to keep them all."""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

_BYTES = 16


class Distinct:
    """Counts things by digests of 128 bits.

    That two of ten million different ones are taken for one has a chance of 1 in 10^24.
    """

    def __init__(self) -> None:
        self._digests: list[NDArray[np.uint64]] = []

    def add(self, things: Iterable[bytes]) -> None:
        """Count some more."""
        found = b"".join(blake2b(thing, digest_size=_BYTES).digest() for thing in things)
        self._digests.append(np.frombuffer(found, np.uint64).reshape(-1, 2))

    def counts(self) -> NDArray[np.int64]:
        """How often each different thing has occurred, in no order that means anything."""
        if not self._digests:
            return np.empty(0, np.int64)
        _, counts = np.unique(np.concatenate(self._digests), axis=0, return_counts=True)
        return counts
