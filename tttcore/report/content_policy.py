"""Content security policy of pages that are a single file: their own scripts and styles, by hash, and nothing else."""

import base64
import hashlib
from collections.abc import Iterable


def content_policy(*, styles: Iterable[str], scripts: Iterable[str] = ()) -> str:
    """Policy that allows these styles and scripts, images within the page, and nothing else."""
    return (
        f"default-src 'none'; script-src {_hashes(scripts)}; style-src {_hashes(styles)}; img-src data:; "
        "form-action 'none'; base-uri 'none'"
    )


def _hashes(texts: Iterable[str]) -> str:
    """Hashes of texts as sources of a content security policy; ``'none'`` without texts."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests) or "'none'"
