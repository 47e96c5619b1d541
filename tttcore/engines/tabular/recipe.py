"""Recipe of tabular learning: boards and parameters of a treatment, validated, and as numbers for the kernel.

Boards are finite, infinite, or infinite with candidates near to marks. Cells are coordinates (x, y), whole numbers
around (0, 0). Source: mrugala2020, sections 2.1 to 2.3.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple

from tttcore.pipeline.declaration import COUNT, MEMORY, TIME, Between, build, declared
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry

Key = Literal["owned", "unowned", "python", "python-unowned", "canonical"]
AS_DESCRIBED: Mapping[str, Any] = MappingProxyType(
    {
        "board": {"name": "finite", "size": 3, "tie": "full"},
        "need": 3,
        "games": 500_000,
        "step": 0.1,
        "exploration": 0.3,
        "ties": "first",
        "target": "moving",
        "rewards": {"win": 1, "loss": 0, "draw": 0.1},
        "initial": {"win": 1, "draw": 0, "open": 0.5},
        "explored": "kept",
        "key": "owned",
        "storage": "lazy",
        "draws": "apart",
        "curve": {"start": 1000, "per_decade": 10},
        "evaluation": 1000,
    }
)
"""Configuration of the document's test on 3x3 by its text, for `build_recipe`."""
COLLIDING_KEYS: tuple[Key, ...] = ("unowned", "python", "python-unowned")
"""Kinds of keys under which different positions collide."""
MAX_NEED = 12
"""Longest row on a board without an edge: each further mark doubles the length of games, and nothing stops one."""
LARGEST_LIMITER = 30


class Board(ABC):
    """A board, and the cells on it that players consider."""

    @property
    @abstractmethod
    def reach(self) -> int:
        """Largest coordinate of candidates at first, or their largest distance from a mark."""

    @abstractmethod
    def check(self, need: int) -> None:
        """ValueError if `need` marks in a row are impossible, or games might not end."""


boards: Registry[Board] = Registry("board")


@boards.register("finite")
@dataclass(frozen=True)
class Finite(Board):
    """A square board; the document's limiter follows from its size.

    Attributes
    ----------
    size : cells along an edge, an odd number.
    tie : a game is drawn on a ``full`` board, as listed, or as soon as every line holds marks of both players
        (``dead``), as described.
    """

    size: Annotated[int, Between(1, 2 * LARGEST_LIMITER + 1)]
    tie: Literal["full", "dead"] = "full"

    def __post_init__(self) -> None:
        if self.size % 2 == 0:
            raise ValueError(f"size: {self.size} is even; allowed: odd sizes, so that there is a middle")

    @property
    def reach(self) -> int:
        """See `Board.reach`."""
        return self.size // 2

    def check(self, need: int) -> None:
        """See `Board.check`."""
        if need > self.size:
            raise ValueError(
                f"need: {need} in a row don't fit on a board of size {self.size}; allowed: 1 to {self.size}"
            )


class Unbounded(Board):
    """A board without an edge; `limiter` bounds the candidates at first."""

    limiter: int

    @property
    def reach(self) -> int:
        """See `Board.reach`."""
        return self.limiter

    def check(self, need: int) -> None:
        """See `Board.check`."""
        if need > MAX_NEED:
            raise ValueError(f"need: {need} is out of range; allowed: up to {MAX_NEED} without an edge")


@boards.register("infinite")
@dataclass(frozen=True)
class Infinite(Unbounded):
    """A board without an edge; candidates are the free cells of a square area around the middle, which grows.

    Attributes
    ----------
    limiter : largest coordinate of the area at first; it grows by as much.
    grows : when the area is ``full``, as listed, or when a mark lies on its ``edge`` or beyond, as described.
    """

    limiter: Annotated[int, Between(1, LARGEST_LIMITER)]
    grows: Literal["full", "edge"] = "full"


@boards.register("smarter")
@dataclass(frozen=True)
class Smarter(Unbounded):
    """A board without an edge; candidates are the free cells near to marks.

    Attributes
    ----------
    limiter : largest distance of a candidate from some mark along either axis.
    opening : the first mark is drawn from the middle 3 x 3 (``centred``, as described) or from the 4 x 4 of Python's
        ``randint(0, 3)`` twice (``python``, as listed).
    duplicates : a cell near to several marks is a candidate once for each of them, which weights random moves.
    """

    limiter: Annotated[int, Between(1, LARGEST_LIMITER)]
    opening: Literal["centred", "python"] = "centred"
    duplicates: bool = False


Rate = Annotated[float, Between(0, 1)]
Games = Annotated[int, Between(1, 100_000_000_000, TIME)]


@declared
@dataclass(frozen=True)
class Rewards:
    """Reward of a player at the end of a game."""

    win: Rate
    """For a game won."""
    loss: Rate
    """For a game lost."""
    draw: Rate
    """For a drawn game."""


@declared
@dataclass(frozen=True)
class Initial:
    """Initial value of an afterstate by status: its last mover has won, the game is drawn, or it goes on."""

    win: Rate
    """If the last mark has won."""
    draw: Rate
    """If the game is drawn."""
    open: Rate
    """If the game goes on."""

    @property
    def uniform(self) -> bool:
        """True if every afterstate has the same initial value."""
        return self.win == self.draw == self.open


@declared
@dataclass(frozen=True)
class Curve:
    """Times at which training is recorded: ``per_decade`` per factor of ten in games, from ``start`` games on."""

    start: Games
    """Games before the first record."""
    per_decade: Annotated[int, Between(1, 1000, MEMORY)]
    """Records per tenfold increase of games."""

    def points(self, games: int) -> list[int]:
        """Numbers of games after which training is recorded; the last window is the last tenth of all games."""
        late = games - games // 10
        points, step = set(), 0
        while (point := round(self.start * 10 ** (step / self.per_decade))) < late:
            points.add(point)
            step += 1
        return sorted(points | {late, games})


@declared
@dataclass(frozen=True)
class Recipe:
    """Parameters of a training session of two learners. Source: mrugala2020, sections 2 and 3."""

    board: Annotated[Board, boards]
    """Board that is played on, a registered board with its parameters."""
    need: Annotated[int, COUNT]
    """Marks in a row that win."""
    games: Games
    """Games of a training session."""
    step: Rate
    """Learning rate: how far a value moves to its target (the document's stepSize)."""
    exploration: Rate
    """Exploration rate: probability of a random move in training (exploreRate)."""
    ties: Literal["first", "random"]
    """Choice among several best moves: the first, as listed, or a random one, as suggested."""
    target: Literal["moving", "fixed"]
    """Target of earlier afterstates in the backward pass: the new estimate of the next one (moving), or the reward."""
    rewards: Rewards
    """Rewards at the end of a game."""
    initial: Initial
    """Initial estimates of positions, before their first update."""
    explored: Literal["kept", "forgets"]
    """Exploratory moves are learnt from like others (kept), or moves up to them are not learnt from (forgets)."""
    key: Key
    """Keys that estimates are stored by: marks and owners (owned), marks alone (unowned), the hash that CPython makes
    of a frozenset of either (python, python-unowned), or one for all positions that are equal up to symmetry, and up
    to place on a board without an edge (canonical)."""
    storage: Literal["lazy", "eager"]
    """Estimates are stored when they are first updated, or whenever a position is considered, as listed; keys that
    positions share need the latter unless all initial values are equal."""
    draws: Literal["apart", "first", "half"]
    """Count of a draw in the first player's proportion of games: left out, a win (as listed), or half a win."""
    curve: Curve
    """Games after which training is recorded."""
    evaluation: Annotated[int, Between(1, 10_000_000, TIME)]
    """Games against each opponent at every record, where results aren't exact."""


def build_recipe(config: Mapping[str, Any], where: str) -> Recipe:
    """Recipe of one treatment.

    Parameters
    ----------
    config : fields of `Recipe`, parts as mappings.
    where : place of `config` in the user's file, for messages.

    Raises
    ------
    ConfigError
        For a missing key, an invalid board or number, and keys that don't fit together.

    Examples
    --------
    >>> from tttcore.tabular import AS_DESCRIBED, build_recipe
    >>> build_recipe({**AS_DESCRIBED, "exploration": 0.1}, "mine").exploration
    0.1
    >>> build_recipe({**AS_DESCRIBED, "exploration": 3}, "mine")
    Traceback (most recent call last):
    tttcore.pipeline.messages.ConfigError: mine.exploration: 3 is out of range; allowed: from 0 to 1
    """
    recipe = build(Recipe, config, where)
    _check(recipe, where)
    return recipe


def _check(recipe: Recipe, where: str) -> None:
    """ConfigError for values that don't fit together."""
    try:
        recipe.board.check(recipe.need)
    except ValueError as error:
        raise ConfigError(f"{where}.{error}") from None
    if recipe.key in COLLIDING_KEYS and recipe.storage == "lazy" and not recipe.initial.uniform:
        raise ConfigError(
            f"{where}.storage: lazy, but positions can share a key of kind {recipe.key!r} and the estimate that the "
            "first of them began with; allowed: eager, or initial values that are all the same"
        )


class KernelParameters(NamedTuple):
    """A recipe in numbers, see `Recipe` and the boards; flags say what holds, else what is in brackets."""

    area: bool  # candidates are the free cells of a square around the middle (the neighbourhoods of marks)
    finite: bool  # the board has an edge
    grows_at_edge: bool  # an area grows when a mark lies on its edge (when it is full)
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
    count_collisions: bool  # collisions of keys are counted
    exploration_rate: float  # probability of a random move (epsilon)
    learning_rate: float  # step size (alpha)
    win: float  # rewards
    loss: float
    draw: float
    initial_win: float  # values of afterstates that were never updated
    initial_draw: float
    initial_open: float


def kernel_parameters(recipe: Recipe, *, count_collisions: bool) -> KernelParameters:
    """Parameters of a recipe as numbers and flags."""
    board = recipe.board
    python = isinstance(board, Smarter) and board.opening == "python"
    return KernelParameters(
        area=not isinstance(board, Smarter),
        finite=isinstance(board, Finite),
        grows_at_edge=isinstance(board, Infinite) and board.grows == "edge",
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
        count_collisions=count_collisions,
        exploration_rate=float(recipe.exploration),
        learning_rate=float(recipe.step),
        **{name: float(value) for name, value in vars(recipe.rewards).items()},
        **{f"initial_{name}": float(value) for name, value in vars(recipe.initial).items()},
    )
