"""What the kernel that plays is told of a recipe."""

from typing import NamedTuple

from tttcore.engines.tabular.boards import Finite, Infinite, Smarter
from tttcore.engines.tabular.recipe import Recipe


class Plan(NamedTuple):
    """A recipe in numbers, see `recipe.Recipe` and `boards`."""

    area: bool
    finite: bool
    edge: bool
    kept: bool
    duplicates: bool
    limiter: int
    opening_low: int
    opening_width: int
    need: int
    random_ties: bool
    moving: bool
    forgets: bool
    eager: bool
    canonical: bool
    audited: bool
    exploration: float
    step: float
    win: float
    loss: float
    draw: float
    initial_win: float
    initial_draw: float
    initial_open: float


def plan_of(recipe: Recipe, *, audited: bool) -> Plan:
    """The recipe in numbers."""
    board = recipe.board
    python = isinstance(board, Smarter) and board.opening == "python"
    return Plan(
        area=not isinstance(board, Smarter),
        finite=isinstance(board, Finite),
        edge=isinstance(board, Infinite) and board.grows == "edge",
        kept=isinstance(board, Infinite) and board.limits == "kept",
        duplicates=isinstance(board, Smarter) and board.duplicates,
        limiter=board.reach,
        opening_low=0 if python else -1,
        opening_width=4 if python else 3,
        need=recipe.need,
        random_ties=recipe.ties == "random",
        moving=recipe.target == "moving",
        forgets=recipe.explored == "forgets",
        eager=recipe.storage == "eager",
        canonical=recipe.key == "canonical",
        audited=audited,
        exploration=float(recipe.exploration),
        step=float(recipe.step),
        **{name: float(value) for name, value in vars(recipe.rewards).items()},
        **{f"initial_{name}": float(value) for name, value in vars(recipe.initial).items()},
    )
