"""Kinds of tables about the ratings of nine-board players."""

# ruff: noqa: PLC0415 - see `Kind`

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence
    from tttcore.stats.ratings import Players


@dataclass(frozen=True, kw_only=True)
class OfRoundRobin(Kind):
    """Kind of table about a treatment in which every player plays every other.

    Attributes
    ----------
    treatment : name of the treatment.
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
class Ratings(OfRoundRobin):
    """Ratings of the players."""

    caption: str = (
        "Ratings from games between all players, in Elo around 0 (Bradley and Terry's model, 95% intervals); in the "
        "last row the advantage of moving first"
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
        """See `OfRoundRobin.of`."""
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
class RatingDifferences(OfRoundRobin):
    """Differences between the ratings of any two players."""

    caption: str = "Differences of ratings, first minus second, in Elo (95% intervals)"
    columns: ClassVar = _DIFFERENCES

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfRoundRobin.of`."""
        from tttcore.stats.ratings import rating_differences

        return rating_differences(games, players)


@kinds.register("heuristic_differences")
@dataclass(frozen=True, kw_only=True)
class HeuristicDifferences(OfRoundRobin):
    """Differences between the ratings of any two heuristics, over the depths that both have."""

    caption: str = "Differences of ratings between heuristics at the same depth, on average, in Elo (95% intervals)"
    columns: ClassVar = {**_DIFFERENCES, "depths": "Depths"}

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfRoundRobin.of`."""
        from tttcore.stats.ratings import heuristic_differences

        return heuristic_differences(games, players)


@kinds.register("crosstable")
@dataclass(frozen=True, kw_only=True)
class Crosstable(OfRoundRobin):
    """Results of every player against every other."""

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
        """See `OfRoundRobin.of`."""
        from tttcore.stats.ratings import crosstable

        return crosstable(games, players)
