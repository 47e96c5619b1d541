"""Tables about games on nine boards: what searches take, how games end, how strong players are."""

# ruff: noqa: PLC0415 - see `Kind`

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.analysis.kinds.kind import Kind, kinds
from tttcore.base.registry import Between, ConfigError

if TYPE_CHECKING:
    from tttcore.analysis.evidence import Evidence
    from tttcore.analysis.ratings import Players


class OfNineBoard(Kind):
    """A kind of table for studies of games on nine boards."""

    engine: ClassVar = "nine_board"


@dataclass(frozen=True, kw_only=True)
class OfTreatments(OfNineBoard):
    """A kind of table about some treatments.

    Attributes
    ----------
    treatments : which, in their order; if none is named, all that have what it takes.
    """

    treatments: list[str] = field(default_factory=list)

    @property
    def shows(self) -> Sequence[str]:
        """See `Kind.shows`."""
        return self.treatments

    def chosen(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of the treatments; ConfigError for one that has none, or if none has any."""
        there = table["treatment"].unique().tolist()
        if not there:
            raise ConfigError("treatments: none has such data")
        for treatment in self.treatments:
            if treatment not in there:
                raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {', '.join(there)}")
        return pd.concat([table[table["treatment"] == name] for name in self.treatments or there])


@kinds.register("game_lengths")
@dataclass(frozen=True, kw_only=True)
class GameLengths(OfTreatments):
    """How long games are and how they end.

    Attributes
    ----------
    beyond : games of more moves than each of these are counted.
    """

    caption: str = "Moves of a game, and shares of games that are longer, end one way, or miss a win (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "n": "Games",
        "mean": "Mean or share",
        "mean_low": "low",
        "mean_high": "high",
        "sd": "SD",
        "median": "Median",
        "minimum": "Min",
        "maximum": "Max",
    }
    beyond: Annotated[list[int], Between(0, 81)] = field(default_factory=lambda: [40, 48])

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.outcomes import game_lengths

        return game_lengths(self.chosen(evidence.runs), self.beyond)


@kinds.register("openings")
@dataclass(frozen=True, kw_only=True)
class Openings(OfTreatments):
    """Whether the first move matters."""

    caption: str = (
        "Games that X wins by its first move (95% intervals), each by itself and by class of moves that are alike up "
        "to symmetry; chi-squared tests that all are as good"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "by": "By",
        "opening": "First move (board-cell)",
        "openings": "Openings",
        "n": "Games",
        "won": "X wins",
        "won_low": "low",
        "won_high": "high",
        "statistic": "χ²",
        "df": "df",
        "p": "p",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.outcomes import openings

        return openings(self.chosen(evidence.runs))


@kinds.register("proofs")
@dataclass(frozen=True, kw_only=True)
class Proofs(OfTreatments):
    """By which ply the winner of games is proved."""

    caption: str = "Games whose winner is proved from each ply on (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "ply": "Ply",
        "open": "Games still open",
        "open_proved": "of these proved",
        "open_proved_low": "low",
        "open_proved_high": "high",
        "proved": "Of all proved by then",
        "proved_low": "low",
        "proved_high": "high",
        "won_by_x": "of these X wins",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.outcomes import asked, proofs

        return proofs(self.chosen(asked(evidence.runs)))


@kinds.register("proof_summary")
@dataclass(frozen=True, kw_only=True)
class ProofSummary(OfTreatments):
    """How early the winner of games is proved."""

    caption: str = "First ply from which the winner of a game is proved (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Games",
        "earliest": "Earliest",
        "ply": "Median",
        "ply_low": "low",
        "ply_high": "high",
        "latest": "Latest",
        "before_end": "Moves before the end",
        "won_by_x": "X is proved to win",
        "kept": "Ends as proved",
        "nodes": "Positions looked at",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.outcomes import asked, proof_summary

        return proof_summary(self.chosen(asked(evidence.runs)))


@kinds.register("work_by_move")
@dataclass(frozen=True, kw_only=True)
class WorkByMove(OfTreatments):
    """Positions that are looked at for each move of a game."""

    caption: str = "Positions looked at for each move, means over games (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "step": "Move",
        "n": "Games",
        "depth": "Depth",
        "nodes": "With pruning",
        "nodes_low": "low",
        "nodes_high": "high",
        "unpruned": "Without",
        "unpruned_low": "low",
        "unpruned_high": "high",
        "saved": "Saved",
        "saved_low": "low",
        "saved_high": "high",
        "cut": "Branches cut",
        "in_order": "Pruned, moves in order",
        "ordered": "Engine with table",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.searches import work_by_move

        return work_by_move(self.chosen(evidence.traces))


@dataclass(frozen=True, kw_only=True)
class Resampled(OfTreatments):
    """A kind of table with intervals from resampled games; each of its rows has a random stream of its own.

    Attributes
    ----------
    resamples : of the bootstrap.
    """

    resamples: Annotated[int, Between(100)] = 2000


@kinds.register("pruning")
@dataclass(frozen=True, kw_only=True)
class Pruning(Resampled):
    """What pruning saves."""

    caption: str = (
        "Positions looked at with pruning and without, for the same moves: how often they are fewer, means, and their "
        "ratio; share of the valued positions that end the game (95% intervals over games)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "depth": "Depth",
        "games": "Games",
        "moves": "Moves",
        "fewer": "Fewer",
        "equal": "As many",
        "larger": "More",
        "nodes": "With pruning",
        "unpruned": "Without",
        "cut": "Branches cut",
        "ratio": "Ratio",
        "ratio_low": "low",
        "ratio_high": "high",
        "ends": "Ends",
        "ends_low": "low",
        "ends_high": "high",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.searches import pruning

        streams = partial(evidence.stream, "pruning")
        return pruning(self.chosen(evidence.traces), resamples=self.resamples, streams=streams)


@kinds.register("shuffling")
@dataclass(frozen=True, kw_only=True)
class Shuffling(Resampled):
    """Whether shuffled moves are pruned better than moves in rising order."""

    caption: str = (
        "Positions looked at with moves in rising order and shuffled, for the same moves: how often shuffling needs "
        "fewer, and how many times as many it saves (above 1 it helps; 95% intervals over games)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "depth": "Depth",
        "games": "Games",
        "moves": "Moves",
        "better": "Fewer",
        "equal": "As many",
        "worse": "More",
        "gain": "Gain of a move",
        "gain_low": "low",
        "gain_high": "high",
        "total": "Gain over all",
        "total_low": "low",
        "total_high": "high",
        "p_holm": "Wilcoxon p, Holm",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.searches import shuffling

        streams = partial(evidence.stream, "shuffling")
        return shuffling(self.chosen(evidence.traces), resamples=self.resamples, streams=streams)


@dataclass(frozen=True, kw_only=True)
class OfLeague(OfNineBoard):
    """A kind of table about a treatment in which all players meet.

    Attributes
    ----------
    treatment : which.
    """

    treatment: str

    @property
    def shows(self) -> Sequence[str]:
        """See `Kind.shows`."""
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
        "rating": "Rating",
        "rating_low": "low",
        "rating_high": "high",
        "n": "Games",
        "won": "Won",
        "drawn": "Drawn",
        "lost": "Lost",
        "score": "Score",
    }

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfLeague.of`."""
        from tttcore.analysis.ratings import ratings

        return ratings(games, players)


_DIFFERENCES: Mapping[str, str] = {
    "a": "First",
    "b": "Second",
    "difference": "Difference",
    "difference_low": "low",
    "difference_high": "high",
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
        from tttcore.analysis.ratings import rating_differences

        return rating_differences(games, players)


@kinds.register("heuristic_differences")
@dataclass(frozen=True, kw_only=True)
class HeuristicDifferences(OfLeague):
    """How far players of any two heuristics are apart, over the depths that both have."""

    caption: str = "Differences of ratings between heuristics at the same depth, on average, in Elo (95% intervals)"
    columns: ClassVar = {**_DIFFERENCES, "depths": "Depths"}

    def of(self, games: pd.DataFrame, players: "Players") -> pd.DataFrame:
        """See `OfLeague.of`."""
        from tttcore.analysis.ratings import heuristic_differences

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
        from tttcore.analysis.ratings import crosstable

        return crosstable(games, players)
