"""The table of what it costs to look further ahead late in a game."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.analysis.kinds.kind import Kind, kinds
from tttcore.base.registry import Between, ConfigError

if TYPE_CHECKING:
    from tttcore.analysis.evidence import Evidence


@kinds.register("deepening")
@dataclass(frozen=True, kw_only=True)
class Deepening(Kind):
    """The work of a treatment's searches before and after they go deeper.

    Attributes
    ----------
    treatment : which.
    last : step after which they do.
    resamples : of the bootstrap.
    """

    treatment: str
    last: Annotated[int, Between(1, 79)]
    resamples: Annotated[int, Between(100)] = 2000
    caption: str = "Positions looked at before and after searches go deeper (95% intervals over games)"
    columns: ClassVar = {
        "fact": "Fact",
        "value": "Value",
        "value_low": "low",
        "value_high": "high",
        "how": "What it is",
    }
    engine: ClassVar = "nine_board"

    @property
    def shows(self) -> Sequence[str]:
        """See `Kind.shows`."""
        return (self.treatment,)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.analysis.deepening import deepening

        traces = evidence.traces[evidence.traces["treatment"] == self.treatment]
        if traces.empty:
            raise ConfigError(f"treatment: {self.treatment!r} has no measured searches; set its measured to true")
        if not (traces["depth"] > 1).any():
            raise ConfigError(f"treatment: {self.treatment!r} looks no further than one ply; needs deeper searches")
        return deepening(traces, self.last, resamples=self.resamples, rng=evidence.stream("deepening", self.treatment))
