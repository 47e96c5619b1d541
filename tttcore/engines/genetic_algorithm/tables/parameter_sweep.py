"""Kind of table about a parameter that treatments vary."""

# ruff: noqa: PLC0415 - see `Kind`

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.engines.genetic_algorithm.stats.recipe_parameters import parameter_of
from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.study import Study
from tttcore.stats.tables.kind import Kind, kinds

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("sweep")
@dataclass(frozen=True, kw_only=True)
class Sweep(Kind):
    """Generations, success and gap as functions of a parameter that the treatments of a comparison vary.

    Attributes
    ----------
    comparison : name of the comparison.
    parameter : place of the parameter in their recipes, such as ``mutate.rate``.
    generation : generation in which the gap between best and average is taken.
    """

    caption: str = "Effect of a parameter (medians and shares with 95% intervals)"
    columns: ClassVar = {
        "label": "Treatment",
        "value": "Value",
        "n": "Runs",
        "generations": "Median generations",
        "generations_low": "low",
        "generations_high": "high",
        "solved": "Share solved",
        "solved_low": "low",
        "solved_high": "high",
        "going": "Runs at the gap's generation",
        "gap": "Gap",
        "gap_low": "low",
        "gap_high": "high",
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
