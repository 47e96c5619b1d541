"""What every kind of table has in common."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from tttcore.pipeline.registry import ConfigError, Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.pipeline.study import Study

if TYPE_CHECKING:
    from tttcore.stats.comparison import Groups
    from tttcore.stats.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of table with its options.

    Statistics libraries take seconds to import, and options are checked each time that anything is planned; so
    kinds import what computes them where they use it.

    Attributes
    ----------
    caption : says on the page what the table shows.
    columns : which columns the page shows, and how it labels them; without any it links to the table.
    needs_published : whether it is about the document's runs, and can't be made where none are given.
    """

    caption: str
    columns: ClassVar[Mapping[str, str]] = {}
    needs_published: ClassVar[bool] = False

    @property
    def reads(self) -> Sequence[str]:
        """Names of the document's tables that it is made from."""
        return ()

    @property
    def compares(self) -> Sequence[str]:
        """Names of the comparisons that it is about."""
        return ()

    @property
    def shows(self) -> Sequence[str]:
        """Names of the treatments that it is about, where it isn't about all."""
        return ()

    @property
    def follows(self) -> Sequence[str]:
        """Names of the columns of the traces that it is asked for."""
        return ()

    def check(self, study: Study) -> None:  # noqa: B027 - most kinds are about nothing else
        """ConfigError for a mistake in what it is about: the document's files, treatments' parameters."""

    def about(self, row: Mapping[str, Any]) -> Sequence[str]:
        """Names of the treatments that a row is about, where its columns don't name them: those that it `shows`."""
        return self.shows

    @abstractmethod
    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """Compute the table; where it covers several sets, the column ``set`` names them."""


class PerSet(Kind):
    """A kind of table that is computed for each set of samples by itself."""

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return evidence.per_set(self.of)

    @abstractmethod
    def of(self, groups: "Groups") -> pd.DataFrame:
        """Compute the rows of one set."""


@dataclass(frozen=True, kw_only=True)
class ForTreatments(Kind):
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


def with_interval(column: str, label: str) -> dict[str, str]:
    """Labels of a column and of the ends of its interval, `<column>_low` and `<column>_high`, for `Kind.columns`."""
    return {column: label, f"{column}_low": "low", f"{column}_high": "high"}


kinds: Registry[Kind] = Registry("kind of table", registered_in("tttcore.stats.tables", "tables"))
