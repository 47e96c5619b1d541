"""Timed benchmarks of Genies: a game on boards of growing size."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.benchmarks import Benchmark
from tttcore.engines.genies.figures.scaling import PLAYERS, XLABELS
from tttcore.pipeline.engine_tables import Recipes
from tttcore.pipeline.rng import stream

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class ByBoard(Benchmark):
    """Times of a game between random Genies on boards of growing size, by the incremental and the naive evaluator.

    Attributes
    ----------
    along : what grows, ``dimensions`` or ``edge``.
    boards : edge and dimensions of each board, from small to large.
    """

    along: str
    boards: Sequence[tuple[int, int]]
    texts = ("player",)

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; table of `stats.scaling.game_times` with the size that grows as ``x``."""
        from tttcore.engines.genies.stats.scaling import game_times  # noqa: PLC0415 - imports scipy

        times = game_times(self.boards, partial(stream, seed, study, "scaling"))
        return times.assign(x=times[self.along])

    def draw(self, times: pd.DataFrame, title: str) -> "Figure":
        """See `Benchmark.draw`; with fitted laws of growth."""
        from tttcore.engines.genies.plots import growth  # noqa: PLC0415 - drawing libraries take long to import
        from tttcore.engines.genies.stats.growth_laws import MIN_BOARDS, growth_laws  # noqa: PLC0415

        shown = times.assign(series=times["player"].map(PLAYERS), value=times["seconds"])
        measured = shown[~shown["extrapolated"]]
        fitted = measured.groupby("series").filter(lambda own: own["x"].nunique() >= MIN_BOARDS)
        fits = growth_laws(fitted, "value")
        return growth.growth(shown, fits, xlabel=XLABELS[self.along], ylabel="Seconds for a game", title=title)
