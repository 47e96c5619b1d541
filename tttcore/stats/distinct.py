"""Count how often each distinct item occurs among too many to keep in memory."""

from collections.abc import Iterable
from hashlib import blake2b

import numpy as np
from numpy.typing import NDArray

_BYTES = 16


class DistinctCounter:
    """Counter of byte strings by digests of 128 bits.

    Two of ten million distinct items share a digest with probability 1 in 10^24.
    """

    def __init__(self) -> None:
        self._digests: list[NDArray[np.uint64]] = []

    def add(self, items: Iterable[bytes]) -> None:
        """Count further items."""
        digests = b"".join(blake2b(item, digest_size=_BYTES).digest() for item in items)
        self._digests.append(np.frombuffer(digests, np.uint64).reshape(-1, 2))

    def counts(self) -> NDArray[np.int64]:
        """Occurrences of each distinct item, in arbitrary order."""
        if not self._digests:
            return np.empty(0, np.int64)
        _, counts = np.unique(np.concatenate(self._digests), axis=0, return_counts=True)
        return counts
