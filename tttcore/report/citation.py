"""Cite documents as texts do, by their authors and the year."""

from collections.abc import Mapping
from typing import Any

RETOLD = ", retold"
"""What stands behind the year of a document that is known by later accounts alone."""


def cited(document: Mapping[str, Any]) -> str:
    """Surnames of one or two authors, or of the first of more, and the year: "Smith et al. 1999", "Brown 1962, retold".

    Parameters
    ----------
    document : ``authors``, ``year`` and ``retold`` of a study's configuration; authors are parted by commas or "and".
    """
    surnames = [author.split()[-1] for author in authors(document["authors"])] or ["Anonymous"]
    names = f"{surnames[0]} et al." if len(surnames) > 2 else " and ".join(surnames)
    return f"{names} {document['year']}{RETOLD * bool(document.get('retold'))}"


def authors(text: str) -> list[str]:
    """Names of authors that are parted by commas or "and"."""
    return [author.strip() for author in text.replace(" and ", ",").split(",") if author.strip()]
