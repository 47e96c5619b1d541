"""Training sessions: from the last policy to the next, through any interruption.

Each session starts from the saved policy and ends with saving it. What is learnt in between is kept beside it from time
to time, and the same session, asked for again, goes on from there: it ends in the same bytes as if nothing had
happened, whenever it was killed. Source: mrugala2020, section 2.1.
"""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tttcore.engines.tabular import policy_file as policy
from tttcore.engines.tabular.learner import Learner, Tally
from tttcore.engines.tabular.recipe import Recipe
from tttcore.pipeline.rng import Words
from tttcore.pipeline.store import StoreError

SECONDS = 30.0
"""Between checkpoints."""
SECONDS_AT_ONCE = 0.1
"""About so often training is heard from and can be stopped."""


def begin(path: Path, recipe: Recipe, state: Words) -> Learner:
    """Learners with the policy that is saved at `path`; if there is none, new ones, whose chance comes from `state`."""
    return policy.load(path, recipe) if path.exists() else Learner(recipe, state)


def checkpoint_of(path: Path) -> Path:
    """Where a session that isn't over is kept that is to end in a policy at `path`."""
    return path.with_name(f"{path.name}.unfinished")


def train(
    learner: Learner,
    games: int,
    path: Path,
    *,
    seconds: float = SECONDS,
    progress: Callable[[int], object] = lambda played: None,
    stop: Callable[[], bool] = lambda: False,
) -> tuple[Learner, Tally]:
    """Train `learner`, or go on with what was left of the same session, and save the policy.

    Parameters
    ----------
    learner : as at the beginning of the session, see `begin`.
    games : of the whole session.
    path : where the policy goes.
    seconds : between checkpoints.
    progress : told how many games have been played since it was told before.
    stop : asked now and then whether to leave it at that.

    Returns
    -------
    tuple
        Who was trained, and the results of the whole session. If these are of fewer games, it was stopped, a
        checkpoint is kept, and what was at `path` is as it was.

    Raises
    ------
    StoreError
        If a checkpoint is there that belongs to another session, and would be lost.
    """
    checkpoint = checkpoint_of(path)
    request: dict[str, Any] = {"games": games, "start": _standing(learner)}
    tally = Tally(0, 0, 0, 0, 0)
    if checkpoint.exists():
        learner, tally, request = _left(checkpoint, learner, request)
        progress(played(tally))
    kept = time.monotonic()
    for results in _slices(learner, games - played(tally)):
        tally = Tally(*map(sum, zip(tally, results, strict=True)))
        progress(played(results))
        stopped = played(tally) < games and stop()
        if stopped or time.monotonic() - kept >= seconds:
            policy.save(checkpoint, learner, session=request | {"tally": tally})
            kept = time.monotonic()
        if stopped:
            return learner, tally
    policy.save(checkpoint, learner, session=request | {"tally": tally})
    policy.save(path, learner)
    checkpoint.unlink()
    return learner, tally


def played(tally: Tally) -> int:
    """How many games results are of."""
    return tally.first + tally.drawn + tally.second


def _slices(learner: Learner, games: int) -> Iterator[Tally]:
    """Train in so many games at once as take little time; the results of each."""
    left, at_once = games, 1
    while left:
        began = time.monotonic()
        results = learner.train(min(at_once, left))
        slow = time.monotonic() - began > SECONDS_AT_ONCE
        at_once = max(1, at_once // 2) if slow else at_once * 2
        left -= played(results)
        yield results


def _left(checkpoint: Path, learner: Learner, request: dict[str, Any]) -> tuple[Learner, Tally, dict[str, Any]]:
    """What was left of a session: who learns, the results so far, and the request as it was made.

    If all games have been played, `learner` may be what came of them already.
    """
    found, kept = policy.load(checkpoint, learner.recipe), policy.about(checkpoint)
    session = kept.get("session", {})
    start = session.get("start") if _standing(found) == request["start"] else request["start"]
    asked = {**policy.recorded(learner.recipe), **request, "start": start}
    if differs := policy.difference(kept["recipe"] | session, asked):
        raise StoreError(
            f"{checkpoint}: left by another session: {differs}; ask for the same to go on, or delete it to begin anew"
        )
    return found, Tally(*session["tally"]), {key: session[key] for key in request}


def _standing(learner: Learner) -> dict[str, int]:
    """What tells how far learners have come from how far others have."""
    return {"games": learner.games, "state": learner.state}
