"""Interfaces of an engine's optional modules for pages: runs to repeat, players that keep learning, printed boxes."""

from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict

from tttcore.engines.engine import engine as engine_named
from tttcore.engines.replicates import build_recipe
from tttcore.pipeline.modules import ENGINES, optional_module
from tttcore.pipeline.schema import Recipes

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Live(Protocol):
    """Module ``live`` of an engine: runs that a page repeats, with scripts in ``classroom/assets/learn/``.

    Under the engine's name one of these registers a model in ``TTT.models``, which makes runs (see ``worker.js``), and
    another one a view in ``TTT.views``, which shows them (see ``learn.js``).

    Attributes
    ----------
    COVERED : runs of each treatment, the first ones, that the page can check; with all it would be too large to send.
    COLUMNS : columns of the runs that `fingerprints` needs.
    COURSES : columns of the traces that the page draws.
    """

    COVERED: int
    COLUMNS: tuple[str, ...]
    COURSES: tuple[str, ...]

    def live_recipe(self, recipe: Any) -> dict[str, Any] | None:
        """Recipe of a treatment as the page's scripts read it; None if they can't run it."""

    def fingerprints(self, runs: "pd.DataFrame") -> bytes:
        """Fingerprint of each run, all of the same length, by which the page checks a run that it repeats."""


def digest(content: bytes) -> bytes:
    """Digest of four bytes, for `Live.fingerprints`; ``stored.js`` computes the same."""
    return blake2b(content, digest_size=4).digest()


class Rule(TypedDict):
    """Rule by which the beads of a machine change with its games.

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
    """Module ``lessons`` in an engine's package: how its players with beads go on learning on the play page."""

    def rule(self, recipe: Any) -> Rule | str:
        """Rule of a recipe's machines, or why they can't go on learning on the page, in words that end a sentence."""


def rules(engine: str, recipes: Recipes) -> dict[str, Rule | str]:
    """Rule, or why there is none, of every treatment of a study whose engine has a module ``lessons``.

    Parameters
    ----------
    recipes : parameters of the treatments, by name.
    """
    made_by, lessons = engine_named(engine), optional_module(ENGINES, engine, "lessons")
    return {key: lessons.rule(build_recipe(made_by, recipe, f"treatments.{key}")) for key, recipe in recipes.items()}


class Printed(Protocol):
    """Module ``printed`` in an engine's package: pages to print of a study.

    Attributes
    ----------
    LABEL : what the pages are, for the link on the study's page.
    """

    LABEL: str

    def pages(self, recipe: Any, *, title: str) -> "Iterable[Figure]":
        """A4 pages of a recipe, see `plots.style.blank_page`."""


def printed_label(engine: str) -> str:
    """Label of an engine's pages to print; empty if it has none."""
    return getattr(optional_module(ENGINES, engine, "printed"), "LABEL", "")


def pages_of(engine: str, recipe: Mapping[str, Any], *, title: str) -> "Iterable[Figure]":
    """Pages to print of an engine that has them.

    Parameters
    ----------
    recipe : parameters of a treatment.
    title : stands on every page.
    """
    printed: Printed = optional_module(ENGINES, engine, "printed")
    return printed.pages(build_recipe(engine_named(engine), recipe, "recipe"), title=title)
