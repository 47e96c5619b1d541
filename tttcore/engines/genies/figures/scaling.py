"""Figure of the growth of a game's work with the board."""

from typing import TYPE_CHECKING

import pandas as pd

from tttcore.engines.genies.stats.growth_laws import COUNTED
from tttcore.plots.evidence import Evidence

if TYPE_CHECKING:
    from matplotlib.figure import Figure

PLAYERS = {"incremental": "keeping count", "recount": "counting anew, as in the document"}
XLABELS = {"dimensions": "Dimensions", "edge": "Cells along an edge"}
"""Labels of what grows."""


def growth(evidence: Evidence, *, title: str, series: str) -> "Figure":
    """Work of games along a series of boards, with fitted laws of growth.

    Parameters
    ----------
    series : what grows, ``dimensions`` or ``edge``.
    """
    from tttcore.engines.genies.plots import growth  # noqa: PLC0415 - drawing libraries take long to import

    work, fits = (table[table["series"] == series] for table in map(evidence.statistics, ("work", "laws")))
    games = pd.concat([work.assign(series=PLAYERS[player], value=work[column]) for player, column in COUNTED.items()])
    fits = fits.assign(series=fits["counted"].map(PLAYERS))
    look = {"xlabel": XLABELS[series], "ylabel": "Lines looked at in a game", "title": title}
    return growth.growth(games.assign(extrapolated=False), fits, **look)
