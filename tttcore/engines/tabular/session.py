"""Interruptible training sessions with checkpoints, and the policy files that they start from and end in.

A policy file is a table of values with metadata: the game, the parameters of learning, and the random state. Equal
pairs make equal bytes.

A session starts from the saved policy and ends with saving it. A checkpoint beside the file is renewed from time to
time; the same session, requested again, goes on from there and ends in the same bytes as without interruption, whenever
it was killed. Of two sessions at once the policy of the last to end is kept. Source: mrugala2020, section 2.1, which
keeps a file for each player.
"""

import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

import numpy as np
import pandas as pd
from pydantic import Field

from tttcore.engines.tabular.learner import Learner, Snapshot, Tally
from tttcore.engines.tabular.recipe import AS_DESCRIBED, Recipe, boards, build_recipe
from tttcore.engines.tabular.schemas import POLICY
from tttcore.pipeline.declaration import ALLOWED, Between, build, declared
from tttcore.pipeline.rng import Words
from tttcore.pipeline.store import StoreError, provenance_of, read, write

CHECKPOINT_SECONDS = 30.0
"""Time between checkpoints."""
SLICE_SECONDS = 0.1
"""Approximate time between reports of progress, at which training can be stopped."""
FORMAT = 1

_STUDY_ONLY = ("games", "curve", "evaluation", "draws")
"""Keys of a recipe that concern a study's runs and the counting of results, not learning."""
_COUNTS = ("games", "state", "collisions")
"""Fields of a snapshot that are numbers, kept as metadata."""


_Count = Annotated[int, Between(0, 2**63 - 1)]
_Word = Annotated[int, Between(0, 2**64 - 1)]
_FIVE = Field(min_length=5, max_length=5, json_schema_extra={ALLOWED: "five whole numbers"})


@declared
@dataclass(frozen=True)
class _Progress:
    """Progress of a pair's training, see `_progress`."""

    games: _Count
    state: _Word


@declared
@dataclass(frozen=True)
class _Session:
    """Unfinished session: its games, the pair at its beginning, and results so far, see `Tally`."""

    games: _Count
    start: _Progress
    tally: Annotated[list[_Count], _FIVE]


@declared
@dataclass(frozen=True)
class _Metadata:
    """Metadata of a policy file; only checkpoints have a session."""

    format: Literal[1]
    recipe: dict[str, Any]
    salt: _Word
    games: _Count
    state: _Word
    collisions: _Count
    session: _Session | None = None


def save(path: str | Path, learner: Learner, *, session: Mapping[str, Any] | None = None) -> None:
    """Write a trained pair that counts no collisions to a file, whole or not at all, with a session's progress."""
    snapshot = learner.snapshot()
    assert snapshot.check is None, "learners that count collisions aren't saved"
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
    _check_estimates(path, table)
    if differs := first_difference(_game(metadata["recipe"]), _game(recipe_record(recipe))):
        raise StoreError(f"{path}: of another game: {differs}")
    player, key, value = (table[name].to_numpy() for name in POLICY.names)
    counts = {name: metadata[name] for name in _COUNTS}
    return Learner.resumed(recipe, Snapshot(player, key, value, check=None, **counts), salt=metadata["salt"])


def read_metadata(path: str | Path) -> dict[str, Any]:
    """Metadata of a policy file; StoreError if it isn't one of this format, or a value is missing or not allowed."""
    metadata = provenance_of(path)
    if metadata.get("format") != FORMAT:
        found = metadata.get("format", "not given")
        raise StoreError(f"{path}: not a policy of format {FORMAT}: its format is {found}")
    try:
        held = build(_Metadata, metadata, "")
        build_recipe({name: AS_DESCRIBED[name] for name in _STUDY_ONLY} | held.recipe, "recipe")
    except ValueError as error:
        raise StoreError(f"{path}: {error}") from None
    return metadata


def _check_estimates(path: str | Path, table: pd.DataFrame) -> None:
    """StoreError for the first estimate that no pair of players has."""
    player, key, value = (table[name] for name in POLICY.names)
    for column, fits, allowed in (
        (key, ~key.duplicated(), "each once"),
        (player, player == key.to_numpy() % np.uint64(2) + 1, "1 for an even key, 2 for an odd one"),
        (value, value.between(0, 1), "0 to 1"),
    ):
        if not fits.all():
            row = int(np.argmin(fits))
            raise StoreError(f"{path}: {column.name} {column.iloc[row]} in row {row + 1}; allowed: {allowed}")


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


def load_or_create(path: Path, recipe: Recipe, state: Words) -> Learner:
    """Trained pair from the file at `path`; if there is none, an untrained one whose random state is `state`."""
    return load(path, recipe) if path.exists() else Learner(recipe, state)


def games_before(path: Path, learner: Learner) -> int:
    """Number of games that the saved pair had played before the session to start or resume.

    If a session was killed after saving its policy, which is `learner` then, that session goes on.
    """
    checkpoint = checkpoint_of(path)
    if checkpoint.exists():
        metadata = read_metadata(checkpoint)
        if "session" in metadata and {key: metadata[key] for key in _progress(learner)} == _progress(learner):
            return int(metadata["session"]["start"]["games"])
    return learner.games


def checkpoint_of(path: Path) -> Path:
    """Path of the checkpoint of a session that ends in a policy file at `path`."""
    return path.with_name(f"{path.name}.unfinished")


def train(
    learner: Learner,
    games: int,
    path: Path,
    *,
    seconds: float = CHECKPOINT_SECONDS,
    progress: Callable[[int], object] = lambda played: None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Learner, Tally]:
    """Train `learner`, or resume the same session from its checkpoint, and save the policy.

    Parameters
    ----------
    learner : the pair at the beginning of the session, see `load_or_create`.
    games : of the whole session.
    path : policy file to write.
    seconds : time between checkpoints.
    progress : called with the number of games since its last call.
    stop : called now and then; the session stops if it returns true.

    Returns
    -------
    tuple
        The trained pair, and the results of the whole session. If these are of fewer games, the session was stopped:
        its checkpoint is kept, and the file at `path` is unchanged.

    Raises
    ------
    StoreError
        If there is a checkpoint of another session, which would be lost.
    """
    checkpoint = checkpoint_of(path)
    request: dict[str, Any] = {"games": games, "start": _progress(learner)}
    tally = Tally(0, 0, 0, 0, 0)
    if checkpoint.exists():
        learner, tally, request = _resume(checkpoint, learner, request)
        progress(games_played(tally))
    saved = time.monotonic()
    for results in _slices(learner, games - games_played(tally)):
        tally = Tally(*map(sum, zip(tally, results, strict=True)))
        progress(games_played(results))
        stopped = games_played(tally) < games and stop()
        if stopped or time.monotonic() - saved >= seconds:
            save(checkpoint, learner, session=request | {"tally": tally})
            saved = time.monotonic()
        if stopped:
            return learner, tally
    save(checkpoint, learner, session=request | {"tally": tally})
    save(path, learner)
    checkpoint.unlink(missing_ok=True)  # another process may have trained the same session
    return learner, tally


def games_played(tally: Tally) -> int:
    """Number of games of a tally."""
    return tally.first + tally.drawn + tally.second


def _game(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Keys of a recipe that define the game and its keys."""
    return {key: kept[key] for key in ("board", "need", "key")}


def _flat(parts: Mapping[str, Any], place: str = "") -> dict[str, Any]:
    """Values of nested mappings by dotted keys such as ``board.size``."""
    flat: dict[str, Any] = {}
    for key, value in parts.items():
        flat |= _flat(value, f"{place}{key}.") if isinstance(value, Mapping) else {f"{place}{key}": value}
    return flat


def _slices(learner: Learner, games: int) -> Iterator[Tally]:
    """Train in slices of about `SLICE_SECONDS`; yield the results of each."""
    left, at_once = games, 1
    while left:
        began = time.monotonic()
        results = learner.train(min(at_once, left))
        slow = time.monotonic() - began > SLICE_SECONDS
        at_once = max(1, at_once // 2) if slow else at_once * 2
        left -= games_played(results)
        yield results


def _resume(checkpoint: Path, learner: Learner, request: dict[str, Any]) -> tuple[Learner, Tally, dict[str, Any]]:
    """Resume a session: the pair, the results so far, and the original request.

    If the session was killed after saving its policy, `learner` is that policy already.
    """
    found, metadata = load(checkpoint, learner.recipe), read_metadata(checkpoint)
    session = metadata.get("session", {})
    start = session.get("start") if _progress(found) == request["start"] else request["start"]
    asked = {**recipe_record(learner.recipe), **request, "start": start}
    if differs := first_difference(metadata["recipe"] | session, asked):
        differs = "its seed is another" if differs.startswith("start.state ") else differs
        raise StoreError(
            f"{checkpoint}: left by another session: {differs}; ask for the same to go on, or delete it to begin anew"
        )
    return found, Tally(*session["tally"]), {key: session[key] for key in request}


def _progress(learner: Learner) -> dict[str, int]:
    """Games and random state, which identify how far a pair was trained."""
    return {"games": learner.games, "state": learner.state}
