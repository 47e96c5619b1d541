"""Kinds of tables about the growth of a game's work with the board."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.games.hypercube_series import Series, read_series
from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


COUNTED = {"incremental": "touched", "recount": "looked"}
"""Column of the number of lines that each player looks at; ``recount`` is the naive evaluator."""


@dataclass(frozen=True, kw_only=True)
class ScalingTable(Kind):
    """Base of kinds of tables about games on boards of growing size.

    Attributes
    ----------
    sizes : series of boards by name, each with ``edge`` and ``dimensions``, one of them a list.
    games : number for each board.
    """

    sizes: dict
    games: Annotated[int, Between(2)]

    def __post_init__(self) -> None:
        self.series  # noqa: B018 - reports a mistake before anything runs

    @property
    def series(self) -> Mapping[str, Series]:
        """Boards of each series."""
        return {name: read_series(settings, f"sizes.{name}") for name, settings in self.sizes.items()}

    def games_played(self, evidence: "Evidence") -> pd.DataFrame:
        """Table of `stats.scaling.series_work`, a row per game."""
        from tttcore.engines.genies.stats.scaling import series_work

        return series_work(evidence.study, evidence.seed, tuple(self.series.items()), self.games)


@kinds.register("work")
@dataclass(frozen=True, kw_only=True)
class Work(ScalingTable):
    """Moves of games and lines looked at, a row per game."""

    caption: str = "Games between random Genies: moves, and lines looked at by counting anew and by keeping count"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return self.games_played(evidence)


@kinds.register("laws")
@dataclass(frozen=True, kw_only=True)
class Laws(ScalingTable):
    """Laws of growth fitted to the work of the naive and of the incremental evaluator."""

    caption: str = "Growth of the work: log work = a + b x (exponential) or a + b log x (power), 95% intervals"
    columns: ClassVar = {
        "counted": "Lines looked at by",
        "series": "Along",
        "law": "Law",
        "n": "Games",
        **with_interval("slope", "b"),
        "r2": "R²",
        "spread": "SD of log work within a size",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genies.stats.scaling import growth_laws

        games = self.games_played(evidence)
        return pd.concat([growth_laws(games, "x", y, "series").assign(counted=name) for name, y in COUNTED.items()])
