"""Kind of table of the numbers of 3x3 games by result and length, beside those that the document prints."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.messages import choices
from tttcore.pipeline.published_data import read_printed
from tttcore.pipeline.study import Study
from tttcore.stats.tables.kind import Kind, kinds
from tttcore.studies.mrugala2020.combinations import COUNTINGS, combinations

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("combinations")
@dataclass(frozen=True, kw_only=True)
class Combinations(Kind):
    """Numbers of games by result and length, counted exactly.

    Attributes
    ----------
    printed : name of the document's table of them.
    counted : by way of counting, see `combinations`, the name to compare with in that table's column ``table``.
    """

    caption: str = "Games of 3x3 by their end: all of them, and two ways to count them up to symmetry"
    columns: ClassVar = {
        "counted": "Counted",
        "outcome": "Outcome",
        "games": "Ours",
        "published_games": "Published",
        "percent": "Percent",
        "published_percent": "Published",
        "difference": "Ours less published",
    }
    printed: str
    counted: dict

    def __post_init__(self) -> None:
        if not self.counted:
            raise ValueError("counted: needs one or more")
        for way in self.counted:
            if way not in COUNTINGS:
                raise ValueError(f"counted.{way}: no such way of counting{choices(way, list(COUNTINGS))}")

    @property
    def published_tables(self) -> tuple[str, ...]:
        """See `Kind.published_tables`."""
        return (self.printed,)

    def check(self, study: Study) -> None:
        """See `Kind.check`."""
        read_printed(study.config["published"]["tables"][self.printed], self.counted)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        printed = read_printed(evidence.published["tables"][self.printed], self.counted)
        return combinations(evidence.states, printed, self.counted)
