"""Interruptible training sessions with checkpoints, from one policy file to the next.

A session starts from the saved policy and ends with saving it. A checkpoint beside the file is renewed from time to
time; the same session, requested again, goes on from there and ends in the same bytes as without interruption, whenever
it was killed. Of two sessions at once the policy of the last to end is kept. Source: mrugala2020, section 2.1.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tttcore.engines.tabular import policy_file
from tttcore.engines.tabular.learner import Learner, Tally
from tttcore.engines.tabular.recipe import Recipe
from tttcore.pipeline.rng import Words
from tttcore.pipeline.store import StoreError

CHECKPOINT_SECONDS = 30.0
"""Time between checkpoints."""
SLICE_SECONDS = 0.1
"""Approximate time between reports of progress, at which training can be stopped."""


def load_or_create(path: Path, recipe: Recipe, state: Words) -> Learner:
    """Trained pair from the file at `path`; if there is none, an untrained one whose chance comes from `state`."""
    return policy_file.load(path, recipe) if path.exists() else Learner(recipe, state)


def games_before(path: Path, learner: Learner) -> int:
    """Games of the saved pair before the session that is to begin, or to go on.

    If a session was killed after saving its policy, which is `learner` then, that session goes on.
    """
    checkpoint = checkpoint_of(path)
    if checkpoint.exists():
        metadata = policy_file.read_metadata(checkpoint)
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
            policy_file.save(checkpoint, learner, session=request | {"tally": tally})
            saved = time.monotonic()
        if stopped:
            return learner, tally
    policy_file.save(checkpoint, learner, session=request | {"tally": tally})
    policy_file.save(path, learner)
    checkpoint.unlink(missing_ok=True)  # another process may have trained the same session
    return learner, tally


def games_played(tally: Tally) -> int:
    """Number of games of a tally."""
    return tally.first + tally.drawn + tally.second


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
    found, metadata = policy_file.load(checkpoint, learner.recipe), policy_file.read_metadata(checkpoint)
    session = metadata.get("session", {})
    start = session.get("start") if _progress(found) == request["start"] else request["start"]
    asked = {**policy_file.recipe_record(learner.recipe), **request, "start": start}
    if differs := policy_file.first_difference(metadata["recipe"] | session, asked):
        raise StoreError(
            f"{checkpoint}: left by another session: {differs}; ask for the same to go on, or delete it to begin anew"
        )
    return found, Tally(*session["tally"]), {key: session[key] for key in request}


def _progress(learner: Learner) -> dict[str, int]:
    """Games and state of chance, which identify how far a pair was trained."""
    return {"games": learner.games, "state": learner.state}
