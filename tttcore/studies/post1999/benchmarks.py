"""Benchmarks of Post (1999): times of a game on boards of growing size, named like their figures."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.benchmarks import Benchmark
from tttcore.pipeline.rng import stream
from tttcore.pipeline.schema import Recipes
from tttcore.studies.post1999.figures import PLAYERS, XLABELS

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
        """See `Benchmark.measure`; table of the engine's `game_times` with the size that grows as ``x``."""
        from tttcore.engines.genies.benchmarks import game_times  # noqa: PLC0415 - imports compiled kernels

        times = game_times(self.boards, partial(stream, seed, study, "timing"))
        return times.assign(x=times[self.along])

    def draw(self, times: pd.DataFrame, title: str) -> "Figure":
        """See `Benchmark.draw`; with fitted laws of growth."""
        from tttcore.studies.post1999.draw_statistics import growth  # noqa: PLC0415 - drawing libraries take long
        from tttcore.studies.post1999.growth import MIN_BOARDS, growth_laws  # noqa: PLC0415

        shown = times.assign(series=times["player"].map(PLAYERS), value=times["seconds"])
        measured = shown[~shown["extrapolated"]]
        fitted = measured.groupby("series").filter(lambda own: own["x"].nunique() >= MIN_BOARDS)
        fits = growth_laws(fitted, "value")
        return growth(shown, fits, xlabel=XLABELS[self.along], ylabel="Seconds for a game", title=title)


figure_1_dimensions = ByBoard(along="dimensions", boards=[(4, dimensions) for dimensions in range(2, 13)])
figure_2_edge = ByBoard(along="edge", boards=[(edge, 3) for edge in (4, 5, 6, 8, 10, 12, 15, 20, 30, 50, 70, 100)])
