"""Statistics for any engine: pure functions from samples and traces to tidy tables."""

from typing import TYPE_CHECKING

from tttcore.pipeline.lazy import lazy_names

__all__ = [
    "Margin",
    "Sample",
    "a12",
    "anova",
    "design_power",
    "equivalence",
    "holm",
    "mean_interval",
    "needed_per_group",
    "omnibus",
    "share_difference",
    "share_interval",
    "summaries",
    "survival",
]

if TYPE_CHECKING:
    from tttcore.stats.comparison import Sample, anova, omnibus, summaries
    from tttcore.stats.hypothesis_tests import holm
    from tttcore.stats.intervals import mean_interval, share_difference, share_interval
    from tttcore.stats.pairwise import Margin, a12, equivalence
    from tttcore.stats.published_design import design_power, needed_per_group
    from tttcore.stats.runtimes import survival
else:
    __getattr__, __dir__ = lazy_names(__name__)
