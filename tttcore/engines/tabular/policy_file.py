"""Both players' policies as a file: all that learners know, so that they can be played against and trained further.

A table of estimates with the rest beside it: what game they are of, how they were learnt, and where chance goes on.
The same learners make the same bytes. Source: mrugala2020, section 2.1, which keeps two files.
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

_OF_STUDIES = ("games", "curve", "evaluation", "draws")
"""What a recipe says of a study's runs and the counting of their results, and not of learning."""


def save(path: str | Path, learner: Learner, *, session: Mapping[str, Any] | None = None) -> None:
    """Write what learners know, whole or not at all.

    Parameters
    ----------
    learner : not audited.
    session : what to keep of a session that isn't over.
    """
    snapshot = learner.snapshot()
    assert snapshot.check is None, "audited learners aren't saved"
    provenance = {
        "format": FORMAT,
        "recipe": recorded(learner.recipe),
        "salt": learner.salt,
        "games": snapshot.games,
        "state": snapshot.state,
        "limits": snapshot.limits,
        "collisions": snapshot.collisions,
    }
    kept = provenance if session is None else provenance | {"session": session}
    table = pd.DataFrame({"player": snapshot.player, "key": snapshot.key, "value": snapshot.value})
    write(path, table, schema=POLICY, provenance=kept)


def load(path: str | Path, recipe: Recipe) -> Learner:
    """Learners as they were saved, who go on as `recipe` says; how they learn may be another way than before.

    Raises
    ------
    StoreError
        For a file that is missing, damaged, no policy, or that of another game.
    """
    table, kept = read(path, schema=POLICY), about(path)
    if differs := difference(_game(kept["recipe"]), _game(recorded(recipe))):
        raise StoreError(f"{path}: of another game: {differs}")
    snapshot = Snapshot(
        player=table["player"].to_numpy(),
        key=table["key"].to_numpy(),
        value=table["value"].to_numpy(),
        check=None,
        games=kept["games"],
        state=kept["state"],
        limits=tuple(kept["limits"]),
        collisions=kept["collisions"],
    )
    return Learner.resumed(recipe, snapshot, salt=kept["salt"])


def about(path: str | Path) -> dict[str, Any]:
    """What a policy's file says beside its estimates; StoreError if it is none of ours."""
    kept = provenance_of(path)
    if kept.get("format") != FORMAT:
        raise StoreError(f"{path}: not a policy of format {FORMAT}: its format is {kept.get('format', 'not given')}")
    return kept


def recorded(recipe: Recipe) -> dict[str, Any]:
    """What is kept of a recipe: the game and how it is learnt, by names as in a configuration."""
    parts = {name: value for name, value in asdict(recipe).items() if name not in _OF_STUDIES}
    (board,) = (name for name in boards.names() if boards[name] is type(recipe.board))
    return parts | {"board": {"name": board, **parts["board"]}}


def difference(kept: Mapping[str, Any], asked: Mapping[str, Any]) -> str | None:
    """The first thing in which what was kept differs from what is asked for, part by part; None if there is none."""
    known = _flat(kept)
    for key, value in _flat(asked).items():
        if known.get(key) != value:
            return f"{key} is {known.get(key)}, asked for {value}"
    return None


def _game(kept: Mapping[str, Any]) -> dict[str, Any]:
    """What estimates are of."""
    return {key: kept[key] for key in ("board", "need", "key")}


def _flat(parts: Mapping[str, Any], place: str = "") -> dict[str, Any]:
    """Values by keys such as ``board.size``."""
    flat: dict[str, Any] = {}
    for key, value in parts.items():
        flat |= _flat(value, f"{place}{key}.") if isinstance(value, Mapping) else {f"{place}{key}": value}
    return flat
