"""What kinds of tables about games on nine boards have in common."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pandas as pd

from tttcore.analysis.kinds.kind import Kind
from tttcore.base.registry import ConfigError


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
