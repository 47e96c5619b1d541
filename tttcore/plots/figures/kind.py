"""Base classes and registry of the kinds of figures that a study's file can ask for."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.function_kinds import registering
from tttcore.pipeline.messages import ConfigError, choices, enumerated
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

NO_LOSS = "a no-loss player"
"""Default outcome that a run looks for."""


@dataclass(frozen=True, kw_only=True)
class Shown:
    """Common base of the kinds of figures and benchmarks.

    In all kinds the option ``table`` is a table that it draws, and ``labels`` has one for each of ``treatments`` (their
    names if it is empty). ``published: true`` shows the document's runs; kinds that draw numbers of the document take
    these as ``published``.

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

    def __post_init__(self) -> None:
        options = vars(self)
        if "labels" in options:
            one_each(options["treatments"], labels=options["labels"] or options["treatments"])

    @property
    def drawn_tables(self) -> Sequence[str]:
        """Names of all tables of statistics that it draws, with the one that its options name."""
        return (*self.tables, *([vars(self)["table"]] if "table" in vars(self) else []))

    @property
    def needs_published(self) -> bool:
        """True if it needs the document's runs."""
        return vars(self).get("published") is True


@dataclass(frozen=True, kw_only=True)
class Kind(Shown, ABC):
    """A kind of figure; its fields are the options in a study's file.

    Attributes
    ----------
    claims : ids of the claims that the figure bears on.
    """

    claims: list[str] = field(default_factory=list)

    @abstractmethod
    def draw(self, evidence: Evidence) -> "Figure":
        """Draw the figure from a study's results."""


kinds: Registry[Kind] = Registry("kind of figure", registered_in("tttcore.plots.figures", "figures"))

figure = partial(registering, kinds, Kind, "draw")
"""Decorator: register a function from `Evidence` to a figure as a kind, see `registering`.

Drawing libraries take long to import, and options are checked each time that a workflow is planned, so kinds import
what draws them inside their functions.
"""


def grouped(table: pd.DataFrame, treatments: Sequence[str], labels: Sequence[str] = ()) -> pd.DataFrame:
    """Select the rows of treatments in order, with labels as ``group``; ConfigError for one without rows."""
    present = table["treatment"].unique().tolist()
    for treatment in treatments:
        if treatment not in present:
            known = enumerated(present)
            raise ConfigError(f"treatments: {treatment!r} has no such data; those that have: {known}")
    named = zip(treatments, labels or treatments, strict=True)
    return pd.concat([table[table["treatment"] == treatment].assign(group=label) for treatment, label in named])


def one_each(treatments: Sequence[str], **options: Sequence) -> None:
    """Check that each option has one entry per treatment, and labels differ; else ValueError."""
    for name, given in options.items():
        if len(given) != len(treatments):
            raise ValueError(f"{name}: {len(given)} for {len(treatments)} treatments; needs one each")
        if name == "labels" and len(set(given)) < len(given):
            raise ValueError(f"labels: {list(given)}; allowed: all different")


def check_published(
    published: Mapping[str, object], labels: Sequence[str], fits: Callable[[object], bool], needs: str
) -> None:
    """Check the document's values by label: known labels, and values that fit; else ValueError with what it `needs`."""
    for label, value in published.items():
        if label not in labels:
            raise ValueError(f"published: unknown label {label!r}{choices(label, labels)}")
        if isinstance(value, bool) or not fits(value):
            raise ValueError(f"published.{label}: {value!r} is not allowed; needs {needs}")
