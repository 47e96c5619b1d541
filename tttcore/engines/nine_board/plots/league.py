"""Plot of the league of nine boards, drawn like the ratings of its study."""

from collections.abc import Mapping

import pandas as pd
from matplotlib.figure import Figure

from tttcore.engines.nine_board.league import FIGURES, HEURISTICS
from tttcore.plots import ratings
from tttcore.plots.names import UNNAMED, PlayerNames


def draw(name: str, tables: Mapping[str, pd.DataFrame], names: PlayerNames = UNNAMED) -> Figure:
    """Draw a figure of `FIGURES` from the tables of the league, see `league`."""
    players = pd.concat([tables["ranking"], tables["first_move"]], ignore_index=True)
    return ratings.ratings(players, title=FIGURES[name]["title"], name=names.group, heuristics=HEURISTICS)
