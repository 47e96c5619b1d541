"""A digest of a whole Parquet file, kept within it: no bit of it changes unnoticed.

Checksums of pages cover neither their headers nor the footer, and a bit that flips there can give another table.
"""

import hashlib
import re
from os import SEEK_END
from pathlib import Path
from typing import BinaryIO

KEY = b"tttcore.digest"
UNSEALED = b"0" * 32
"""What stands in place of the digest while it is taken."""
CHUNK = 1 << 20
"""Bytes that are read at once."""

_FOUND = re.compile(re.escape(KEY) + rb".{1,4}?([0-9a-f]{%d})" % len(UNSEALED), re.DOTALL)


def seal(path: str | Path) -> None:
    """Put the digest of a file, written with `UNSEALED` under `KEY` in its metadata, in its place."""
    with Path(path).open("r+b") as file:
        found = _found(file)
        assert found is not None
        place, _ = found
        digest = _digest(file, place)
        file.seek(place)
        file.write(digest)


def intact(path: str | Path) -> bool:
    """Whether a file is as it was when it was sealed; True without a seal, as in a table that others made."""
    with Path(path).open("rb") as file:
        found = _found(file)
        return found is None or found[1] == _digest(file, found[0])


def _found(file: BinaryIO) -> tuple[int, bytes] | None:
    """Place and text of the digest, in the footer, whose length is in the four bytes before the last four."""
    size = file.seek(0, SEEK_END)
    file.seek(max(0, size - 8))
    footer = int.from_bytes(file.read(4), "little")
    start = file.seek(max(0, size - 8 - footer))
    found = _FOUND.search(file.read())
    return (start + found.start(1), found[1]) if found else None


def _digest(file: BinaryIO, place: int) -> bytes:
    """Digest of a file with `UNSEALED` in that place, read a little at a time: a mapped file would count as memory."""
    digest = hashlib.blake2b(digest_size=len(UNSEALED) // 2)
    file.seek(0)
    left = place
    while part := file.read(min(left, CHUNK)):
        digest.update(part)
        left -= len(part)
    digest.update(UNSEALED)
    file.seek(place + len(UNSEALED))
    while part := file.read(CHUNK):
        digest.update(part)
    return digest.hexdigest().encode()
