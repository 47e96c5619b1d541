"""What every kind of figure has in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from matplotlib.figure import Figure

from tttcore.base.registry import Registry
from tttcore.figures.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class Kind(ABC):
    """A kind of figure with its options.

    Attributes
    ----------
    title : stands above the figure.
    caption : says in the report what is seen.
    tables : names of the tables of statistics that every figure of the kind draws.
    engine : of the studies that it is for, None for any.
    """

    title: str
    caption: str
    tables: ClassVar[Sequence[str]] = ()
    engine: ClassVar[str | None] = None

    @property
    def draws(self) -> Sequence[str]:
        """Names of the tables of statistics that it draws, where an option names them too."""
        return self.tables

    @property
    def needs_published(self) -> bool:
        """Whether it can't be drawn without the document's runs."""
        return False

    @abstractmethod
    def draw(self, evidence: Evidence) -> Figure:
        """Draw the figure from a study's results."""


kinds: Registry[Kind] = Registry("kind of figure")


def one_each(treatments: Sequence[str], **options: Sequence) -> None:
    """ValueError for an option that doesn't have an entry for each treatment."""
    for name, given in options.items():
        if len(given) != len(treatments):
            raise ValueError(f"{name}: {len(given)} for {len(treatments)} treatments; needs one each")
        if name == "labels" and len(set(given)) < len(given):
            raise ValueError(f"labels: {list(given)}; allowed: all different")
