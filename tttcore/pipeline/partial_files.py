"""Partial files: hidden files to write to before they replace the final ones, and removal of those that were left.

A killed process leaves its partial files behind. So that they can be told from users' files, their names carry a check
digest of their other parts, which a name of another origin meets once in four thousand million.
"""

import hashlib
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path

_PARTIAL_NAME = re.compile(r"\.(?P<final>.+)\.(?P<token>[0-9a-f]{8})(?P<check>[0-9a-f]{8})(?P<suffix>\.[^.]+)?")
"""Dot, name of the final file, eight random digits, their check digest, and the suffix of the final file again."""


def create_partial_file(path: str | Path) -> Path:
    """Create an empty partial file beside `path`; as other new files it has the mode that the umask leaves."""
    path = Path(path)
    token = secrets.token_hex(4)
    partial = path.with_name(f".{path.name}.{token}{_check_digest(path.name, token)}{path.suffix}")
    os.close(os.open(partial, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o666))
    return partial


def is_partial_file(path: Path) -> bool:
    """Tell whether `create_partial_file` made a file, by its name and kind."""
    return _final_name(path) is not None


def remove_partial_files(folder: str | Path) -> list[Path]:
    """Remove all partial files below a folder; a job that is still writing to one fails with an error."""
    return _removed(path for path in Path(folder).rglob(".*") if is_partial_file(path))


def remove_partial_files_of(path: str | Path) -> list[Path]:
    """Remove the partial files of one final file, for its only writer."""
    path = Path(path)
    return _removed(each for each in path.parent.glob(".*") if _final_name(each) == path.name)


def _removed(partial: Iterable[Path]) -> list[Path]:
    removed = list(partial)
    for path in removed:
        path.unlink(missing_ok=True)
    return removed


def _final_name(path: Path) -> str | None:
    """Name of the final file of a partial file; None for any other file."""
    name = _PARTIAL_NAME.fullmatch(path.name)
    made_here = (
        name is not None
        and name["check"] == _check_digest(name["final"], name["token"])
        and Path(name["final"]).suffix == (name["suffix"] or "")
        and path.is_file()
        and not path.is_symlink()
    )
    return name["final"] if name and made_here else None


def _check_digest(name: str, token: str) -> str:
    return hashlib.blake2b(
        f"tttcore partial file\0{name}\0{token}".encode(errors="surrogateescape"), digest_size=4
    ).hexdigest()
