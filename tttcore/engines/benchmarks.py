"""Interface of benchmarks: work that is timed on this machine, and its figure; defined in a study's ``benchmarks``."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.schema import Recipes

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Benchmark(ABC):
    """Work to time, and the figure of its times.

    Attributes
    ----------
    texts : columns of its times that hold texts.
    """

    texts: ClassVar[Sequence[str]] = ()

    @abstractmethod
    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """Measure the times.

        Parameters
        ----------
        study : name of the study.
        recipes : parameters of its treatments, by name.
        seed : the project's seed.
        """

    @abstractmethod
    def draw(self, times: pd.DataFrame, title: str) -> "Figure":
        """Draw the times that `measure` returned."""
