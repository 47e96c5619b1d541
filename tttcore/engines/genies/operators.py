"""Operators of Genies by name: starting genes, lifeScores, replacement, crossover and mutation.

A whole run is one kernel, so an operator isn't called but sets some of the kernel's parameters (`KernelParameters`).
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from tttcore.engines.genies.players.linear import Genes, strategy_3_genes
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry

Percent = Annotated[float, Between(0, 100)]
Weight = Annotated[int, Between(-1000, 1000)]
Randint = Callable[[int], int]
"""Source of uniform whole numbers from 0 to its argument - 1."""


class KernelParameters(NamedTuple):
    """Parameters of a run as the kernel of `steady_state` takes them; operators set those after `cache_outcomes`."""

    static_count: int  # Genies of the static family
    games: int  # games of a generation
    generations: int
    draws_win: bool  # wins and draws change places in the lifeScore
    unofficial_every: int  # generations between unofficial games
    unofficial_games: int  # number of them for each Genie
    static_opens: bool = False  # if one of a pair is static, it moves first; else the one drawn first
    unmarked_by_one: bool = False  # weights of no marks count the lines without one's marks; else empty lines
    cache_outcomes: bool = True  # the winner of a pair is stored; else every game is played
    lifetime: bool = False  # results count for a whole life; else they are halved in each generation
    integer_division: bool = False  # the lifeScore's fraction is truncated
    ageing_penalty: float = 0.0  # lifeScore lost for each generation lived
    roulette: bool = False  # death and parents are drawn by the wheel; else the worst and the best are taken
    neutral: bool = False  # death and parents are drawn whatever the scores
    breed_from_all: bool = False  # the best of the static family can be the parent too
    crossover_rate: float = 0.0  # probability of each gene to come from the second parent; 0 for one parent
    mutation_rate: float = 0.0  # probability of each gene to mutate
    reset: bool = False  # a mutated gene is drawn anew from `reset_low` to `reset_high`; else it drifts
    reset_low: int = 0
    reset_high: int = 0


class Operator(Protocol):
    """An operator that sets parameters of the kernel."""

    @property
    def parameters(self) -> dict[str, float]:
        """Values of fields of `KernelParameters`."""
        ...


class Start(Protocol):
    """Genes of the first evolving Genies (Post 1999, Results)."""

    def genes(self, board: Hypercube, randint: Randint, count: int) -> Genes:
        """(count, 2 edge) genes."""
        ...

    def largest(self, board: Hypercube) -> int:
        """Largest absolute value of a gene."""
        ...


starts: Registry[Start] = Registry("start")


@starts.register("uniform")
@dataclass(frozen=True)
class Uniform:
    """Each gene a uniform whole number from `low` to `high`."""

    low: Weight
    high: Weight

    def __post_init__(self) -> None:
        _check_range(self.low, self.high)

    def genes(self, board: Hypercube, randint: Randint, count: int) -> Genes:
        """See `Start.genes`."""
        drawn = [self.low + randint(self.high - self.low + 1) for _ in range(count * 2 * board.edge)]
        return np.array(drawn, np.int64).reshape(count, -1)

    def largest(self, board: Hypercube) -> int:
        """See `Start.largest`."""
        return max(abs(self.low), abs(self.high))


@starts.register("zeros")
@dataclass(frozen=True)
class Zeros:
    """All genes 0: every cell has the same value."""

    def genes(self, board: Hypercube, randint: Randint, count: int) -> Genes:
        """See `Start.genes`."""
        return np.zeros((count, 2 * board.edge), np.int64)

    def largest(self, board: Hypercube) -> int:
        """See `Start.largest`."""
        return 0


@starts.register("strategy_3")
@dataclass(frozen=True)
class Strategy3:
    """Genes that play like strategy 3, the static family's: win or else block."""

    def genes(self, board: Hypercube, randint: Randint, count: int) -> Genes:
        """See `Start.genes`."""
        return np.tile(strategy_3_genes(board), (count, 1))

    def largest(self, board: Hypercube) -> int:
        """See `Start.largest`."""
        return int(strategy_3_genes(board).max())


scores: Registry[Operator] = Registry("score")


@scores.register("halved")
@dataclass(frozen=True)
class Halved:
    """lifeScore of results whose counts are halved before each generation (Post 1999, Results).

    Attributes
    ----------
    division : in the lifeScore's formula, ``real``, or ``integer`` as whole numbers divide in C++, toward zero.
    """

    division: Literal["real", "integer"] = "real"

    @property
    def parameters(self) -> dict[str, float]:
        """See `Operator.parameters`."""
        return {"integer_division": self.division == "integer"}


@scores.register("lifetime")
@dataclass(frozen=True)
class Lifetime:
    """lifeScore of all games of a life, less `ageing` for each generation lived (Post 1999, Results: the first plan).

    The static family, which is immortal, doesn't age.
    """

    ageing: Annotated[float, Between(0, 201)]

    @property
    def parameters(self) -> dict[str, float]:
        """See `Operator.parameters`."""
        return {"lifetime": True, "ageing_penalty": float(self.ageing)}


replacements: Registry[Operator] = Registry("replacement of Genies")


@replacements.register("worst")
@dataclass(frozen=True)
class Worst:
    """The worst of the evolving family dies, the best is the parent; ties to the first slot (`LeDorVaDor`).

    Attributes
    ----------
    best_of : candidates for parents, the evolving ``family`` or ``everyone``, the static family too.
    """

    best_of: Literal["family", "everyone"] = "family"

    @property
    def parameters(self) -> dict[str, float]:
        """See `Operator.parameters`."""
        return {"breed_from_all": self.best_of == "everyone"}


@replacements.register("roulette")
@dataclass(frozen=True)
class Roulette:
    """Within the family, the one that dies is drawn in proportion to 202 - score, the parent to the score.

    The first plan: lifeScore and randomness together (Post 1999, Methods). Scores are clipped to 1 to 201.
    """

    parameters: ClassVar[dict[str, float]] = {"roulette": True}


@replacements.register("neutral")
@dataclass(frozen=True)
class Neutral:
    """Within the family, the one that dies and the parent are drawn, all equally likely: drift without selection."""

    parameters: ClassVar[dict[str, float]] = {"neutral": True}


crossovers: Registry[Operator] = Registry("inheritance")


@crossovers.register("copy")
@dataclass(frozen=True)
class Copy:
    """One parent, whose genes are copied."""

    parameters: ClassVar[dict[str, float]] = {}


@crossovers.register("crossing")
@dataclass(frozen=True)
class UniformCrossover:
    """Uniform crossover of the best and the second best: each gene is the second's with probability `share`.

    Suggested as sexual reproduction (Post 1999, Discussion).
    """

    share: Annotated[float, Between(0, 1)] = 0.5

    @property
    def parameters(self) -> dict[str, float]:
        """See `Operator.parameters`."""
        return {"crossover_rate": float(self.share)}


mutations: Registry[Operator] = Registry("mutation of Genies")


@mutations.register("drift")
@dataclass(frozen=True)
class Drift:
    """Each gene, with a probability of `percent`, changes by -1, 0 or 1, all equally likely (`Mutate`)."""

    percent: Percent

    @property
    def parameters(self) -> dict[str, float]:
        """See `Operator.parameters`."""
        return {"mutation_rate": self.percent / 100}


@mutations.register("reset")
@dataclass(frozen=True)
class Reset:
    """Each gene, with a probability of `percent`, is drawn anew from `low` to `high` (Post 1999: the first plan)."""

    percent: Percent
    low: Weight
    high: Weight

    def __post_init__(self) -> None:
        _check_range(self.low, self.high)

    @property
    def parameters(self) -> dict[str, float]:
        """See `Operator.parameters`."""
        return {"mutation_rate": self.percent / 100, "reset": True, "reset_low": self.low, "reset_high": self.high}


def _check_range(low: int, high: int) -> None:
    """ConfigError for an empty range."""
    if low > high:
        raise ConfigError(f"low, high: {low} is above {high}")
