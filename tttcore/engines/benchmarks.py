"""Timed benchmarks: kinds of work that a study's file can have timed on this machine, and how times are drawn."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from tttcore.pipeline.registry import ConfigError, Registry, choices
from tttcore.pipeline.rooms import ENGINES, registered_in, room_of
from tttcore.pipeline.stored import Recipes


@dataclass(frozen=True, kw_only=True)
class Benchmark(ABC):
    """Something to time, and how its times are drawn.

    Attributes
    ----------
    title : stands above the figure.
    caption : says on the page what is seen.
    claims : ids of the statements that it is about.
    """

    title: str
    caption: str
    claims: list[str] = field(default_factory=list)

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


benchmark_kinds: Registry[Benchmark] = Registry("kind of times", registered_in(None, "benchmarks"))


def build(study: Mapping[str, Any], where: str) -> dict[str, Benchmark]:
    """Everything that a study's file has timed, by name.

    Parameters
    ----------
    study : its ``engine``, ``treatments`` and what it has ``clocked``.
    where : the file, for messages.

    Raises
    ------
    ConfigError
        For the first that can't be timed.
    """
    found = {}
    for name, asked in study["clocked"].items():
        place = f"{where}: clocked.{name}"
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
