"""Tables of what happens on the way, whatever the engine."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import pandas as pd

from tttcore.pipeline.registry import Between
from tttcore.stats.tables.kind import ForTreatments, kinds

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("courses")
@dataclass(frozen=True, kw_only=True)
class Courses(ForTreatments):
    """Median and band of a column of the traces, step by step.

    Attributes
    ----------
    column : of the traces.
    of : columns that add up to what it is a share of; none to take it as it is.
    points : steps of each treatment at most.
    """

    caption: str = "On the way: the median over runs, and where 95% of them are"
    column: str
    of: list[str] = field(default_factory=list)
    points: Annotated[int, Between(2)] = 200

    @property
    def follows(self) -> Sequence[str]:
        """See `Kind.follows`."""
        return [self.column, *self.of]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.trajectories import courses

        found = courses(evidence.trace_rows, self.column, of=self.of, points=self.points, treatments=self.treatments)
        return self.chosen(found)
