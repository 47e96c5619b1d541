"""Base classes and registry of the kinds of figures that a study's file can ask for."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.plots.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class Shown:
    """Common base of the kinds of figures and of interactive charts.

    Attributes
    ----------
    title : title above the figure.
    caption : description below it in the report.
    tables : names of the tables of statistics that every figure of the kind draws.
    trace_columns : names of the columns of the traces that it draws.
    histories : whether it draws single runs from their batches.
    """

    title: str
    caption: str
    tables: ClassVar[Sequence[str]] = ()
    trace_columns: ClassVar[Sequence[str]] = ()
    histories: ClassVar[bool] = False

    @property
    def drawn_tables(self) -> Sequence[str]:
        """Names of all tables of statistics that it draws, with those that its options name."""
        return self.tables

    @property
    def needs_published(self) -> bool:
        """True if it needs the document's runs."""
        return False


@dataclass(frozen=True, kw_only=True)
class Kind(Shown, ABC):
    """A kind of figure; its fields are the options in a study's file.

    Attributes
    ----------
    claims : ids of the claims that the figure bears on.
    """

    claims: list[str] = field(default_factory=list)

    @abstractmethod
    def draw(self, evidence: Evidence) -> Figure:
        """Draw the figure from a study's results."""


@dataclass(frozen=True, kw_only=True)
class OfTable(Kind):
    """A kind of figure that draws one table of statistics.

    Attributes
    ----------
    table : name of the table.
    """

    table: str

    @property
    def drawn_tables(self) -> Sequence[str]:
        """See `Kind.drawn_tables`."""
        return (self.table,)


@dataclass(frozen=True, kw_only=True)
class Labelled(Shown):
    """A figure or chart of named treatments under given labels.

    Attributes
    ----------
    labels : a label per treatment; the names of the treatments if empty.
    """

    treatments: list[str]
    labels: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        one_each(self.treatments, labels=self.labels or self.treatments)

    def grouped(self, table: pd.DataFrame) -> pd.DataFrame:
        """Select the rows of the treatments in order, with labels as ``group``; ConfigError for one without rows."""
        present = table["treatment"].unique().tolist()
        for treatment in self.treatments:
            if treatment not in present:
                known = ", ".join(present) or "none"
                raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {known}")
        labels = zip(self.treatments, self.labels or self.treatments, strict=True)
        return pd.concat([table[table["treatment"] == treatment].assign(group=label) for treatment, label in labels])


@dataclass(frozen=True, kw_only=True)
class OfTreatments(Labelled, Kind):
    """A kind of figure of named treatments."""


kinds: Registry[Kind] = Registry("kind of figure", registered_in("tttcore.plots.figures", "figures"))


def one_each(treatments: Sequence[str], **options: Sequence) -> None:
    """Check that each option has one entry per treatment, and labels differ; else ValueError."""
    for name, given in options.items():
        if len(given) != len(treatments):
            raise ValueError(f"{name}: {len(given)} for {len(treatments)} treatments; needs one each")
        if name == "labels" and len(set(given)) < len(given):
            raise ValueError(f"labels: {list(given)}; allowed: all different")
