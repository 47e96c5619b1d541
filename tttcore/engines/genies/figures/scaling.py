"""Kinds of figures about the growth of a game's work with the board."""

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.genies.plots import growth
from tttcore.engines.genies.stats.scaling import COUNTED
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.plots.evidence import Evidence
from tttcore.plots.figures.kind import Kind, kinds

PLAYERS = {"incremental": "keeping count", "recount": "counting anew, as in the document"}


@kinds.register("growth")
@dataclass(frozen=True, kw_only=True)
class Growth(Kind):
    """Work of games along a series of boards, with fitted laws of growth.

    Attributes
    ----------
    series : name of one of the table's series.
    xlabel : label of the size that grows.
    """

    series: str
    xlabel: str
    tables: ClassVar = ("work", "laws")

    def draw(self, evidence: Evidence) -> Figure:
        """See `Kind.draw`."""
        work, fits = evidence.statistics("work"), evidence.statistics("laws")
        known = work["series"].unique().tolist()
        if self.series not in known:
            raise ConfigError(f"series: unknown {self.series!r}{choices(self.series, known)}")
        work, fits = work[work["series"] == self.series], fits[fits["series"] == self.series]
        games = pd.concat(
            [work.assign(series=PLAYERS[player], value=work[column]) for player, column in COUNTED.items()]
        )
        fits = fits.assign(series=fits["counted"].map(PLAYERS))
        look = {"xlabel": self.xlabel, "ylabel": "Lines looked at in a game", "title": self.title}
        return growth.growth(games.assign(extrapolated=False), fits, **look)
