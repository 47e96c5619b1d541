"""Work that a document timed: what every engine's declaration of it has."""

from dataclasses import dataclass
from typing import Annotated

from tttcore.pipeline.declaration import Between, declared

Seconds = Annotated[float, Between(0.000001, 31_536_000)]


@declared
@dataclass(frozen=True, kw_only=True)
class TimedWork:
    """Work that a document timed; engines declare what is timed here."""

    what: str
    """Description of the work."""
    seconds: Seconds
    """Published time."""
    at_least: bool = False
    """Read the published time as a lower bound."""
    machine: str
    """Machine that it was taken on."""


@declared
@dataclass(frozen=True, kw_only=True)
class NamedTiming(TimedWork):
    """Timing of engines that declare none."""

    work: str
    """Name of the work in the study's module `timings`."""
