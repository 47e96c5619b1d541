"""Kinds of tables about the work of searches on nine boards."""

# ruff: noqa: PLC0415 - see `Kind`

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar

import pandas as pd

from tttcore.pipeline.declaration import Between
from tttcore.pipeline.messages import ConfigError
from tttcore.stats.tables.kind import ForTreatments, Kind, kinds, with_interval

if TYPE_CHECKING:
    from tttcore.stats.evidence import Evidence


@kinds.register("work_by_move")
@dataclass(frozen=True, kw_only=True)
class WorkByMove(ForTreatments):
    """Positions searched for each move of a game."""

    caption: str = "Positions looked at for each move, means over games (95% intervals)"
    columns: ClassVar = {
        "treatment": "Treatment",
        "step": "Move",
        "n": "Games",
        "depth": "Depth",
        **with_interval("nodes", "With pruning"),
        **with_interval("unpruned", "Without"),
        **with_interval("saved", "Saved"),
        "cut": "Branches cut",
        "in_order": "Pruned, moves in order",
        "ordered": "Engine with table",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.searches import work_by_move

        return work_by_move(self.chosen(evidence.traces))


@dataclass(frozen=True, kw_only=True)
class Bootstrapped(ForTreatments):
    """Kind of table with bootstrap intervals over games; each of its rows has a random stream of its own.

    Attributes
    ----------
    resamples : number of resamples of the bootstrap.
    """

    resamples: Annotated[int, Between(100)] = 2000


@kinds.register("pruning")
@dataclass(frozen=True, kw_only=True)
class Pruning(Bootstrapped):
    """Positions saved by pruning."""

    caption: str = (
        "Positions looked at with pruning and without, for the same moves: how often they are fewer, means, and their "
        "ratio; share of the valued positions that end the game (95% intervals over games)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "depth": "Depth",
        "games": "Games",
        "moves": "Moves",
        "fewer": "Fewer",
        "equal": "As many",
        "larger": "More",
        "nodes": "With pruning",
        "unpruned": "Without",
        "cut": "Branches cut",
        **with_interval("ratio", "Ratio"),
        **with_interval("ends", "Ends"),
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.searches import pruning

        streams = partial(evidence.stream, "pruning")
        return pruning(self.chosen(evidence.traces), resamples=self.resamples, streams=streams)


@kinds.register("shuffling")
@dataclass(frozen=True, kw_only=True)
class Shuffling(Bootstrapped):
    """Positions saved by shuffling moves instead of trying them in rising order."""

    caption: str = (
        "Positions looked at with moves in rising order and shuffled, for the same moves: how often shuffling needs "
        "fewer, and how many times as many it saves (above 1 it helps; 95% intervals over games)"
    )
    columns: ClassVar = {
        "treatment": "Treatment",
        "depth": "Depth",
        "games": "Games",
        "moves": "Moves",
        "better": "Fewer",
        "equal": "As many",
        "worse": "More",
        **with_interval("gain", "Gain of a move"),
        **with_interval("total", "Gain over all"),
        "p_holm": "Wilcoxon p, Holm",
    }

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.searches import shuffling

        streams = partial(evidence.stream, "shuffling")
        return shuffling(self.chosen(evidence.traces), resamples=self.resamples, streams=streams)


@kinds.register("deepening")
@dataclass(frozen=True, kw_only=True)
class Deepening(Kind):
    """Work of a treatment's searches before and after they go deeper.

    Attributes
    ----------
    treatment : name of the treatment.
    last : last step before they go deeper.
    resamples : number of resamples of the bootstrap.
    """

    treatment: str
    last: Annotated[int, Between(1, 79)]
    resamples: Annotated[int, Between(100)] = 2000
    caption: str = "Positions looked at before and after searches go deeper (95% intervals over games)"
    columns: ClassVar = {
        "fact": "Fact",
        **with_interval("value", "Value"),
        "how": "What it is",
    }

    @property
    def treatment_names(self) -> Sequence[str]:
        """See `Kind.treatment_names`."""
        return (self.treatment,)

    def make(self, evidence: "Evidence") -> pd.DataFrame:
        """See `Kind.make`."""
        from tttcore.engines.nine_board.stats.deepening import deepening

        traces = evidence.traces[evidence.traces["treatment"] == self.treatment]
        if traces.empty:
            raise ConfigError(f"treatment: {self.treatment!r} has no measured searches; set its measured to true")
        if not (traces["depth"] > 1).any():
            raise ConfigError(f"treatment: {self.treatment!r} looks no further than one ply; needs deeper searches")
        return deepening(traces, self.last, resamples=self.resamples, rng=evidence.stream("deepening", self.treatment))
