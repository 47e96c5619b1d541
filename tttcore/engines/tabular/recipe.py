"""Recipe of tabular learning: the parameters of a treatment, validated."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from types import MappingProxyType
from typing import Any, Literal, TypeVar, get_args, get_origin

from tttcore.engines.tabular.boards import Board, boards
from tttcore.pipeline.registry import ConfigError, choices, require

T = TypeVar("T")

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


@dataclass(frozen=True)
class Rewards:
    """Reward of a player at the end of a game."""

    win: float
    loss: float
    draw: float


@dataclass(frozen=True)
class Initial:
    """Initial value of an afterstate by status: its last mover has won, the game is drawn, or it goes on."""

    win: float
    draw: float
    open: float

    @property
    def uniform(self) -> bool:
        """True if every afterstate has the same initial value."""
        return self.win == self.draw == self.open


@dataclass(frozen=True)
class Curve:
    """Times at which training is recorded: ``per_decade`` per factor of ten in games, from ``start`` games on."""

    start: int
    per_decade: int

    def points(self, games: int) -> list[int]:
        """Numbers of games after which training is recorded; the last window is the last tenth of all games."""
        late = games - games // 10
        points, step = set(), 0
        while (point := round(self.start * 10 ** (step / self.per_decade))) < late:
            points.add(point)
            step += 1
        return sorted(points | {late, games})


@dataclass(frozen=True)
class Recipe:
    """Parameters of a training session, by the keys of a treatment. Source: mrugala2020, sections 2 and 3.

    Attributes
    ----------
    board : board, and candidates for moves.
    need : marks in a row that win, k.
    games : games (episodes) of a session.
    step : learning rate alpha (the document's stepSize).
    exploration : exploration rate epsilon, the probability of a random move (exploreRate).
    ties : among moves of the highest value the ``first``, as listed, or a ``random`` one, as suggested.
    target : in a backup, the next target is the new value (``moving``) or stays the reward (``fixed``).
    rewards : see `Rewards`.
    initial : see `Initial`.
    explored : afterstates of random moves are updated (``kept``), or the player ``forgets`` the game up to them.
    key : kind of keys of the value table, see `keys`.
    storage : values of all candidates are stored (``eager``, as listed), or those that were updated (``lazy``).
    draws : in shares of games a draw counts ``apart``, for the ``first`` player, as listed, or ``half`` for each.
    curve : see `Curve`.
    evaluation : games of each match when training is recorded, where results aren't exact.
    """

    board: Board
    need: int
    games: int
    step: float
    exploration: float
    ties: Literal["first", "random"]
    target: Literal["moving", "fixed"]
    rewards: Rewards
    initial: Initial
    explored: Literal["kept", "forgets"]
    key: Key
    storage: Literal["lazy", "eager"]
    draws: Literal["apart", "first", "half"]
    curve: Curve
    evaluation: int


CHOICES = {field.name: get_args(field.type) for field in fields(Recipe) if get_origin(field.type) is Literal}
"""Allowed values of the keys that name a choice."""


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
    require(config, _names(Recipe), where)
    for key, known in CHOICES.items():
        if config[key] not in known:
            raise ConfigError(f"{where}.{key}: {config[key]!r} is not allowed{choices(config[key], known)}")
    parts = {
        "board": boards.build(config["board"], f"{where}.board"),
        "rewards": _built(Rewards, config["rewards"], f"{where}.rewards"),
        "initial": _built(Initial, config["initial"], f"{where}.initial"),
        "curve": _built(Curve, config["curve"], f"{where}.curve"),
    }
    recipe = Recipe(**{name: config[name] for name in _names(Recipe)} | parts)
    _check(recipe, where)
    return recipe


def _built(kind: type[T], values: Mapping[str, Any], where: str) -> T:
    """Build a part of a recipe; ConfigError for a missing or unknown key."""
    names = _names(kind)
    require(values, names, where)
    for name in values:
        if name not in names:
            raise ConfigError(f"{where}.{name}: no such key{choices(name, names)}")
    return kind(**values)


def _names(kind: type) -> list[str]:
    """Names of a dataclass's fields."""
    return [field.name for field in fields(kind)]


def _check(recipe: Recipe, where: str) -> None:
    """ConfigError for a number out of range, or keys that don't fit together."""
    rates = {
        "step": recipe.step,
        "exploration": recipe.exploration,
        **{f"rewards.{name}": value for name, value in vars(recipe.rewards).items()},
        **{f"initial.{name}": value for name, value in vars(recipe.initial).items()},
    }
    for key, rate in rates.items():
        if not 0 <= rate <= 1:
            raise ConfigError(f"{where}.{key}: {rate!r} is out of range; allowed: from 0 to 1")
    counts = {
        "need": recipe.need,
        "games": recipe.games,
        "evaluation": recipe.evaluation,
        "curve.start": recipe.curve.start,
        "curve.per_decade": recipe.curve.per_decade,
    }
    for key, count in counts.items():
        if count < 1:
            raise ConfigError(f"{where}.{key}: {count!r} is out of range; allowed: 1 or more")
    try:
        recipe.board.check(recipe.need)
    except ValueError as error:
        raise ConfigError(f"{where}.{error}") from None
    if recipe.key in COLLIDING_KEYS and recipe.storage == "lazy" and not recipe.initial.uniform:
        raise ConfigError(
            f"{where}.storage: lazy, but positions can share a key of kind {recipe.key!r} and the estimate that the "
            "first of them began with; allowed: eager, or initial values that are all the same"
        )
