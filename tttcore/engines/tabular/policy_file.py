"""Policy files: save and load a trained pair, to play against it and to train it further.

A file is a table of values with metadata: the game, the parameters of learning, and the state of chance. Equal pairs
make equal bytes. Source: mrugala2020, section 2.1, which keeps a file for each player.
"""

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.engines.tabular.boards import boards
from tttcore.engines.tabular.learner import Learner, Snapshot
from tttcore.engines.tabular.recipe import Recipe
from tttcore.engines.tabular.schemas import POLICY
from tttcore.pipeline.store import StoreError, provenance_of, read, write

FORMAT = 1

_STUDY_ONLY = ("games", "curve", "evaluation", "draws")
"""Keys of a recipe that concern a study's runs and the counting of results, not learning."""
_COUNTS = ("games", "state", "limits", "collisions")
"""Fields of a snapshot that are numbers, kept as metadata."""


def save(path: str | Path, learner: Learner, *, session: Mapping[str, Any] | None = None) -> None:
    """Write a trained pair, not audited, to a file, whole or not at all, with the progress of an unfinished session."""
    snapshot = learner.snapshot()
    assert snapshot.check is None, "audited learners aren't saved"
    metadata = {"format": FORMAT, "recipe": recipe_record(learner.recipe), "salt": learner.salt}
    metadata |= {name: getattr(snapshot, name) for name in _COUNTS}
    if session is not None:
        metadata["session"] = session
    table = pd.DataFrame({name: getattr(snapshot, name) for name in POLICY.names})
    write(path, table, schema=POLICY, provenance=metadata)


def load(path: str | Path, recipe: Recipe) -> Learner:
    """Load a trained pair that goes on by `recipe`, whose game must be the same; how it learns may differ.

    Raises
    ------
    StoreError
        For a file that is missing, damaged, no policy, or that of another game.
    """
    table, metadata = read(path, schema=POLICY), read_metadata(path)
    if differs := first_difference(_game(metadata["recipe"]), _game(recipe_record(recipe))):
        raise StoreError(f"{path}: of another game: {differs}")
    player, key, value = (table[name].to_numpy() for name in POLICY.names)
    counts = {name: metadata[name] for name in _COUNTS}
    return Learner.resumed(recipe, Snapshot(player, key, value, check=None, **counts), salt=metadata["salt"])


def read_metadata(path: str | Path) -> dict[str, Any]:
    """Metadata of a policy file; StoreError if it isn't one of this format."""
    metadata = provenance_of(path)
    if metadata.get("format") != FORMAT:
        found = metadata.get("format", "not given")
        raise StoreError(f"{path}: not a policy of format {FORMAT}: its format is {found}")
    return metadata


def recipe_record(recipe: Recipe) -> dict[str, Any]:
    """Parameters of game and learning, by the names of a configuration."""
    parts = {name: value for name, value in asdict(recipe).items() if name not in _STUDY_ONLY}
    (board,) = (name for name in boards.names() if boards[name] is type(recipe.board))
    return parts | {"board": {"name": board, **parts["board"]}}


def first_difference(kept: Mapping[str, Any], asked: Mapping[str, Any]) -> str | None:
    """First key whose kept value differs from the requested one, with both values; None if there is none."""
    known = _flat(kept)
    for key, value in _flat(asked).items():
        if known.get(key) != value:
            return f"{key} is {known.get(key)}, asked for {value}"
    return None


def _game(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of a recipe that define the game and its keys."""
    return {key: kept[key] for key in ("board", "need", "key")}


def _flat(parts: Mapping[str, Any], place: str = "") -> dict[str, Any]:
    """Values of nested mappings by dotted keys such as ``board.size``."""
    flat: dict[str, Any] = {}
    for key, value in parts.items():
        flat |= _flat(value, f"{place}{key}.") if isinstance(value, Mapping) else {f"{place}{key}": value}
    return flat
