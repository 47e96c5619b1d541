"""Kinds of tables of the document's shares of wins beside ours, and of the readings that reproduce them."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, get_args

import pandas as pd

from tttcore.engines.tabular.stats.draw_counting import Counting, When
from tttcore.games.seats import SEATS
from tttcore.pipeline.messages import choices
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class OfPrinted(Kind):
    """A kind of table about the shares of wins that the document prints.

    Attributes
    ----------
    rows : printed shares of ``first`` and ``second``, by the treatment that stands for the document's test.
    """

    rows: dict

    def __post_init__(self) -> None:
        if not self.rows:
            raise ValueError("rows: needs one or more")
        for treatment, shares in self.rows.items():
            if not isinstance(shares, Mapping) or {*shares} != {*SEATS}:
                raise ValueError(f"rows.{treatment}: {shares!r} is not allowed; needs {' and '.join(SEATS)}")
            for seat, share in shares.items():
                if isinstance(share, bool) or not isinstance(share, int | float) or not 0 <= share <= 1:
                    raise ValueError(f"rows.{treatment}.{seat}: {share!r} is not allowed; needs a number from 0 to 1")

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return [*self.rows]


@kinds.register("published_results")
@dataclass(frozen=True, kw_only=True)
class PublishedResults(OfPrinted):
    """Parameters and shares of wins of the document's tests beside ours.

    Attributes
    ----------
    countings : readings of draws, in their order.
    """

    caption: str = (
        "The document's parameters and shares of wins, and ours (95% intervals over sessions) in all of training, in "
        "its last tenth and with exploration off"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "board": "Board",
        "games": "Games",
        "need": "Need",
        "limiter": "Limiter",
        "step": "Step",
        "exploration": "Exploration",
        "published_first": "Published first",
        "published_second": "second",
        "counting": "Draws",
        "n": "Sessions",
        **with_interval("all_first", "All: first"),
        "all_second": "second",
        **with_interval("last_first", "Last: first"),
        "last_second": "second",
        **with_interval("off_first", "Off: first"),
        "off_second": "second",
    }
    countings: list[Counting] = field(default_factory=lambda: [*get_args(Counting)])

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.published import published_results

        return published_results(evidence.runs, evidence.recipes, self.rows, self.countings)


@kinds.register("reading_of_published")
@dataclass(frozen=True, kw_only=True)
class ReadingOfPublished(OfPrinted):
    """Readings of the document that reproduce each of its results.

    Attributes
    ----------
    readings : comparison whose treatments may explain a result, by the treatment that stands for it; without one
        that treatment alone is tried.
    when : games that a result may be of: ``all`` of training, its ``last`` tenth, or with exploration ``off``.
    """

    caption: str = (
        "Which treatment, counting of draws and choice of games comes closest to each of the document's results, whose "
        "95% intervals reach within half a percent of it, and which have a session that would print it"
    )
    columns: ClassVar = {
        "result": "Result",
        "published_first": "Published first",
        "published_second": "second",
        "readings": "Readings",
        "treatment": "Closest",
        "counting": "Draws",
        "when": "Games",
        **with_interval("share", "First player"),
        "second": "Second",
        "distance": "Distance",
        "contained": "Contained by",
        "contained_by": "which",
        "printed": "Printed by",
        "printed_by": "which",
    }
    readings: dict = field(default_factory=dict)
    when: list[When] = field(default_factory=lambda: [*get_args(When)])

    def __post_init__(self) -> None:
        super().__post_init__()
        for result in self.readings:
            if result not in self.rows:
                raise ValueError(f"readings: {result!r} is not among the rows{choices(result, list(self.rows))}")

    @property
    def comparison_names(self) -> Sequence[str]:
        """See `Kind.comparison_names`."""
        return [*self.readings.values()]

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.tabular.stats.published import reading_of_published

        tried = {
            result: [*evidence.comparisons[self.readings[result]].values()] if result in self.readings else [result]
            for result in self.rows
        }
        return reading_of_published(evidence.runs, self.rows, tried, self.when)
