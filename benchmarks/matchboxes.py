"""A tournament of MENACE and a series of Hexapawn, without evaluations in between, and their reference."""

from collections.abc import Callable
from typing import Any

from timing import seconds

from tttcore.engines.matchboxes import reference
from tttcore.engines.matchboxes.boxes import boxes_of
from tttcore.engines.matchboxes.recipe import build_recipe
from tttcore.engines.matchboxes.training import train
from tttcore.engines.matchboxes.warm_up import RECIPES
from tttcore.engines.replicates import Replicate

GAMES = 220
SESSIONS = 20
"""Compiled sessions that are timed together."""


def replicate(number: int) -> Replicate:
    """Identity of a session."""
    return Replicate(0, "benchmarks", "matchboxes", number)


def plain_session(recipe: dict[str, Any]) -> None:
    """Play a session of the reference, which evaluates nothing."""
    machine = reference.Machine(recipe, replicate(0).word())
    for _ in range(GAMES):
        machine.play()


def compiled_sessions(config: dict[str, Any]) -> Callable[[], None]:
    """Make a recipe ready; the function plays sessions of the kernel, which evaluates a machine after its last game."""
    recipe = build_recipe(config, "matchboxes")
    boxes = boxes_of(recipe)

    def play() -> None:
        for number in range(SESSIONS):
            train(recipe, boxes, replicate(number).word())

    return play


def measure(rounds: int) -> dict[str, float]:
    """Time of a session of each game, and of the reference's."""
    found = {}
    for short in RECIPES:
        recipe = short | {"games": GAMES, "every": GAMES}
        compiled, plain = seconds(
            compiled_sessions(recipe),
            lambda recipe=recipe: plain_session(recipe),
            rounds=max(rounds // 2, 5),
        )
        found |= {
            f"matchboxes: us for {GAMES} games of {recipe['game']}": compiled / SESSIONS * 1e6,
            f"matchboxes: plain Python / compiled, {recipe['game']}": plain / (compiled / SESSIONS),
        }
    return found
