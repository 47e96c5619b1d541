"""Parameters of a recipe as plain numbers and flags, which the compiled self-play kernel takes."""

from typing import NamedTuple

from tttcore.engines.tabular.boards import Finite, Infinite, Smarter
from tttcore.engines.tabular.recipe import Recipe


class KernelParameters(NamedTuple):
    """A recipe in numbers, see `recipe.Recipe` and `boards`; flags say what holds, else what is in brackets."""

    area: bool  # candidates are the free cells of a square around the middle (the neighbourhoods of marks)
    finite: bool  # the board has an edge
    grows_at_edge: bool  # an area grows when a mark lies on its edge (when it is full)
    keeps_limits: bool  # a player's area keeps its size for the next game
    duplicates: bool  # a cell near to several marks is a candidate once for each
    limiter: int  # largest coordinate of an area at first, or width of neighbourhoods
    opening_low: int  # least coordinate of the square that a first mark near nothing is drawn from
    opening_width: int  # side of that square
    k: int  # marks in a row that win
    random_ties: bool  # ties between best moves are broken at random (the first is chosen)
    moving_target: bool  # the target of an afterstate is the new value of the next one (the reward)
    forgets: bool  # exploratory moves cut the trajectory (they are learnt from)
    eager: bool  # every candidate's value is stored (those that were updated)
    canonical: bool  # symmetric positions share a value
    audited: bool  # collisions of keys are counted
    exploration_rate: float  # probability of a random move (epsilon)
    learning_rate: float  # step size (alpha)
    win: float  # rewards
    loss: float
    draw: float
    initial_win: float  # values of afterstates that were never updated
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
