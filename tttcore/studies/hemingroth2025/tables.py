"""Kinds of tables about the published training log: its own facts, and its place among simulated runs."""

# ruff: noqa: PLC0415 - see `Kind`

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

import pandas as pd

from tttcore.pipeline.study import Study
from tttcore.stats.tables.kind import Kind, kinds, with_interval
from tttcore.studies.hemingroth2025.log_file import read_log

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class OfLog(Kind):
    """Kind of table about a training log.

    Attributes
    ----------
    log : name of the log among the document's tables.
    """

    log: str = "log"

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        return self.of(read_log(evidence.published["tables"][self.log]), evidence.traces)

    def check(self, study: Study) -> None:
        """See `Kind.check`."""
        read_log(study.config["published"]["tables"][self.log])

    @property
    def published_tables(self) -> tuple[str, ...]:
        """See `Kind.published_tables`."""
        return (self.log,)

    @abstractmethod
    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """Compute the table from the log and the study's traces."""


@kinds.register("log_facts")
@dataclass(frozen=True, kw_only=True)
class LogFacts(OfLog):
    """Facts of the log by itself."""

    caption: str = "Facts of the published log by itself"
    columns: ClassVar = {"fact": "Fact", "value": "Value", "text": "Text", "how": "How"}

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.studies.hemingroth2025.training_log import log_facts

        return log_facts(log)


@kinds.register("plateau_games")
@dataclass(frozen=True, kw_only=True)
class PlateauGames(OfLog):
    """Numbers of games that are consistent with the fitness values of the log's plateau."""

    caption: str = "Numbers of games that are consistent with the plateau's fitness"
    columns: ClassVar = {"best": "Best", "losses": "Games lost", "games_low": "of at least", "games_high": "at most"}

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.studies.hemingroth2025.training_log import plateau_games

        return plateau_games(log)


@kinds.register("log_fit")
@dataclass(frozen=True, kw_only=True)
class LogFit(OfLog):
    """Tests of the hypothesis that the log is a run of each treatment."""

    caption: str = "Is the published log a plausible run of each treatment?"
    columns: ClassVar = {
        "treatment": "Treatment",
        "n": "Runs",
        "erl_p": "Envelope p",
        "erl_p_holm": "p, Holm",
        "distance": "Studentised distance",
        "distance_p": "p",
        "distance_p_holm": "p, Holm",
        "extreme_curve": "farthest in",
        "extreme_generation": "generation",
        "best_outside": "Best outside 95%",
        "average_outside": "Average outside 95%",
        "compatible": "Compatible",
    }

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.studies.hemingroth2025.envelope import log_fit

        return log_fit(log, traces)


@kinds.register("log_bands")
@dataclass(frozen=True, kw_only=True)
class LogBands(OfLog):
    """Quantiles and envelopes of the runs of each treatment beside the log, generation by generation."""

    caption: str = "The published log among our runs, by generation"

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.studies.hemingroth2025.envelope import log_bands

        return log_bands(log, traces)


@kinds.register("log_shape")
@dataclass(frozen=True, kw_only=True)
class LogShape(OfLog):
    """Declines of the best fitness, plateau, gaps and first generation of runs, beside the log's."""

    caption: str = "Features of the log and of our runs (95% of runs, or 95% intervals of means)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "quantity": "Quantity",
        "interval": "Interval of",
        "n": "Runs",
        **with_interval("value", "Ours"),
        "published": "Published",
        "inside": "Inside",
    }

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.studies.hemingroth2025.training_log import log_shape

        return log_shape(log, traces)


@kinds.register("milestones")
@dataclass(frozen=True, kw_only=True)
class Milestones(OfLog):
    """First generations in which best and average fitness reach certain values, beside the log's."""

    caption: str = "First generation with a fitness of at least a threshold (median and 95% of runs)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "curve": "Curve",
        "threshold": "Threshold",
        "runs": "Runs",
        "reached": "Share that get there",
        **with_interval("generation", "Generation"),
        "published": "Published",
        "inside": "Inside",
    }

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.studies.hemingroth2025.training_log import milestones

        return milestones(log, traces)
