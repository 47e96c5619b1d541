"""Files of a folder that are players of a class league, and reasons why the others are none."""

import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tttcore.classroom.entrant import short_line
from tttcore.classroom.files import SUFFIXES
from tttcore.pipeline.files import LARGEST

OWN = "player.py"
"""The player's file in a folder of its own, in which there may be others."""
ALLOWED = f"files that end in {', '.join(SUFFIXES)}, or a folder for each player with {OWN} or one such file"
IGNORED = {"__pycache__", "__MACOSX"}
"""Folders that programs make and nobody takes for players; hidden files and folders are ignored as well."""


@dataclass(frozen=True)
class Skipped:
    """File that isn't entered, and the reason."""

    file: str
    reason: str


def players_in(folder: Path) -> tuple[dict[str, Path], list[Skipped]]:
    """Files of players by name, and what is no player, both in the order of file names.

    A player is named after its file or, if it has a folder of its own, after that. Of two of one name the first is
    taken, in the order of `SUFFIXES`; capital letters make no other name.
    """
    found: dict[str, Path] = {}
    skipped: list[Skipped] = []
    names: dict[str, Path] = {}
    for path in sorted(_visible(folder), key=_order):
        name, file = short_line(_name(path)), path
        try:
            if path.name.startswith("_"):
                raise ValueError("its name begins with _, as those of helpers do")
            if path.is_dir():
                file = _only_player(path)
            _check(file)
            other = names.setdefault(name.casefold(), path)
            if other is not path:
                raise ValueError(f"{short_line(other.name)} has the same name and is taken; allowed: one of a name")
            found[name] = file
        except (ValueError, OSError) as error:
            skipped.append(Skipped(short_line(path.name), short_line(getattr(error, "strerror", None) or str(error))))
    return found, skipped


def _visible(folder: Path) -> Iterator[Path]:
    return (path for path in folder.iterdir() if not path.name.startswith(".") and path.name not in IGNORED)


def _name(path: Path) -> str:
    return path.name if path.is_dir() else path.stem


def _order(path: Path) -> tuple[str, int, str]:
    kinds = [*SUFFIXES, path.name.removeprefix(_name(path)).lower()]
    return _name(path).casefold(), kinds.index(kinds[-1]), path.name


def _only_player(folder: Path) -> Path:
    """File of the player that a folder is for."""
    if (own := folder / OWN).exists():
        return own
    files = sorted(path for path in _visible(folder) if path.suffix.lower() in SUFFIXES and path.name[0] != "_")
    if len(files) == 1:
        return files[0]
    told = f"with {', '.join(path.name for path in files)}" if files else "without a player"
    raise ValueError(f"a folder {told}; allowed: {OWN} in it, or one file that ends in {', '.join(SUFFIXES)}")


def _check(path: Path) -> None:
    """Raise ValueError or OSError for a file that can't be a player."""
    suffix = path.suffix.lower()
    if suffix == ".ipynb":
        raise ValueError("a notebook; allowed: a function `move` in a file that ends in .py")
    if suffix not in SUFFIXES:
        raise ValueError(f"no kind of player; allowed: {', '.join(SUFFIXES)}")
    found = path.stat()
    if not stat.S_ISREG(found.st_mode):
        raise ValueError("not a regular file")
    if found.st_size > LARGEST:
        raise ValueError(f"{found.st_size:,} bytes; allowed: up to {LARGEST:,}")
