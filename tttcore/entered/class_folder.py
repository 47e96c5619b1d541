"""Enter all players of a folder, side by side; one that is broken is told and doesn't stop the others."""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from tttcore.entered.entrant import Entrant, printable
from tttcore.entered.files import COMMAND, PYTHON, SUFFIXES, enter_file, players_in
from tttcore.entered.limits import Clock, Limits

MORE = 2
"""Times as much as before that late players must have, to be asked anew."""


@dataclass(frozen=True)
class Broken:
    """File whose player can't be entered, and the reason."""

    file: str
    reason: str


def enter_folder(folder: Path, limits: Limits, *, count_from: int = 1) -> tuple[list[Entrant], list[Broken]]:
    """Enter the players of a folder in the order of their names, each with both seats or those that its file tells.

    Parameters
    ----------
    limits : ``all_seconds`` is the time for all players together. Each that computes has the same part of it, and for
        a move or to start no more. What is left goes in equal parts to those that were late, who are asked anew, if
        that is `MORE` times as much.

    Raises
    ------
    ValueError
        If the folder holds no players, or two of one name.
    """
    files = [*players_in(folder)]
    if not files:
        raise ValueError(f"{folder}: no players; allowed: files that end in {', '.join(SUFFIXES)}")
    _check_names(folder, files)
    clock, together = Clock(limits.all_seconds), os.cpu_count() or 1
    computing = [file for file in files if file.suffix.lower() in (PYTHON, COMMAND)]
    found = _entered(files, _part(limits, clock.seconds, len(computing), together), together, count_from)
    late = [file for file in computing if isinstance(one := found[file], Entrant) and one.unasked]
    more = _part(limits, clock.left, len(late), together)
    if late and more.all_seconds > MORE * limits.all_seconds * together / len(computing):
        found |= _entered(late, more, together, count_from)
    return (
        [one for one in found.values() if isinstance(one, Entrant)],
        [one for one in found.values() if isinstance(one, Broken)],
    )


def _part(limits: Limits, seconds: float, players: int, together: int) -> Limits:
    """Limits of each of some players that have so many seconds together."""
    part = seconds * min(together, max(players, 1)) / max(players, 1)
    times = {name: min(getattr(limits, name), part) for name in ("seconds", "start_seconds")}
    return replace(limits, all_seconds=part, **times)


def _entered(files: Sequence[Path], limits: Limits, together: int, count_from: int) -> dict[Path, Entrant | Broken]:
    def entered(file: Path) -> Entrant | Broken:
        try:
            return enter_file(file, limits, count_from=count_from)
        except (ValueError, OSError) as error:
            return Broken(printable(file.name), printable(str(error).removeprefix(str(file)).lstrip(":, ")))

    with ThreadPoolExecutor(together) as pool:
        return dict(zip(files, pool.map(entered, files), strict=True))


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
