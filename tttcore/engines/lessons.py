"""How stored players of 3x3 with beads go on learning on the play page, by an engine's module ``lessons``."""

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Literal, Protocol, TypedDict, cast

from tttcore.engines.engine import engine as engine_named
from tttcore.engines.replicates import build_recipe
from tttcore.pipeline.engine_tables import Recipes
from tttcore.pipeline.rooms import ENGINES, submodule


class Rule(TypedDict):
    """How the beads of a machine change by its games.

    Lists go by the machine's own moves; the last entry stands for later ones.

    Attributes
    ----------
    symmetry : positions equal up to symmetry share boxes, and moves that lead to such positions beads (``merged``), or
        share boxes alone (``boxes``), or share nothing (``separate``).
    forced : a position with a single move has a box (``boxed``) or none (``free``).
    start : beads of each move in a box that is refilled, by the machine's moves so far.
    win, draw, loss : beads that a drawn move gains after such a game, negative if they are taken away.
    learns : whether the beads of ``all`` moves of a game change, or of the ``last`` alone.
    empty : whether a machine that comes to an empty box ``resigns``, or the box is ``refilled``.
    """

    symmetry: Literal["merged", "boxes", "separate"]
    forced: Literal["boxed", "free"]
    start: list[int]
    win: list[int]
    draw: list[int]
    loss: list[int]
    learns: Literal["all", "last"]
    empty: Literal["resigns", "refilled"]


class Lessons(Protocol):
    """Module ``lessons`` in an engine's package."""

    def rule(self, recipe: Any) -> Rule | str:
        """Rule of a recipe's machines, or why they can't go on learning on the page, in words that end a sentence."""


def lessons_module(engine: str) -> str | None:
    """Name of the module that says how an engine's players learn; None if the engine has none."""
    return submodule(ENGINES, engine, "lessons")


def rules(engine: str, recipes: Recipes) -> Mapping[str, Rule | str]:
    """Rule, or why there is none, of every treatment of a study whose engine has a module ``lessons``.

    Parameters
    ----------
    recipes : parameters of the treatments, by name.
    """
    module = lessons_module(engine)
    assert module
    made_by, told = engine_named(engine), cast(Lessons, import_module(module))
    return {key: told.rule(build_recipe(made_by, recipe, f"treatments.{key}")) for key, recipe in recipes.items()}
