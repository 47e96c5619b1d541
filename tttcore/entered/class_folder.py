"""Enter all players of a folder, side by side; one that is broken is told and doesn't stop the others."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from tttcore.entered.entrant import Entrant, printable
from tttcore.entered.files import COMMAND, PYTHON, SUFFIXES, enter_file, players_in
from tttcore.entered.limits import Limits


@dataclass(frozen=True)
class Broken:
    """File whose player can't be entered, and the reason."""

    file: str
    reason: str


def enter_folder(folder: Path, limits: Limits, *, count_from: int = 1) -> tuple[list[Entrant], list[Broken]]:
    """Enter the players of a folder in the order of their names, each with both seats or those that its file tells.

    Parameters
    ----------
    limits : ``all_seconds`` is the time for all players together; each that computes has the same part of it, and
        starts within that.

    Raises
    ------
    ValueError
        If the folder holds no players, or two of one name.
    """
    files = [*players_in(folder)]
    if not files:
        raise ValueError(f"{folder}: no players; allowed: files that end in {', '.join(SUFFIXES)}")
    _check_names(folder, files)
    together = os.cpu_count() or 1
    computing = sum(file.suffix.lower() in (PYTHON, COMMAND) for file in files)
    part = limits.all_seconds * min(together, computing) / max(computing, 1)
    own = replace(limits, all_seconds=part, start_seconds=min(limits.start_seconds, part))

    def entered(file: Path) -> Entrant | Broken:
        try:
            return enter_file(file, own, count_from=count_from)
        except (ValueError, OSError) as error:
            return Broken(printable(file.name), printable(str(error).removeprefix(str(file)).lstrip(":, ")))

    with ThreadPoolExecutor(together) as pool:
        found = [*pool.map(entered, files)]
    return [one for one in found if isinstance(one, Entrant)], [one for one in found if isinstance(one, Broken)]


def _check_names(folder: Path, files: Sequence[Path]) -> None:
    """Refuse two players of one name; capital letters make no other name."""
    seen: dict[str, Path] = {}
    for file in files:
        other = seen.setdefault(printable(file.stem).casefold(), file)
        if other is not file:
            told = " and ".join(printable(each.name) for each in (other, file))
            raise ValueError(
                f"{folder}: two players are called {printable(file.stem)!r}: {told}; allowed: one of a name"
            )
