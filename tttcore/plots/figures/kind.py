"""What every kind of figure has in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.registry import ConfigError, Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.plots.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What kinds of figures and of interactive charts have in common.

    Attributes
    ----------
    title : stands above it.
    caption : says in the report what is seen.
    tables : names of the tables of statistics that all of the kind draw.
    traces : names of the columns of the traces that it drawn_tables.
    histories : whether it draws single runs as batches hold them.
    """

    title: str
    caption: str
    tables: ClassVar[Sequence[str]] = ()
    trace_columns: ClassVar[Sequence[str]] = ()
    histories: ClassVar[bool] = False

    @property
    def drawn_tables(self) -> Sequence[str]:
        """Names of the tables of statistics that it drawn_tables, where an option names them too."""
        return self.tables

    @property
    def needs_published(self) -> bool:
        """Whether it can't be drawn without the document's runs."""
        return False


@dataclass(frozen=True, kw_only=True)
class Kind(Shown, ABC):
    """A kind of figure with its options.

    Attributes
    ----------
    claims : ids of the statements that it is about.
    """

    claims: list[str] = field(default_factory=list)

    @abstractmethod
    def draw(self, evidence: Evidence) -> Figure:
        """Draw the figure from a study's results."""


@dataclass(frozen=True, kw_only=True)
class OfTable(Kind):
    """A kind of figure that drawn_tables a table, which may have any name.

    Attributes
    ----------
    table : its name.
    """

    table: str

    @property
    def drawn_tables(self) -> Sequence[str]:
        """See `Kind.drawn_tables`."""
        return (self.table,)


@dataclass(frozen=True, kw_only=True)
class Labelled(Shown):
    """What shows some treatments under the names that it is given.

    Attributes
    ----------
    labels : what the treatments are called, one each; by their names if none is given.
    """

    treatments: list[str]
    labels: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        one_each(self.treatments, labels=self.labels or self.treatments)

    def grouped(self, table: pd.DataFrame) -> pd.DataFrame:
        """Rows of the treatments in their order, with their labels as ``group``; ConfigError for one that has none."""
        there = table["treatment"].unique().tolist()
        for treatment in self.treatments:
            if treatment not in there:
                known = ", ".join(there) or "none"
                raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {known}")
        called = zip(self.treatments, self.labels or self.treatments, strict=True)
        return pd.concat([table[table["treatment"] == treatment].assign(group=label) for treatment, label in called])


@dataclass(frozen=True, kw_only=True)
class OfTreatments(Labelled, Kind):
    """A kind of figure that shows some treatments."""


kinds: Registry[Kind] = Registry("kind of figure", registered_in("tttcore.plots.figures", "figures"))


def one_each(treatments: Sequence[str], **options: Sequence) -> None:
    """ValueError for an option that doesn't have an entry for each treatment."""
    for name, given in options.items():
        if len(given) != len(treatments):
            raise ValueError(f"{name}: {len(given)} for {len(treatments)} treatments; needs one each")
        if name == "labels" and len(set(given)) < len(given):
            raise ValueError(f"labels: {list(given)}; allowed: all different")
