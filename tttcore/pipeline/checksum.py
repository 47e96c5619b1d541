"""Checksum of a whole Parquet file, stored in its own metadata, which detects any changed bit.

Parquet's page checksums cover neither page headers nor the footer, where a flipped bit can yield another table.
"""

import hashlib
import re
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

KEY = b"tttcore.digest"
PLACEHOLDER = b"0" * 32
"""Written to the metadata first, replaced by the digest; counts in its place when the digest is computed."""
CHUNK = 1 << 20
"""Bytes read at once."""

_FOUND = re.compile(re.escape(KEY) + rb".{1,4}?([0-9a-f]{%d})" % len(PLACEHOLDER), re.DOTALL)


def write_checksum(path: str | Path) -> None:
    """Replace the `PLACEHOLDER`, which a file must hold under `KEY` in its metadata, by the file's digest."""
    with Path(path).open("r+b") as file:
        found = _found(file)
        assert found is not None
        place, _ = found
        digest = _digest(file, place)
        file.seek(place)
        file.write(digest)


def is_intact(path: str | Path) -> bool:
    """Tell whether a file matches its digest; True for files without one, as other programs write them."""
    with Path(path).open("rb") as file:
        found = _found(file)
        return found is None or found[1] == _digest(file, found[0])


def _found(file: BinaryIO) -> tuple[int, bytes] | None:
    """Offset and text of the digest in the footer, whose length stands in the four bytes before the last four."""
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - 8))
    footer = int.from_bytes(file.read(4), "little")
    start = file.seek(max(0, size - 8 - footer))
    found = _FOUND.search(file.read())
    return (start + found.start(1), found[1]) if found else None


def _digest(file: BinaryIO, place: int) -> bytes:
    """Digest of a file with `PLACEHOLDER` at that offset, read in chunks: a mapped file would count as memory."""
    digest = hashlib.blake2b(digest_size=len(PLACEHOLDER) // 2)
    file.seek(0)
    left = place
    while part := file.read(min(left, CHUNK)):
        digest.update(part)
        left -= len(part)
    digest.update(PLACEHOLDER)
    file.seek(place + len(PLACEHOLDER))
    while part := file.read(CHUNK):
        digest.update(part)
    return digest.hexdigest().encode()
