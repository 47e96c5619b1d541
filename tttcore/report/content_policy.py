"""Content security policy of pages that are a single file: their own scripts and styles, by hash, and nothing else."""

import base64
import hashlib
from collections.abc import Iterable


def content_policy(*, styles: Iterable[str], scripts: Iterable[str] = (), worker: bool = False) -> str:
    """Policy that allows these styles and scripts, images within the page, and nothing else.

    Parameters
    ----------
    worker : allow a worker that the page makes of its own texts.
    """
    workers = " worker-src blob:;" if worker else ""
    return (
        f"default-src 'none'; script-src {_hashes(scripts)};{workers} style-src {_hashes(styles)}; img-src data:; "
        "form-action 'none'; base-uri 'none'"
    )


def _hashes(texts: Iterable[str]) -> str:
    """Hashes of texts as sources of a content security policy; ``'none'`` without texts."""
    digests = (hashlib.sha256(text.encode()).digest() for text in texts)
    return " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests) or "'none'"
