"""Tables about games of Genies and MinMax against others."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.registry import Between, ConfigError
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.games.lattice import Lattice
    from tttcore.stats.evidence import Evidence

_SHARES: Mapping[str, str] = {
    "opponent": "Opponent",
    "seat": "Moves",
    "n": "Games",
    **with_interval("won", "Won"),
    "drawn": "Drawn",
    "lost": "Lost",
    "nodes": "Positions per move of MinMax",
}


@dataclass(frozen=True, kw_only=True)
class OfGames(Kind):
    """A kind of table about games on the boards of some treatments.

    Attributes
    ----------
    treatments : which.
    games : in each seat against a random player.
    depths : of MinMax, moves that it looks ahead.
    largest_board : most cells of a board that MinMax plays on.
    """

    treatments: list[str]
    games: Annotated[int, Between(1)] = 20
    depths: Annotated[list[int], Between(1, 6)] = field(default_factory=lambda: [2, 3])
    largest_board: Annotated[int, Between(1, 4096)] = 64

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return self.treatments

    def lattices(self, evidence: "Evidence") -> "dict[str, Lattice]":
        """Board of each treatment."""
        from tttcore.games.lattice import Lattice

        recipes = {treatment: evidence.recipes[treatment] for treatment in self.treatments}
        return {treatment: Lattice(recipe["edge"], recipe["dimensions"]) for treatment, recipe in recipes.items()}


@kinds.register("contests")
@dataclass(frozen=True, kw_only=True)
class Contests(OfGames):
    """Each run's champion against random players, the first free cell, strategy 3 and MinMax."""

    caption: str = (
        "Games of the best Genies of all runs (95% intervals); MinMax looks so many moves ahead with the genes of "
        "strategy 3"
    )
    columns: ClassVar = {"treatment": "Treatment", **_SHARES}

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`; each treatment has a random stream of its own."""
        from tttcore.engines.genies.stats.matches import OPPONENTS, champions, contests, far_sighted

        parts = []
        for treatment, lattice in self.lattices(evidence).items():
            players = champions(evidence.runs[evidence.runs["treatment"] == treatment])
            ahead = far_sighted(lattice, self.depths) if lattice.cells <= self.largest_board else {}
            rng = evidence.stream("contests", treatment)
            table = contests(lattice, players, {**OPPONENTS, **ahead}, games=self.games, rng=rng)
            parts.append(table.assign(treatment=treatment))
        return pd.concat(parts)


@kinds.register("minmax")
@dataclass(frozen=True, kw_only=True)
class MinMaxAlone(OfGames):
    """MinMax on each of the treatments' boards, against random players and strategy 3."""

    caption: str = "MinMax with the genes of strategy 3, looking so many moves ahead, beside strategy 3 (95% intervals)"
    columns: ClassVar = {"edge": "Edge", "dimensions": "Dimensions", "player": "Player", **_SHARES}

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`; each board has a random stream of its own."""
        from tttcore.engines.genies.stats.matches import minmax

        parts = []
        for lattice in dict.fromkeys(self.lattices(evidence).values()):
            if lattice.cells <= self.largest_board:
                rng = evidence.stream("minmax", f"{lattice.edge}^{lattice.dimensions}")
                table = minmax(lattice, self.depths, games=self.games, rng=rng)
                parts.append(table.assign(edge=lattice.edge, dimensions=lattice.dimensions))
        if not parts:
            raise ConfigError(f"largest_board: {self.largest_board}; all boards of the treatments have more cells")
        return pd.concat(parts)
