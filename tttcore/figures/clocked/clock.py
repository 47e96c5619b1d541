"""What every kind of times has in common."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.base.registry import Registry
from tttcore.studies.engine import Recipes


@dataclass(frozen=True, kw_only=True)
class Clock(ABC):
    """Something to time, and how its times are drawn.

    Attributes
    ----------
    title : stands above the figure.
    caption : says on the page what is seen.
    claims : ids of the statements that it is about.
    engine : of the studies that it is for.
    """

    title: str
    caption: str
    claims: list[str] = field(default_factory=list)
    engine: ClassVar[str]

    @property
    def shows(self) -> Sequence[str]:
        """Names of the treatments that it is about."""
        return ()

    @abstractmethod
    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """Take the times.

        Parameters
        ----------
        study : its name.
        recipes : its treatments' parameters, by name.
        seed : the project's seed.
        """

    @abstractmethod
    def draw(self, times: pd.DataFrame) -> Figure:
        """Draw what `measure` gave."""


clocks: Registry[Clock] = Registry("kind of times")
