"""Trainings in processes of their own: the job, its messages, and what a learner would play at each look."""

import json
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from threading import Event
from typing import Any, NamedTuple

import numpy as np

from tttcore.engines.learner import training
from tttcore.engines.learner.looks import Message, Tell
from tttcore.engines.learner.opponents import ITSELF, cumulative_table
from tttcore.engines.learner.recipe import Recipe
from tttcore.engines.replicates import Replicate
from tttcore.games.board_text import board_texts
from tttcore.games.classic import CELLS
from tttcore.games.position import SEAT_INDICES
from tttcore.pipeline.messages import ConfigError
from tttcore.players.policy import Policy, game
from tttcore.processes.folders import remove
from tttcore.processes.limits import MEGABYTE
from tttcore.processes.process import EndedError, LateError, Process

ENVIRONMENT = {"PYTHONHASHSEED": "0", "OMP_NUM_THREADS": "1"}
"""Variables of a training's process, so that it repeats on any machine."""
LONGEST_LINE = 2**20
"""Bytes of a message at most; a policy that may mark any cell of any board takes half of it."""
STREAMS = ("seed", "learner")
"""Random streams of a run that are its treatment's own, by their keys in the job, see `training.train`."""


class Look(NamedTuple):
    """A learner's play after some games: (5478, 9) chances of cells on the boards that it was asked about."""

    games: int
    policy: Policy


class Training(NamedTuple):
    """A run: its looks, and what has ended it early, with the number of the game; empty if nothing has."""

    looks: list[Look]
    fault: str


def train(
    recipe: Recipe,
    replicate: Replicate,
    points: Sequence[int],
    *,
    whole: Collection[int] = (),
    tell: Callable[[int], object] = lambda _: None,
    trust: bool = False,
    stop: Event | None = None,
) -> Training:
    """Train a learner in a fresh process.

    Parameters
    ----------
    points : numbers of games after which it is looked at, ascending; the last ends the run.
    whole : those of them at which it is asked about every board.
    tell : is called with the number of games played now and then.
    trust : train in this process, without limits, where a debugger sees it.
    stop : ends the training once it is set.

    Raises
    ------
    ConfigError
        If the file can't be used, or the process takes too long or ends; one line names file, run and reason.
    """
    job = job_of(recipe, replicate, points, whole)
    looks, faults = list[Look](), list[str]()

    def receive(message: Message) -> None:
        if "refused" in message:
            raise ConfigError(message["refused"])
        if "fault" in message:
            faults.append(f"game {message['game']:,}: {message['fault']}")
        elif "games" in message:
            tell(message["games"])
        else:
            looks.append(Look(message["point"], _policy(message["policy"])))
            tell(message["point"])

    try:
        if trust:
            training.train(job, receive, alone=False)
        else:
            _train_apart(job, recipe, receive, stop)
    except ConfigError as error:
        raise ConfigError(f"{recipe.file}: run {replicate.number}: {error}") from None
    return Training(looks, "".join(faults))


def job_of(recipe: Recipe, replicate: Replicate, points: Sequence[int], whole: Collection[int] = ()) -> dict[str, Any]:
    """Job of a run, see `training.train`."""
    seeds = {key: int(replicate.stream(key).bit_generator.random_raw()) for key in STREAMS}
    draws = Replicate(replicate.seed, "opponents", recipe.opponent, replicate.number)  # alike for all learners
    return {
        "file": str(recipe.file.resolve()),
        "name": recipe.name,
        "parameters": recipe.parameters,
        "seats": SEAT_INDICES[recipe.seat],
        "opponent": None if recipe.opponent == ITSELF else cumulative_table(recipe.opponent, recipe.seat),
        "points": [*points],
        "whole": [*whole],
        **seeds,
        "draws": int(draws.stream("draws").bit_generator.random_raw()),
    }


def _train_apart(job: Mapping[str, Any], recipe: Recipe, receive: Tell, stop: Event | None) -> None:
    """Train in a process of its own, and receive its messages."""
    folder = Path(mkdtemp(prefix="ttt-"))
    command = [sys.executable, "-B", "-P", training.__file__]
    games, message = 0, Message()
    try:
        process = Process(
            command,
            max_bytes=recipe.memory * MEGABYTE,
            folder=folder,
            environment=ENVIRONMENT,
            longest_line=LONGEST_LINE,
            stop=stop,
        )
        try:
            process.tell(json.dumps(job))
            while message.get("point") != job["points"][-1] and not message.keys() & {"refused", "fault"}:
                message = json.loads(process.line(recipe.seconds))
                games = message.get("games", message.get("point", games))
                receive(message)
        finally:
            process.kill()
    except LateError:
        told = f"no game has ended within {recipe.seconds:g} s after game {games:,}"
        raise ConfigError(f"{told} (seconds, or --seconds, gives more)") from None
    except EndedError as error:
        raise ConfigError(f"after game {games:,} or later its process {error}") from None
    except json.JSONDecodeError:
        raise ConfigError("writes into the channel of its answers") from None
    finally:
        remove(folder)


def _policy(told: Sequence[tuple[str, list[int], list[float]]]) -> Policy:
    policy, places = np.zeros((game(dead=False).results.size, CELLS)), _places()
    for board, cells, chances in told:
        policy[places[board], cells] = chances
    return policy


@cache
def _places() -> dict[str, int]:
    return {text: place for place, text in enumerate(board_texts())}
