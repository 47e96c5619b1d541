"""Benchmarks: kinds of work that a study's file can request to be timed on this machine, and their figures."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.engine_tables import Recipes
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import registered_in
from tttcore.plots.figures.kind import Shown

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class Benchmark(Shown, ABC):
    """Work to time, and the figure of its times.

    Attributes
    ----------
    claims : ids of the statements to which it relates.
    texts : columns of its times that hold texts.
    """

    claims: list[str] = field(default_factory=list)
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
    def draw(self, times: pd.DataFrame) -> "Figure":
        """Draw the times that `measure` returned."""


benchmark_kinds: Registry[Benchmark] = Registry("kind of times", registered_in(None, "benchmarks"))
