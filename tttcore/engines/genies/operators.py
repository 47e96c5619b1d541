"""What a Genies' recipe chooses by name: how genes start, are scored, passed on and changed.

A whole run is one kernel, so an operator is not called. It gives the kernel its numbers, the fields of `Plan`.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal, NamedTuple, Protocol

import numpy as np

from tttcore.engines.genies.players.linear import Genes, strategy_3_genes
from tttcore.games.lattice import Lattice
from tttcore.pipeline.registry import Between, ConfigError, Registry

Percent = Annotated[float, Between(0, 100)]
Weight = Annotated[int, Between(-1000, 1000)]


class Plan(NamedTuple):
    """Numbers of a run as the kernel takes them; what the operators set is explained there."""

    static: int
    games: int
    generations: int
    draws_win: bool
    every: int
    unofficial_games: int
    remember: bool
    lifetime: bool = False
    whole: bool = False
    ageing: float = 0.0
    roulette: bool = False
    everyone: bool = False
    crossed: float = 0.0
    mutated: float = 0.0
    reset: bool = False
    low: int = 0
    high: int = 0


class Operator(Protocol):
    """Any choice that tells the kernel something."""

    @property
    def plan(self) -> dict[str, float]:
        """Fields of `Plan` that it sets."""
        ...


class Start(Protocol):
    """Genes of the first evolving Genies (Post 1999, Results)."""

    def genes(self, lattice: Lattice, rng: "Draws", count: int) -> Genes:
        """(count, 2 edge) genes."""
        ...

    def largest(self, lattice: Lattice) -> int:
        """Largest size of a gene."""
        ...


class Draws(Protocol):
    """Where random genes come from."""

    def __call__(self, choices: int) -> int:
        """One of so many numbers, from 0."""
        ...


starts: Registry[Start] = Registry("start")


@starts.register("uniform")
@dataclass(frozen=True)
class Uniform:
    """Each gene a whole number from `low` to `high`, each as likely."""

    low: Weight
    high: Weight

    def __post_init__(self) -> None:
        _check_range(self.low, self.high)

    def genes(self, lattice: Lattice, rng: Draws, count: int) -> Genes:
        """See `Start.genes`."""
        drawn = [self.low + rng(self.high - self.low + 1) for _ in range(count * 2 * lattice.edge)]
        return np.array(drawn, np.int64).reshape(count, -1)

    def largest(self, lattice: Lattice) -> int:
        """See `Start.largest`."""
        return max(abs(self.low), abs(self.high))


@starts.register("zeros")
@dataclass(frozen=True)
class Zeros:
    """All genes 0: every cell is worth the same."""

    def genes(self, lattice: Lattice, rng: Draws, count: int) -> Genes:
        """See `Start.genes`."""
        return np.zeros((count, 2 * lattice.edge), np.int64)

    def largest(self, lattice: Lattice) -> int:
        """See `Start.largest`."""
        return 0


@starts.register("strategy_3")
@dataclass(frozen=True)
class Strategy3:
    """The genes that play like the static family: win or else block."""

    def genes(self, lattice: Lattice, rng: Draws, count: int) -> Genes:
        """See `Start.genes`."""
        return np.tile(strategy_3_genes(lattice), (count, 1))

    def largest(self, lattice: Lattice) -> int:
        """See `Start.largest`."""
        return int(strategy_3_genes(lattice).max())


scores: Registry[Operator] = Registry("score")


@scores.register("halved")
@dataclass(frozen=True)
class Halved:
    """lifeScore of wins, losses and draws that are halved before each generation (Post 1999, Results).

    Attributes
    ----------
    division : of the lifeScore, ``real``, or ``integer`` as whole numbers divide in C++, toward zero.
    """

    division: Literal["real", "integer"] = "real"

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"whole": self.division == "integer"}


@scores.register("lifetime")
@dataclass(frozen=True)
class Lifetime:
    """lifeScore of all games of a life, less `ageing` for each generation lived: the first plan (Post 1999, Results).

    The static family, which is immortal, doesn't age.
    """

    ageing: Annotated[float, Between(0, 201)]

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"lifetime": True, "ageing": float(self.ageing)}


successions: Registry[Operator] = Registry("replacement of Genies")


@successions.register("worst")
@dataclass(frozen=True)
class Worst:
    """The worst of the evolving family dies, the best passes on its genes; ties to the first (`LeDorVaDor`).

    Attributes
    ----------
    best_of : ``family``, or ``everyone``, the static family too.
    """

    best_of: Literal["family", "everyone"] = "family"

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"everyone": self.best_of == "everyone"}


@successions.register("roulette")
@dataclass(frozen=True)
class Roulette:
    """Within the family, who dies is drawn in proportion to 202 - score, who passes on genes to the score.

    The first plan: lifeScore and chance together (Post 1999, Methods). Scores count from 1 to 201.
    """

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"roulette": True}


crossings: Registry[Operator] = Registry("inheritance")


@crossings.register("copy")
@dataclass(frozen=True)
class Copy:
    """One parent."""

    plan: ClassVar[dict[str, float]] = {}


@crossings.register("crossing")
@dataclass(frozen=True)
class Crossing:
    """Two parents, the best and the second best: each gene is the second's with a chance of `share`.

    Suggested as sexual reproduction (Post 1999, Discussion).
    """

    share: Annotated[float, Between(0, 1)] = 0.5

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"crossed": float(self.share)}


drifts: Registry[Operator] = Registry("mutation of Genies")


@drifts.register("drift")
@dataclass(frozen=True)
class Drift:
    """Each gene, at a chance of `percent`, changes by -1, 0 or 1, each as likely (`Mutate`)."""

    percent: Percent

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"mutated": self.percent / 100}


@drifts.register("reset")
@dataclass(frozen=True)
class Reset:
    """Each gene, at a chance of `percent`, is drawn anew from `low` to `high`: the first plan (Post 1999, Results)."""

    percent: Percent
    low: Weight
    high: Weight

    def __post_init__(self) -> None:
        _check_range(self.low, self.high)

    @property
    def plan(self) -> dict[str, float]:
        """See `Operator.plan`."""
        return {"mutated": self.percent / 100, "reset": True, "low": self.low, "high": self.high}


def _check_range(low: int, high: int) -> None:
    if low > high:
        raise ConfigError(f"low, high: {low} is above {high}")
