"""Remove the folder of a player, whatever the player has put into it."""

from contextlib import suppress
from pathlib import Path
from secrets import token_hex


def remove(folder: Path) -> None:
    """Remove a folder with all that it holds, at any depth, or as much as can be removed; nothing is raised.

    What lies deeper is moved up first, since the paths of deep folders are longer than the system takes. Links are
    removed, not what they lead to; one that has taken the folder's place is left.
    """
    with suppress(OSError):
        while inside := _inside(folder):
            for path in inside:
                if path.is_symlink() or not path.is_dir():
                    path.unlink()
                    continue
                for deeper in _inside(path):
                    deeper.rename(folder / token_hex(16))
                path.rmdir()
        folder.rmdir()


def _inside(folder: Path) -> list[Path]:
    """Contents of a folder, which may forbid to look; none of a link."""
    if folder.is_symlink():
        return []
    folder.chmod(0o700)
    return [*folder.iterdir()]
