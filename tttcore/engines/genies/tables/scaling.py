"""Tables of how the work of a game grows with the board."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.games.lattice_series import Series, read_series
from tttcore.pipeline.registry import Between
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


COUNTED = {"incremental": "touched", "recount": "looked"}
"""Column of the lines that each player looks at."""


@dataclass(frozen=True, kw_only=True)
class OfSizes(Kind):
    """A kind of table about games on boards that grow.

    Attributes
    ----------
    sizes : series of boards by name, each with ``edge`` and ``dimensions``, one of them a list.
    games : for each board.
    """

    sizes: dict
    games: Annotated[int, Between(2)]

    def __post_init__(self) -> None:
        self.series  # noqa: B018 - a mistake is told before anything runs

    @property
    def series(self) -> Mapping[str, Series]:
        """Boards of each series."""
        return {name: read_series(settings, f"sizes.{name}") for name, settings in self.sizes.items()}

    def played(self, evidence: "Evidence") -> pd.DataFrame:
        """A row per game, see `stats.scaling.series_work`."""
        from tttcore.engines.genies.stats.scaling import series_work

        return series_work(evidence.study, evidence.seed, tuple(self.series.items()), self.games)


@kinds.register("work")
@dataclass(frozen=True, kw_only=True)
class Work(OfSizes):
    """What games take, counted."""

    caption: str = "Games between random Genies: moves, and lines looked at by counting anew and by keeping count"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return self.played(evidence)


@kinds.register("laws")
@dataclass(frozen=True, kw_only=True)
class Laws(OfSizes):
    """By what law the work grows that the document's way of playing takes, and ours."""

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
        from tttcore.engines.genies.stats.scaling import laws

        games = self.played(evidence)
        return pd.concat([laws(games, "x", y, "series").assign(counted=name) for name, y in COUNTED.items()])
