"""Kinds of tables about games of Genies and MinMax against other players."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.games.hypercube import Hypercube
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
class MatchTable(Kind):
    """Base of kinds of tables about games on the boards of some treatments.

    Attributes
    ----------
    treatments : names of the treatments.
    games : number in each seat against a random player.
    depths : depths of MinMax's search, in moves.
    largest_board : most cells of a board on which MinMax plays.
    """

    treatments: list[str]
    games: Annotated[int, Between(1)] = 20
    depths: Annotated[list[int], Between(1, 6)] = field(default_factory=lambda: [2, 3])
    largest_board: Annotated[int, Between(1, 4096)] = 64

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return self.treatments

    def boards(self, evidence: "Evidence") -> "dict[str, Hypercube]":
        """Board of each treatment."""
        from tttcore.games.hypercube import Hypercube

        recipes = {treatment: evidence.recipes[treatment] for treatment in self.treatments}
        return {treatment: Hypercube(recipe["edge"], recipe["dimensions"]) for treatment, recipe in recipes.items()}


@kinds.register("contests")
@dataclass(frozen=True, kw_only=True)
class Matches(MatchTable):
    """Results of each run's champion against the baseline players and MinMax."""

    caption: str = (
        "Games of the best Genies of all runs (95% intervals); MinMax looks so many moves ahead with the genes of "
        "strategy 3"
    )
    columns: ClassVar = {"treatment": "Treatment", **_SHARES}

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`; every treatment has its own random stream."""
        from tttcore.engines.genies.stats.matches import BASELINES, champions, matches, minmax_players

        parts = []
        for treatment, board in self.boards(evidence).items():
            players = champions(evidence.runs[evidence.runs["treatment"] == treatment])
            searching = minmax_players(board, self.depths) if board.cells <= self.largest_board else {}
            rng = evidence.stream("contests", treatment)
            table = matches(board, players, {**BASELINES, **searching}, games=self.games, rng=rng)
            parts.append(table.assign(treatment=treatment))
        return pd.concat(parts)


@kinds.register("minmax")
@dataclass(frozen=True, kw_only=True)
class MinMaxMatches(MatchTable):
    """Results of MinMax on each of the treatments' boards, against random players and strategy 3."""

    caption: str = "MinMax with the genes of strategy 3, looking so many moves ahead, beside strategy 3 (95% intervals)"
    columns: ClassVar = {"edge": "Edge", "dimensions": "Dimensions", "player": "Player", **_SHARES}

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`; every board has its own random stream."""
        from tttcore.engines.genies.stats.matches import minmax_matches

        parts = []
        for board in dict.fromkeys(self.boards(evidence).values()):
            if board.cells <= self.largest_board:
                rng = evidence.stream("minmax", f"{board.edge}^{board.dimensions}")
                table = minmax_matches(board, self.depths, games=self.games, rng=rng)
                parts.append(table.assign(edge=board.edge, dimensions=board.dimensions))
        if not parts:
            raise ConfigError(f"largest_board: {self.largest_board}; all boards of the treatments have more cells")
        return pd.concat(parts)
