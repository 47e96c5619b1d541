"""Kinds of tables of value-table sizes, collisions of keys, and training games."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import ForTreatments, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("table_sizes")
@dataclass(frozen=True, kw_only=True)
class TableSizes(ForTreatments):
    """Numbers of stored values by games of training.

    Attributes
    ----------
    games : games of training to show; the end is always shown.
    """

    caption: str = "Stored estimates of both policies (95% intervals over sessions), and of how many positions"
    columns: ClassVar = {
        "treatment": "Treatment",
        "games": "Games",
        "n": "Sessions",
        **with_interval("entries", "Estimates"),
        "per_game": "per game",
        **with_interval("new", "New per game"),
        "positions": "Positions",
        "share": "Share stored",
    }
    games: Annotated[list[int], Between(1)]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.storage import table_sizes

        return table_sizes(self.chosen(evidence.traces), self.games, evidence.recipes, evidence.states)


@kinds.register("collisions")
@dataclass(frozen=True, kw_only=True)
class Collisions(ForTreatments):
    """Collisions of keys."""

    caption: str = "Look-ups that met the estimate of another position (95% intervals over sessions)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "key": "Key",
        "n": "Sessions",
        "entries": "Estimates",
        **with_interval("collisions", "Collisions"),
        "most": "Most",
        **with_interval("none", "Sessions without"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.storage import collisions

        return collisions(self.chosen(evidence.runs), evidence.recipes)


@kinds.register("training_games")
@dataclass(frozen=True, kw_only=True)
class TrainingGames(ForTreatments):
    """Length, draws and growing areas of training games."""

    caption: str = "Games of training: marks, draws, and games whose area grows (95% intervals over sessions)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Sessions",
        "games": "Games",
        **with_interval("marks", "Marks"),
        **with_interval("drawn", "Drawn"),
        **with_interval("grown", "Area grows"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.storage import training_games

        return training_games(self.chosen(evidence.runs))
