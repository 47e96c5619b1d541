"""Times of a game of Genies as the board grows."""

from dataclasses import dataclass
from functools import partial

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.benchmarks import Benchmark, benchmark_kinds
from tttcore.engines.genies.figures.scaling import PLAYERS
from tttcore.engines.genies.plots import growth
from tttcore.games.lattice_series import FEWEST, Series, read_series
from tttcore.pipeline.rng import stream
from tttcore.pipeline.stored import Recipes


@benchmark_kinds.register("by_board")
@dataclass(frozen=True, kw_only=True)
class ByBoard(Benchmark):
    """A game between random Genies on boards that grow, by our way of playing and by the document's.

    Attributes
    ----------
    edge, dimensions : of the boards, one of them a list in rising order.
    xlabel : what grows.
    """

    edge: int | list
    dimensions: int | list
    xlabel: str

    def __post_init__(self) -> None:
        self.series()

    def series(self) -> Series:
        """The boards; ConfigError if they can't be."""
        return read_series({"edge": self.edge, "dimensions": self.dimensions}, "boards")

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; `stats.scaling.seconds` with the size ``x`` that grows."""
        from tttcore.engines.genies.stats.scaling import seconds  # noqa: PLC0415 - needs scipy

        along, boards = self.series()
        times = seconds(boards, partial(stream, seed, study, "scaling"))
        return times.assign(x=times[along])

    def draw(self, times: pd.DataFrame) -> Figure:
        """See `Benchmark.draw`; with fitted laws."""
        from tttcore.engines.genies.stats.scaling import laws  # noqa: PLC0415 - needs scipy

        shown = times.assign(series=times["player"].map(PLAYERS), value=times["seconds"])
        measured = shown[~shown["extrapolated"]]
        fitted = measured.groupby("series").filter(lambda own: own["x"].nunique() >= FEWEST)
        fits = laws(fitted, "x", "value", "series")
        return growth.growth(shown, fits, xlabel=self.xlabel, ylabel="Seconds for a game", title=self.title)
