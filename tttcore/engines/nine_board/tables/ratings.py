"""Tables of how strong players of nine boards are."""

# ruff: noqa: PLC0415 - see `Kind`

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.registry import ConfigError
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence
    from tttcore.stats.ratings import Players


@dataclass(frozen=True, kw_only=True)
class OfLeague(Kind):
    """A kind of table about a treatment in which all players meet.

    Attributes
    ----------
    treatment : which.
    """

    treatment: str

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return (self.treatment,)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        players: Players = evidence.recipes[self.treatment]["players"]
        if len(players) < 2:
            raise ConfigError(f"treatment: {self.treatment!r} has a single player; needs two or more")
        return self.of(evidence.runs[evidence.runs["treatment"] == self.treatment], players)

    @abstractmethod
    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """Compute the table from the treatment's games."""


@kinds.register("ratings")
@dataclass(frozen=True, kw_only=True)
class Ratings(OfLeague):
    """How strong players are."""

    caption: str = (
        "Ratings from games between all players, in Elo around 0 (Bradley and Terry's model, 95% intervals); last what "
        "moving first is worth"
    )
    columns: ClassVar = {
        "player": "Player",
        **with_interval("rating", "Rating"),
        "n": "Games",
        "won": "Won",
        "drawn": "Drawn",
        "lost": "Lost",
        "score": "Score",
    }

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfLeague.of`."""
        from tttcore.stats.ratings import ratings

        return ratings(games, players)


_DIFFERENCES: Mapping[str, str] = {
    "a": "First",
    "b": "Second",
    **with_interval("difference", "Difference"),
    "p": "p",
    "p_holm": "p, Holm",
}


@kinds.register("rating_differences")
@dataclass(frozen=True, kw_only=True)
class RatingDifferences(OfLeague):
    """How far the ratings of any two players are apart."""

    caption: str = "Differences of ratings, first minus second, in Elo (95% intervals)"
    columns: ClassVar = _DIFFERENCES

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfLeague.of`."""
        from tttcore.stats.ratings import rating_differences

        return rating_differences(games, players)


@kinds.register("heuristic_differences")
@dataclass(frozen=True, kw_only=True)
class HeuristicDifferences(OfLeague):
    """How far players of any two heuristics are apart, over the depths that both have."""

    caption: str = "Differences of ratings between heuristics at the same depth, on average, in Elo (95% intervals)"
    columns: ClassVar = {**_DIFFERENCES, "depths": "Depths"}

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfLeague.of`."""
        from tttcore.stats.ratings import heuristic_differences

        return heuristic_differences(games, players)


@kinds.register("crosstable")
@dataclass(frozen=True, kw_only=True)
class Crosstable(OfLeague):
    """What every player made of its games with every other."""

    caption: str = "Games of every player with every other, in both seats"
    columns: ClassVar = {
        "player": "Player",
        "opponent": "Opponent",
        "n": "Games",
        "won": "Won",
        "drawn": "Drawn",
        "lost": "Lost",
        "score": "Score",
    }

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfLeague.of`."""
        from tttcore.stats.ratings import crosstable

        return crosstable(games, players)
