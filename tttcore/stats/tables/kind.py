"""Base classes and registry of the kinds of tables that a study's file can ask for."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import pandas as pd

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.pipeline.study import Study

if TYPE_CHECKING:
    from tttcore.stats.comparison import Groups
    from tttcore.stats.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of table; its fields are the options in a study's file.

    Statistics libraries take seconds to import, and options are checked each time that a workflow is planned, so kinds
    import the functions that compute them inside their methods.

    Attributes
    ----------
    caption : description of the table on the page.
    columns : labels of the columns that the page shows; a page only links to a table without any.
    needs_published : whether it needs the document's runs.
    """

    caption: str
    columns: ClassVar[Mapping[str, str]] = {}
    needs_published: ClassVar[bool] = False

    @property
    def published_tables(self) -> Sequence[str]:
        """Names of the document's tables that it reads."""
        return ()

    @property
    def comparison_names(self) -> Sequence[str]:
        """Names of the comparisons that its options ask for."""
        return ()

    @property
    def treatment_names(self) -> Sequence[str]:
        """Names of the treatments that its options ask for; empty for all."""
        return ()

    @property
    def trace_columns(self) -> Sequence[str]:
        """Names of the columns of the traces that it reads."""
        return ()

    def check(self, study: Study) -> None:  # noqa: B027 - most kinds have nothing to check
        """Raise ConfigError if the study lacks data that it needs: the document's files, treatments' parameters."""

    def treatments_of(self, row: Mapping[str, Any]) -> Sequence[str]:
        """Names of the treatments behind a row whose columns name none: by default `treatment_names`."""
        return self.treatment_names

    @abstractmethod
    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """Compute the table; if it covers several sets of samples, its column ``set`` names them."""


class PerSet(Kind):
    """A kind of table that is computed for each set of samples on its own."""

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return evidence.per_set(self.of)

    @abstractmethod
    def of(self, groups: "Groups") -> pd.DataFrame:
        """Compute the rows of one set."""


@dataclass(frozen=True, kw_only=True)
class ForTreatments(Kind):
    """A kind of table about the treatments that are named.

    Attributes
    ----------
    treatments : in the order of the rows; without names all treatments that have the data.
    """

    treatments: list[str] = field(default_factory=list)

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return self.treatments

    def chosen(self, table: pd.DataFrame) -> pd.DataFrame:
        """Select the rows of the treatments; ConfigError for one without rows, or for a table without rows."""
        present = table["treatment"].unique().tolist()
        if not present:
            raise ConfigError("treatments: none has such data")
        for treatment in self.treatments:
            if treatment not in present:
                raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {', '.join(present)}")
        return pd.concat([table[table["treatment"] == name] for name in self.treatments or present])


def labelled(*columns: str) -> dict[str, str]:
    """Labels of columns that are named in words, such as Mean rank of ``mean_rank``, for `Kind.columns`."""
    return {column: column.replace("_", " ").capitalize() for column in columns}


def with_interval(column: str, label: str) -> dict[str, str]:
    """Labels of a column and of the ends of its interval, `<column>_low` and `<column>_high`, for `Kind.columns`."""
    return {column: label, f"{column}_low": "low", f"{column}_high": "high"}


kinds: Registry[Kind] = Registry("kind of table", registered_in("tttcore.stats.tables", "tables"))
