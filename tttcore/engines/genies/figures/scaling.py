"""Kind of figure about the growth of a game's work with the board."""

from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.genies.stats.scaling import COUNTED
from tttcore.pipeline.messages import ConfigError, choices
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS = {"incremental": "keeping count", "recount": "counting anew, as in the document"}


def growth(evidence: Evidence, *, title: str, series: str, xlabel: str) -> "Figure":
    """Work of games along a series of boards, with fitted laws of growth.

    Parameters
    ----------
    series : name of one of the table's series.
    xlabel : label of the size that grows.
    """
    from tttcore.engines.genies.plots import growth  # noqa: PLC0415 - see `figure`

    work, fits = evidence.statistics("work"), evidence.statistics("laws")
    known = work["series"].unique().tolist()
    if series not in known:
        raise ConfigError(f"series: unknown {series!r}{choices(series, known)}")
    work, fits = work[work["series"] == series], fits[fits["series"] == series]
    games = pd.concat([work.assign(series=PLAYERS[player], value=work[column]) for player, column in COUNTED.items()])
    fits = fits.assign(series=fits["counted"].map(PLAYERS))
    look = {"xlabel": xlabel, "ylabel": "Lines looked at in a game", "title": title}
    return growth.growth(games.assign(extrapolated=False), fits, **look)
