"""Benchmarks: kinds of work that a study's file can request to be timed on this machine, and their figures."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.messages import ConfigError, choices
from tttcore.pipeline.registry import Registry
from tttcore.pipeline.rooms import ENGINES, registered_in, room_of
from tttcore.pipeline.stored import Recipes


@dataclass(frozen=True, kw_only=True)
class Benchmark(ABC):
    """Work to time, and the figure of its times.

    Attributes
    ----------
    title : title of the figure.
    caption : caption of the figure on the page.
    claims : ids of the statements to which it relates.
    """

    title: str
    caption: str
    claims: list[str] = field(default_factory=list)

    @property
    def shows(self) -> Sequence[str]:
        """Names of the treatments that it times."""
        return ()

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
    def draw(self, times: pd.DataFrame) -> Figure:
        """Draw the times that `measure` returned."""


benchmark_kinds: Registry[Benchmark] = Registry("kind of times", registered_in(None, "benchmarks"))


def build(study: Mapping[str, Any], where: str) -> dict[str, Benchmark]:
    """Build all benchmarks of a study's file, by name.

    Parameters
    ----------
    study : the file's content, of which ``engine``, ``treatments`` and ``benchmarks`` are used.
    where : name of the file in messages.

    Raises
    ------
    ConfigError
        For the first invalid one.
    """
    found = {}
    for name, asked in study["benchmarks"].items():
        place = f"{where}: benchmarks.{name}"
        found[name] = benchmark_kinds.build(asked, place)
        room = room_of(type(found[name]).__module__, ENGINES)
        if room not in (None, study["engine"]):
            raise ConfigError(
                f"{place}: kind {asked['name']!r} is for studies of the engine {room!r}, "
                f"and this one's is {study['engine']!r}"
            )
        for treatment in found[name].shows:
            if treatment not in study["treatments"]:
                known = choices(treatment, list(study["treatments"]))
                raise ConfigError(f"{place}.treatment: unknown {treatment!r}{known}")
    return found
