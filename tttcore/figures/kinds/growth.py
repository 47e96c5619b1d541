"""Figures of how work and time grow with the board."""

from dataclasses import dataclass
from typing import ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.analysis.kinds.scaling import COUNTED
from tttcore.base.registry import ConfigError, choices
from tttcore.figures import growth
from tttcore.figures.evidence import Evidence
from tttcore.figures.kinds.kind import Kind, kinds
from tttcore.games.series import FEWEST

PLAYERS = {"incremental": "keeping count", "recount": "counting anew, as in the document"}


@kinds.register("growth")
@dataclass(frozen=True, kw_only=True)
class Growth(Kind):
    """How the work of games grows along one way, with the laws that fit it.

    Attributes
    ----------
    series : which of the table's series.
    xlabel : what grows.
    """

    series: str
    xlabel: str
    engine: ClassVar = "genies"
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


def seconds_figure(table: pd.DataFrame, *, title: str, xlabel: str) -> Figure:
    """Seconds of a game by both players, as `analysis.scaling.seconds` measures them, with fitted laws.

    Laws are fitted to what was measured.

    Parameters
    ----------
    table : DataFrame[x, player, seconds, extrapolated].
    xlabel : what x is.
    """
    from tttcore.analysis.scaling import laws  # noqa: PLC0415 (statistics libraries are slow to import)

    times = table.assign(series=table["player"].map(PLAYERS), value=table["seconds"])
    measured = times[~times["extrapolated"]]
    fitted = measured.groupby("series").filter(lambda own: own["x"].nunique() >= FEWEST)
    fits = laws(fitted, "x", "value", "series")
    return growth.growth(times, fits, xlabel=xlabel, ylabel="Seconds for a game", title=title)
