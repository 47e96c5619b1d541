"""Learners whose training was somewhere else: stored players of some seeds after some numbers of games."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.classroom.files import enter_file
from tttcore.engines.learning import LEARNING, judged
from tttcore.games.position import SEATS
from tttcore.pipeline.messages import ConfigError
from tttcore.players.policy import game
from tttcore.processes.limits import Limits

ALLOWED = "a folder for each seed, with files named after numbers of games, such as 1/500.csv"


def checkpoint_table(folder: Path, treatment: str) -> pd.DataFrame:
    """Table `engines.learning.LEARNING` of the players in ``folder/SEED/GAMES.*``, seeds in alphabetical order.

    Raises
    ------
    ConfigError
        For a folder that holds something else, or a file that is no player; one line names it.
    """
    rows: list[dict[str, Any]] = []
    for number, seed in enumerate(_visible(folder)):
        for games, file in _by_games(seed):
            try:
                player = enter_file(file, Limits())
            except ValueError as error:
                raise ConfigError(str(error)) from None
            for seat in player.seats:
                found = judged(game(dead=False), player.policy, seat, game(dead=False).opponents, player.forfeits)
                identity = {"treatment": treatment, "replicate": number, "seat": SEATS[seat]}
                rows.append(identity | {"games": games, "in_seat": games, "organisms": 1} | found)
    if not rows:
        raise ConfigError(f"{folder}: no checkpoints; allowed: {ALLOWED}")
    return pd.DataFrame(rows, columns=LEARNING.names)


def _visible(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if not path.name.startswith("."))


def _by_games(seed: Path) -> Iterator[tuple[int, Path]]:
    """Numbers of games and files of a seed's folder, ascending."""
    if not seed.is_dir():
        raise ConfigError(f"{seed}: is no folder; allowed: {ALLOWED}")
    files = _visible(seed)
    if wrong := next((file for file in files if not file.stem.isdecimal()), None):
        raise ConfigError(f"{wrong}: is not named after a number of games; allowed: {ALLOWED}")
    yield from sorted((int(file.stem), file) for file in files)
