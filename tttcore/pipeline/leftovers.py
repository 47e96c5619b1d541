"""Files that were made once and are no longer, as a figure that was taken out leaves them.

Beside the manifest a hidden file of the same form lists all that was ever made and may still be there. What it names
and the manifest doesn't is left over, and can be removed as long as it is as it was made.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tttcore.pipeline.manifest import Digests, Manifest, is_as_listed, read_manifest, write_manifest

_EVER_MADE = ".made.sha256"
"""List of all that was made, in the folder of results."""


def renew_manifest(file: str | Path, now: Manifest) -> None:
    """Write a manifest, and add to the list of all that was made; what is gone or was changed leaves that list."""
    file = Path(file)
    made, root = _ever_made(file.parent), file.parent
    left = {path: made[path] for path in made.keys() - now.keys() if is_as_listed(made[path], root / path)}
    write_manifest(file, now)
    write_manifest(root / _EVER_MADE, {**left, **now})


def leftovers(root: str | Path, manifest: Manifest) -> dict[str, Digests]:
    """Digests of the files that were made, are there and are not in the manifest, by path in order."""
    root, made = Path(root), _ever_made(root)
    return {path: made[path] for path in sorted(made.keys() - manifest.keys()) if (root / path).is_file()}


def remove_leftovers(root: str | Path, manifest: Manifest) -> Iterator[tuple[str, bool]]:
    """Remove the leftovers that are as they were made, with the folders that this empties.

    Yields
    ------
    Path of each leftover, and True if it was removed, False if it was changed.
    """
    root = Path(root)
    for path, digests in leftovers(root, manifest).items():
        ours = is_as_listed(digests, root / path)
        if ours:
            (root / path).unlink()
            _remove_empty_folders(root, (root / path).parent)
        yield path, ours


def _ever_made(root: Path) -> dict[str, Digests]:
    """Digests of all that was made, by path; none if the list can't be read."""
    with suppress(ValueError):
        return read_manifest(root / _EVER_MADE)
    return {}


def _remove_empty_folders(root: Path, folder: Path) -> None:
    while folder != root and not any(folder.iterdir()):
        folder.rmdir()
        folder = folder.parent
