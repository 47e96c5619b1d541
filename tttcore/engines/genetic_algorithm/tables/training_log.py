"""Tables about a published training log: by itself, and among simulated runs."""

# ruff: noqa: PLC0415 - see `Kind`

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.engines.genetic_algorithm.stats.recipe_parameters import parameter_of
from tttcore.pipeline.published_data import read_log
from tttcore.pipeline.registry import Between, ConfigError
from tttcore.pipeline.study import Study
from tttcore.stats.tables.kind import Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@dataclass(frozen=True, kw_only=True)
class OfLog(Kind):
    """A kind of table that is about a log.

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
    """What the log says by itself."""

    caption: str = "What the published log says by itself"
    columns: ClassVar = {"fact": "Fact", "value": "Value", "text": "Text", "how": "How"}

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.engines.genetic_algorithm.stats.training_log import log_facts

        return log_facts(log)


@kinds.register("plateau_games")
@dataclass(frozen=True, kw_only=True)
class PlateauGames(OfLog):
    """How many games explain the fitness of the log's plateau."""

    caption: str = "Numbers of games that explain the plateau's fitness"
    columns: ClassVar = {"best": "Best", "losses": "Games lost", "games_low": "of at least", "games_high": "at most"}

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.engines.genetic_algorithm.stats.training_log import plateau_games

        return plateau_games(log)


@kinds.register("log_fit")
@dataclass(frozen=True, kw_only=True)
class LogFit(OfLog):
    """Whether the log is a plausible run of each treatment."""

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
        from tttcore.engines.genetic_algorithm.stats.envelope import log_fit

        return log_fit(log, traces)


@kinds.register("log_bands")
@dataclass(frozen=True, kw_only=True)
class LogBands(OfLog):
    """The log beside the runs of each treatment, generation by generation."""

    caption: str = "The published log among our runs, generation by generation"

    def of(self, log: pd.DataFrame, traces: pd.DataFrame) -> pd.DataFrame:
        """See `OfLog.of`."""
        from tttcore.engines.genetic_algorithm.stats.envelope import log_bands

        return log_bands(log, traces)


@kinds.register("log_shape")
@dataclass(frozen=True, kw_only=True)
class LogShape(OfLog):
    """Falls of the best, plateau, gaps and first generation of runs, beside the log's."""

    caption: str = "What the log shows, and how often runs show it (95% of runs, or 95% intervals of means)"
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
        from tttcore.engines.genetic_algorithm.stats.training_log import log_shape

        return log_shape(log, traces)


@kinds.register("milestones")
@dataclass(frozen=True, kw_only=True)
class Milestones(OfLog):
    """When best and average first reach certain values, beside the log."""

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
        from tttcore.engines.genetic_algorithm.stats.training_log import milestones

        return milestones(log, traces)


@kinds.register("sweep")
@dataclass(frozen=True, kw_only=True)
class Sweep(Kind):
    """What a parameter does to the treatments of a comparison.

    Attributes
    ----------
    comparison : which treatments.
    parameter : its place in their recipes, such as ``mutate.rate``.
    generation : where the gap between best and average is taken.
    """

    caption: str = "What a parameter does (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "label": "Treatment",
        "value": "Value",
        "n": "Runs",
        **with_interval("generations", "Median generations"),
        **with_interval("solved", "Share solved"),
        "going": "Runs at the gap's generation",
        **with_interval("gap", "Gap"),
    }
    comparison: str
    parameter: str
    generation: Annotated[int, Between(1)]

    @property
    def comparison_names(self) -> tuple[str, ...]:
        """See `Kind.comparison_names`."""
        return (self.comparison,)

    def check(self, study: Study) -> None:
        """See `Kind.check`."""
        for label, treatment in study.comparisons[self.comparison].items():
            try:
                parameter_of(study.treatments[treatment].recipe, self.parameter)
            except ConfigError as error:
                raise ConfigError(f"comparisons.{self.comparison}.{label}: {error}") from None

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.genetic_algorithm.stats.parameter_sweep import sweep

        return sweep(
            evidence.runs,
            evidence.traces,
            evidence.comparisons[self.comparison],
            evidence.recipes,
            parameter=self.parameter,
            generation=self.generation,
        )
