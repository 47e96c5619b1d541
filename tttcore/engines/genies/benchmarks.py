"""Timed benchmarks of Genies: a game on boards of growing size."""

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.benchmarks import Benchmark
from tttcore.engines.genies.figures.scaling import PLAYERS
from tttcore.games.hypercube_series import MIN_BOARDS, Series, read_series
from tttcore.pipeline.engine_tables import Recipes
from tttcore.pipeline.rng import stream

if TYPE_CHECKING:
    from matplotlib.figure import Figure


@dataclass(frozen=True, kw_only=True)
class ByBoard(Benchmark):
    """Times of a game between random Genies on boards of growing size, by the incremental and the naive evaluator.

    Attributes
    ----------
    edge, dimensions : size of the boards, one of them a list in rising order.
    xlabel : label of the size that grows.
    """

    edge: int | list
    dimensions: int | list
    xlabel: str
    texts = ("player",)

    def __post_init__(self) -> None:
        self.series()

    def series(self) -> Series:
        """Series of boards; ConfigError if they are out of range."""
        return read_series({"edge": self.edge, "dimensions": self.dimensions}, "boards")

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; table of `stats.scaling.game_times` with the size that grows as ``x``."""
        from tttcore.engines.genies.stats.scaling import game_times  # noqa: PLC0415 - needs scipy

        along, boards = self.series()
        times = game_times(boards, partial(stream, seed, study, "scaling"))
        return times.assign(x=times[along])

    def draw(self, times: pd.DataFrame, title: str) -> "Figure":
        """See `Benchmark.draw`; with fitted laws of growth."""
        from tttcore.engines.genies.plots import growth  # noqa: PLC0415 - see `figure`
        from tttcore.engines.genies.stats.scaling import growth_laws  # noqa: PLC0415

        shown = times.assign(series=times["player"].map(PLAYERS), value=times["seconds"])
        measured = shown[~shown["extrapolated"]]
        fitted = measured.groupby("series").filter(lambda own: own["x"].nunique() >= MIN_BOARDS)
        fits = growth_laws(fitted, "x", "value", "series")
        return growth.growth(shown, fits, xlabel=self.xlabel, ylabel="Seconds for a game", title=title)
