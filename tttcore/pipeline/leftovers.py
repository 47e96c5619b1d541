"""Files that a manifest of before names and the new one doesn't, as a figure that was taken out leaves them.

They are listed in a file of the form of a manifest, so that they can be removed as long as they are as they were made.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tttcore.pipeline.manifest import Digests, Manifest, is_as_listed, read_manifest, write_manifest

LEFTOVERS = "LEFTOVERS.sha256"
"""File of the leftovers, in the folder of results; there if there are any."""


def read_leftovers(root: str | Path) -> Manifest:
    """Digests of the leftovers of a folder, by path; ValueError for a broken list."""
    file = Path(root) / LEFTOVERS
    return read_manifest(file) if file.exists() else {}


def renew_manifest(file: str | Path, now: Manifest) -> None:
    """Write a manifest in place of the one of before, and list what is left over beside it.

    Left over is what the one of before, or the list of leftovers, names and the new one doesn't, as long as it is there
    as it was made. A manifest or list that can't be read names nothing.
    """
    file = Path(file)
    root = file.parent
    known: dict[str, Digests] = {}
    for earlier in (root / LEFTOVERS, file):
        with suppress(ValueError):
            known |= read_manifest(earlier)
    write_manifest(file, now)
    left = {path: known[path] for path in sorted(known.keys() - now.keys()) if is_as_listed(known[path], root / path)}
    if left:
        write_manifest(root / LEFTOVERS, left)
    else:
        (root / LEFTOVERS).unlink(missing_ok=True)


def remove_leftovers(root: str | Path) -> Iterator[tuple[str, bool]]:
    """Remove the leftovers that are as they were made, with the folders that this empties, and their list.

    Yields
    ------
    Path of each leftover, and True if it was removed, False if it is gone already or was changed.
    """
    root = Path(root)
    for path, digests in read_leftovers(root).items():
        ours = is_as_listed(digests, root / path)
        if ours:
            (root / path).unlink()
            _remove_empty_folders(root, (root / path).parent)
        yield path, ours
    (root / LEFTOVERS).unlink(missing_ok=True)


def _remove_empty_folders(root: Path, folder: Path) -> None:
    while folder != root and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
