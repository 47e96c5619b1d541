"""Identify the data behind a result, and all sources of the package, by digests."""

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]


def source_digest(root: Path = ROOT) -> str:
    """Digest of all source bytes of the package, which names the cache of compiled kernels.

    Stricter and faster than `code_digests.code_digest`, since it is computed at every import.
    """
    digest = hashlib.blake2b(digest_size=8)
    for path in sorted(root.rglob("*.py")):
        digest.update(str(path.relative_to(root)).encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()


def text_digest(*texts: str) -> str:
    """Digest of texts as 16 hexadecimal digits."""
    return hashlib.blake2b("\0".join(texts).encode(), digest_size=8).hexdigest()


def files_digest(files: Iterable[str | Path]) -> str:
    """Digest of the contents of files, in their order."""
    return text_digest(*(hashlib.blake2b(Path(file).read_bytes()).hexdigest() for file in files))


def content_digest(files: Iterable[str | Path], *, settings: Any) -> str:
    """Digest of the contents of files, in their order, and of settings."""
    return text_digest(files_digest(files), json.dumps(settings, sort_keys=True))
