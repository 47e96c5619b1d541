"""Manifests: the digest of every file of a folder, written, read, and held against files and other manifests.

A line is a SHA-256, two spaces and a path, as ``sha256sum --check`` reads it. After that of a Parquet file comes one
that is a comment to others: ``# rows``, the digest of its rows alone (`pipeline.row_digest`) and the path again. The
bytes of such a file change with every edit of the code behind it, since it says which code that was; its rows don't.
"""

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from tttcore.pipeline.row_digest import rows_digest
from tttcore.pipeline.store import StoreError, atomic

_LINE = re.compile(r"(?P<rows># rows )?(?P<digest>[0-9a-f]{64})  (?P<path>.+)")
_ALLOWED = "64 hexadecimal digits in lower case, two spaces and a path within the folder, or '# rows ' and the same"


@dataclass(frozen=True)
class Digests:
    """Of one file: of all its bytes, and of its rows if it is a table; at least one is there."""

    bytes: str | None = None
    rows: str | None = None

    def agree(self, other: "Digests") -> bool:
        """Whether both are of files that say the same: the same rows if both know them, the same bytes otherwise."""
        if self.rows and other.rows:
            return self.rows == other.rows
        return self.bytes is not None and self.bytes == other.bytes


Manifest = Mapping[str, Digests]
"""Digests of files by path as seen from the folder, in the order of paths."""


def digests(paths: Iterable[str | Path], *, root: str | Path) -> dict[str, Digests]:
    """Digests of each file, and of all in each folder but hidden ones, by path as seen from `root`, in order."""
    found = {Path(path) for path in paths}
    files = {file for path in found for file in (path.rglob("[!.]*") if path.is_dir() else [path]) if file.is_file()}
    named = {file.relative_to(root).as_posix(): file for file in files}
    return {path: _digests(named[path]) for path in sorted(named)}


def write_manifest(path: str | Path, manifest: Manifest, *, note: str = "") -> None:
    """Write a manifest, whole or not at all, below a comment of these lines."""
    lines = [f"# {line}" for line in note.splitlines()]
    for file, each in manifest.items():
        lines += [f"{each.bytes}  {file}"] if each.bytes else []
        lines += [f"# rows {each.rows}  {file}"] if each.rows else []
    with atomic(path) as draft:
        draft.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_manifest(path: str | Path) -> dict[str, Digests]:
    """Read a manifest.

    Raises
    ------
    ValueError
        If it is missing or names no file, or a line says nothing or says it again; with the line and what is allowed.
    """
    path = Path(path)
    try:
        lines = path.read_bytes().decode().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        raise ValueError(f"{path}: no such file; it is written when all results are made") from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].count(b"\n")
        raise ValueError(f"{path}: line {before + 1}: not UTF-8; allowed: {_ALLOWED}") from None
    found: dict[str, Digests] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") and not line.startswith("# rows"):
            continue
        match = _LINE.fullmatch(line)
        if match is None or not _is_within(match["path"]):
            raise ValueError(f"{path}: line {number}: {line[:100]!r}; allowed: {_ALLOWED}")
        known = found.get(match["path"], Digests())
        if known.rows if match["rows"] else known.bytes:
            raise ValueError(f"{path}: line {number}: {match['path']} stands there twice; allowed: once")
        found[match["path"]] = (
            Digests(known.bytes, match["digest"]) if match["rows"] else Digests(match["digest"], known.rows)
        )
    if not found:
        raise ValueError(f"{path}: names no file; allowed: lines of {_ALLOWED}")
    return {file: found[file] for file in sorted(found)}


def check(root: str | Path, manifest: Manifest, *, unlisted: Collection[str] = ()) -> list[tuple[str, str]]:
    """What is not as a manifest has it: ``changed``, ``missing`` or ``extra``, and the path, in order of paths.

    Extra are files beside those that the manifest names, in the same folders and not hidden.

    Parameters
    ----------
    root : the folder that the manifest is about.
    unlisted : paths that may be there though the manifest doesn't name them.
    """
    root = Path(root)
    found: dict[str, str] = {}
    for path, expected in manifest.items():
        file = root / path
        if not file.is_file():
            found[path] = "missing"
        elif not _is_as(expected, file):
            found[path] = "changed"
    for folder in {(root / path).parent for path in manifest}:
        for file in folder.glob("[!.]*") if folder.is_dir() else ():
            path = file.relative_to(root).as_posix()
            if file.is_file() and path not in manifest and path not in unlisted:
                found[path] = "extra"
    return [(found[path], path) for path in sorted(found)]


def compare(ours: Manifest, theirs: Manifest) -> list[tuple[str, str]]:
    """Where two manifests part: ``differs``, ``only here`` or ``only there``, and the path, in order of paths."""
    found = dict.fromkeys(ours.keys() - theirs.keys(), "only here")
    found |= dict.fromkeys(theirs.keys() - ours.keys(), "only there")
    found |= {path: "differs" for path in ours.keys() & theirs.keys() if not ours[path].agree(theirs[path])}
    return [(found[path], path) for path in sorted(found)]


def _digests(file: Path) -> Digests:
    return Digests(_sha256(file), rows_digest(file) if file.suffix == ".parquet" else None)


def _is_as(expected: Digests, file: Path) -> bool:
    if expected.bytes:
        return expected.bytes == _sha256(file)
    try:
        return expected.rows == rows_digest(file)
    except StoreError:
        return False


def _sha256(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _is_within(path: str) -> bool:
    """Whether a path leads to a file of the folder, spelt in the one way in which it is written."""
    pure = PurePosixPath(path)
    return not pure.is_absolute() and ".." not in pure.parts and str(pure) == path != "."
