"""Parameters of a recipe as plain numbers and flags, which the compiled self-play kernel takes."""

from typing import NamedTuple

from tttcore.engines.tabular.boards import Finite, Infinite, Smarter
from tttcore.engines.tabular.recipe import Recipe


class KernelParameters(NamedTuple):
    """A recipe in numbers, see `recipe.Recipe` and `boards`.

    Attributes
    ----------
    area : candidates are the free cells of a square around the middle; else the neighbourhoods of the marks.
    finite : the board has an edge.
    grows_at_edge : an area grows when a mark lies on its edge; else when it is full.
    keeps_limits : a player's area keeps its size for the next game.
    duplicates : a cell near to several marks is a candidate once for each.
    limiter : largest coordinate of an area at first, or width of neighbourhoods.
    opening_low, opening_width : least coordinate and side of the square that a first mark near nothing is drawn from.
    k : marks in a row that win.
    random_ties : ties between best moves are broken at random; else the first is chosen.
    moving_target : the target of an afterstate is the new value of the next one; else the reward.
    forgets : exploratory moves cut the trajectory; else they are learnt from.
    eager : every candidate's value is stored; else those that were updated.
    canonical : symmetric positions share a value.
    audited : collisions of keys are counted.
    exploration_rate : probability of a random move (epsilon).
    learning_rate : step size (alpha).
    win, loss, draw : rewards.
    initial_win, initial_draw, initial_open : values of afterstates that were never updated.
    """

    area: bool
    finite: bool
    grows_at_edge: bool
    keeps_limits: bool
    duplicates: bool
    limiter: int
    opening_low: int
    opening_width: int
    k: int
    random_ties: bool
    moving_target: bool
    forgets: bool
    eager: bool
    canonical: bool
    audited: bool
    exploration_rate: float
    learning_rate: float
    win: float
    loss: float
    draw: float
    initial_win: float
    initial_draw: float
    initial_open: float


def kernel_parameters(recipe: Recipe, *, audited: bool) -> KernelParameters:
    """Parameters of a recipe as numbers and flags."""
    board = recipe.board
    python = isinstance(board, Smarter) and board.opening == "python"
    return KernelParameters(
        area=not isinstance(board, Smarter),
        finite=isinstance(board, Finite),
        grows_at_edge=isinstance(board, Infinite) and board.grows == "edge",
        keeps_limits=isinstance(board, Infinite) and board.limits == "kept",
        duplicates=isinstance(board, Smarter) and board.duplicates,
        limiter=board.reach,
        opening_low=0 if python else -1,
        opening_width=4 if python else 3,
        k=recipe.need,
        random_ties=recipe.ties == "random",
        moving_target=recipe.target == "moving",
        forgets=recipe.explored == "forgets",
        eager=recipe.storage == "eager",
        canonical=recipe.key == "canonical",
        audited=audited,
        exploration_rate=float(recipe.exploration),
        learning_rate=float(recipe.step),
        **{name: float(value) for name, value in vars(recipe.rewards).items()},
        **{f"initial_{name}": float(value) for name, value in vars(recipe.initial).items()},
    )
