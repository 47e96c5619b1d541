"""Recipe of tabular learning: the parameters of a treatment, validated."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Literal

from tttcore.engines.tabular.boards import Board, boards
from tttcore.pipeline.declaration import COUNT, MEMORY, TIME, Between, build, declared
from tttcore.pipeline.messages import ConfigError

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
    """After so many games at first."""
    per_decade: Annotated[int, Between(1, 1000, MEMORY)]
    """And so many times while games grow tenfold."""

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
    """Board that they play on, a registered board with its parameters."""
    need: Annotated[int, COUNT]
    """Marks in a row that win."""
    games: Games
    """Games of a training session."""
    step: Rate
    """Learning rate: how far a value moves to its target (the document's stepSize)."""
    exploration: Rate
    """Exploration rate: chance of a random move in training (exploreRate)."""
    ties: Literal["first", "random"]
    """Choice among several best moves: the first, as listed, or a random one, as suggested."""
    target: Literal["moving", "fixed"]
    """Going back through a game, the next target is the new estimate, or stays the reward."""
    rewards: Rewards
    """Rewards at the end of a game."""
    initial: Initial
    """Estimates of positions before they are learnt from."""
    explored: Literal["kept", "forgets"]
    """Random moves are learnt from like others, or a player forgets the game up to them."""
    key: Key
    """Keys that estimates are stored by: marks and owners (owned), marks alone (unowned), the hash that CPython makes
    of a frozenset of either (python, python-unowned), or one for all positions that are equal up to symmetry, and up
    to place on a board without an edge (canonical)."""
    storage: Literal["lazy", "eager"]
    """Estimates are stored when they are learnt from, or whenever a position is thought of, as listed; keys that
    positions share need the latter unless all initial values are equal."""
    draws: Literal["apart", "first", "half"]
    """Value of a draw in the program's shares: nothing, a win of the first player's, as listed, or half of one."""
    curve: Curve
    """Games after which training is recorded."""
    evaluation: Annotated[int, Between(1, 10_000_000, TIME)]
    """Games against each opponent whenever it is recorded, where results aren't exact."""


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
