"""A digest of a whole Parquet file, kept within it: no bit of it changes unnoticed.

Checksums of pages cover neither their headers nor the footer, and a bit that flips there can give another table.
"""

import hashlib
import mmap
import re
from pathlib import Path

KEY = b"tttcore.digest"
UNSEALED = b"0" * 32
"""What stands in place of the digest while it is taken."""

_FOUND = re.compile(re.escape(KEY) + rb".{1,4}?([0-9a-f]{%d})" % len(UNSEALED), re.DOTALL)


def seal(path: str | Path) -> None:
    """Put the digest of a file, written with `UNSEALED` under `KEY` in its metadata, in its place."""
    with Path(path).open("r+b") as file, mmap.mmap(file.fileno(), 0) as content:
        place = _place(content)
        assert place is not None
        content[place : place + len(UNSEALED)] = _digest(content, place)


def intact(path: str | Path) -> bool:
    """Whether a file is as it was when it was sealed; True without a seal, as in a table that others made."""
    with Path(path).open("rb") as file:
        if not file.seek(0, 2):
            return True
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            place = _place(content)
            return place is None or content[place : place + len(UNSEALED)] == _digest(content, place)


def _place(content: mmap.mmap) -> int | None:
    """Where the digest stands: in the footer, whose length is in the four bytes before the last four."""
    footer = int.from_bytes(content[-8:-4], "little")
    found = _FOUND.search(content, max(0, len(content) - 8 - footer))
    return found.start(1) if found else None


def _digest(content: mmap.mmap, place: int) -> bytes:
    digest = hashlib.blake2b(digest_size=len(UNSEALED) // 2)
    with memoryview(content) as view, view[:place] as before, view[place + len(UNSEALED) :] as after:
        for part in (before, UNSEALED, after):
            digest.update(part)
    return digest.hexdigest().encode()
