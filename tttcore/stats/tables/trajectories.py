"""Kinds of tables of trajectories: quantities of the traces step by step."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.stats.tables.kind import ForTreatments, kinds

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("courses")
@dataclass(frozen=True, kw_only=True)
class Trajectories(ForTreatments):
    """Median and middle 95% over runs of a column of the traces, step by step.

    Attributes
    ----------
    column : name of the column.
    of : columns whose sum divides it, which makes it a share; none to take it as it is.
    points : most steps of each treatment.
    """

    caption: str = "Median over runs and the middle 95% of them, step by step"
    column: str
    of: list[str] = field(default_factory=list)
    points: Annotated[int, Between(2)] = 200

    @property
    def trace_columns(self) -> Sequence[str]:
        """See `Kind.trace_columns`."""
        return [self.column, *self.of]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.stats.trajectories import trajectories

        return self.chosen(
            trajectories(evidence.trace_rows, self.column, of=self.of, points=self.points, treatments=self.treatments)
        )
