"""Manifests: the digests of all files of a folder, written, read, and compared with files and other manifests.

A line is a SHA-256, two spaces and a path, as ``sha256sum --check`` reads it. For a Parquet file a second line, which
``sha256sum`` takes for a comment, holds ``# rows``, the digest of its rows alone (`rows_digest`) and the path. The
bytes of a Parquet file change with every edit of the code that made it, since its provenance names that code; its rows
don't.
"""

import hashlib
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from tttcore.pipeline.files import atomic, is_special
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.store import REFUSALS, StoreError, open_table, unreadable

_LINE = re.compile(r"(?P<rows># rows )?(?P<digest>[0-9a-f]{64})  (?P<path>.+)")
_OUTSIDE_OR_ODD = re.compile(r"(?:^|/)\.{0,2}(?:/|\Z)")
"""Part of a path that is empty, as before the slash of an absolute one, or of dots alone."""
_ALLOWED = "64 hexadecimal digits in lower case, two spaces and a path within the folder, or '# rows ' and the same"

LEFT_OVER = "left over"
ROWS = 10_000
"""Rows held in memory at once."""


@dataclass(frozen=True, slots=True)
class Digests:
    """Digests of one file: of all its bytes, and of its rows if it is a table; at least one is given."""

    bytes: str | None = None
    rows: str | None = None

    def agree(self, other: "Digests") -> bool:
        """True if two files have the same content: equal rows if both digests are known, else equal bytes."""
        if self.rows and other.rows:
            return self.rows == other.rows
        return self.bytes is not None and self.bytes == other.bytes


_UNKNOWN = Digests()

Manifest = Mapping[str, Digests]
"""Digests of files by path relative to the folder, in the order of paths."""


def digests(paths: Iterable[str | Path], *, root: str | Path) -> dict[str, Digests]:
    """Digests of files, and of all files in folders except hidden ones, by path relative to `root`, in order."""
    return {path: _digests(file) for path, file in visible_files(paths, root=root).items()}


def visible_files(paths: Iterable[str | Path], *, root: str | Path) -> dict[str, Path]:
    """Files among paths, and all files in folders except hidden ones, by path relative to `root`, in order."""
    found = {Path(path) for path in paths}
    files = {file for path in found for file in (path.rglob("[!.]*") if path.is_dir() else [path]) if file.is_file()}
    named = {file.relative_to(root).as_posix(): file for file in files}
    return {path: named[path] for path in sorted(named)}


def sha256(file: Path) -> str:
    """SHA-256 of a file as hexadecimal digits."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def write_manifest(path: str | Path, manifest: Manifest, *, note: str = "") -> None:
    """Write a manifest atomically, below the lines of `note` as comments."""
    lines = [f"# {line}" for line in note.splitlines()]
    for file, each in manifest.items():
        lines += [f"{each.bytes}  {file}"] if each.bytes else []
        lines += [f"# rows {each.rows}  {file}"] if each.rows else []
    with atomic(path) as partial:
        partial.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_manifest(path: str | Path) -> dict[str, Digests]:
    """Read a manifest.

    Raises
    ------
    ConfigError
        If it is missing or names no file, or for an invalid or duplicate line; names the line and what is allowed.
    """
    path = Path(path)
    if is_special(path):
        raise ConfigError(f"{path}: not a regular file")
    try:
        lines = path.read_bytes().decode().splitlines()
    except (FileNotFoundError, NotADirectoryError):
        raise ConfigError(f"{path}: no such file; it is written when all results are made") from None
    except UnicodeDecodeError as error:
        before = error.object[: error.start].count(b"\n")
        raise ConfigError(f"{path}: line {before + 1}: not UTF-8; allowed: {_ALLOWED}") from None
    found: dict[str, Digests] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") and not line.startswith("# rows"):
            continue
        match = _LINE.fullmatch(line)
        if match is None or not _is_within(match["path"]):
            raise ConfigError(f"{path}: line {number}: {line[:100]!r}; allowed: {_ALLOWED}")
        rows, digest, file = match.groups()
        known = found.get(file, _UNKNOWN)
        if known.rows if rows else known.bytes:
            raise ConfigError(f"{path}: line {number}: {file} stands there twice; allowed: once")
        found[file] = Digests(known.bytes, digest) if rows else Digests(digest, known.rows)
    if not found:
        raise ConfigError(f"{path}: names no file; delete it and run again")
    return {file: found[file] for file in sorted(found)}


def check(root: str | Path, manifest: Manifest, *, unlisted: Collection[str] = ()) -> list[tuple[str, str]]:
    """Compare a folder with its manifest.

    Parameters
    ----------
    root : folder that the manifest describes.
    unlisted : paths that may exist though the manifest doesn't name them.

    Returns
    -------
    Pairs of a difference and a path, in order of paths: ``changed``, ``missing``, or ``left over`` for visible files
    that are not in the manifest but in a folder of one that is.
    """
    unlisted = frozenset(unlisted)
    present = {path for folder in {_folder(path) for path in manifest} for path in _files(Path(root), folder)}
    found = dict.fromkeys(manifest.keys() - present, "missing")
    for path in present:
        if path in manifest:
            if not is_as_listed(manifest[path], Path(root, path)):
                found[path] = "changed"
        elif path not in unlisted and not path.removeprefix(_folder(path)).startswith("."):
            found[path] = LEFT_OVER
    return [(found[path], path) for path in sorted(found)]


def is_as_listed(expected: Digests, file: Path) -> bool:
    """True if a file is there with the digest of a manifest: of its bytes if known, else of its rows."""
    if not file.is_file():
        return False
    if expected.bytes:
        return expected.bytes == sha256(file)
    try:
        return expected.rows == rows_digest(file)
    except StoreError:
        return False


def compare(ours: Manifest, theirs: Manifest) -> list[tuple[str, str]]:
    """Differences of two manifests in order of paths: ``differs``, ``only here`` or ``only there``, and the path."""
    found = dict.fromkeys(ours.keys() - theirs.keys(), "only here")
    found |= dict.fromkeys(theirs.keys() - ours.keys(), "only there")
    found |= {path: "differs" for path in ours.keys() & theirs.keys() if not ours[path].agree(theirs[path])}
    return [(found[path], path) for path in sorted(found)]


def _digests(file: Path) -> Digests:
    return Digests(sha256(file), rows_digest(file) if file.suffix == ".parquet" else None)


def _folder(path: str) -> str:
    """Folder of a path with its final slash; empty if the path has none."""
    return path[: path.rfind("/") + 1]


def _files(root: Path, folder: str) -> Iterator[str]:
    """Paths from `root` of the regular files in a folder, none if there is no such folder."""
    try:
        entries = os.scandir(root / folder)
    except (FileNotFoundError, NotADirectoryError):
        return
    with entries:
        yield from (folder + entry.name for entry in entries if os.path.isfile(entry))


def _is_within(path: str) -> bool:
    """True if a path is relative, stays inside the folder and is in normal form."""
    return _OUTSIDE_OR_ODD.search(path) is None


def rows_digest(path: str | Path) -> str:
    """SHA-256 of a Parquet file's columns and rows, regardless of provenance, compression and layout.

    Each column is split into streams of bytes: missing values, lengths of texts and lists, text, and numbers in
    little-endian order with a single NaN. The digest is that of a line ``number name kind digest`` per stream. Rows are
    read in batches.

    Raises
    ------
    StoreError
        If the file is missing or damaged, or a column's type is unsupported.
    """
    file = open_table(path)
    streams = _Streams()
    names = [f"{number} {name}" for number, name in enumerate(file.schema_arrow.names, start=1)]
    for name, field in zip(names, file.schema_arrow, strict=True):
        try:
            streams.add(name, pa.array([], field.type))
        except TypeError as error:
            raise StoreError(f"{path}: column {name}: {error}") from None
    try:
        for batch in file.iter_batches(ROWS):
            for name, values in zip(names, batch.columns, strict=True):
                streams.add(name, values)
    except REFUSALS as error:
        raise unreadable(path, error) from None
    return streams.digest()


class _Streams:
    """Running digests of streams of bytes, in the order of their first appearance."""

    def __init__(self) -> None:
        self._found: dict[str, Any] = {}

    def digest(self) -> str:
        """Digest of all streams."""
        lines = (f"{stream} {found.hexdigest()}\n" for stream, found in self._found.items())
        return hashlib.sha256("".join(lines).encode()).hexdigest()

    def add(self, name: str, values: pa.Array) -> None:
        """Add further values of a column."""
        self._update(f"{name} missing", _little_endian(values.is_null().to_numpy(zero_copy_only=False)))
        present, kind = values.drop_null(), values.type
        if pa.types.is_list(kind) or pa.types.is_large_list(kind):
            self._update(f"{name} lengths", _lengths(pc.list_value_length(present)))
            self.add(f"{name} items", present.flatten())
        elif pa.types.is_string(kind) or pa.types.is_large_string(kind):
            self._update(f"{name} lengths", _lengths(pc.binary_length(present)))
            self._update(f"{name} text", _joined(present))
        elif pa.types.is_boolean(kind) or pa.types.is_integer(kind) or pa.types.is_floating(kind):
            numbers = present.to_numpy(zero_copy_only=False)
            if pa.types.is_floating(kind):
                numbers = np.where(np.isnan(numbers), numbers.dtype.type(np.nan), numbers)
            self._update(f"{name} {numbers.dtype.name}", _little_endian(numbers))
        elif not pa.types.is_null(kind):
            raise TypeError(f"{kind} has no digest; known: lists, texts, numbers, truth values")

    def _update(self, stream: str, content: Any) -> None:
        self._found.setdefault(stream, hashlib.sha256()).update(content)


def _joined(texts: pa.Array) -> Any:
    """Bytes of all texts concatenated, as UTF-8."""
    texts = texts.cast(pa.large_string())
    _, ends, letters = texts.buffers()
    if letters is None:
        return b""
    ends = np.frombuffer(ends, np.int64)[texts.offset : texts.offset + len(texts) + 1]
    return letters[ends[0] : ends[-1]]


def _lengths(lengths: pa.Array) -> Any:
    return _little_endian(lengths.to_numpy(zero_copy_only=False).astype(np.int64))


def _little_endian(numbers: np.ndarray) -> Any:
    return np.ascontiguousarray(numbers, numbers.dtype.newbyteorder("<")).tobytes()
