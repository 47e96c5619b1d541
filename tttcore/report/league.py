"""The page of all leagues: of 3x3, where every player meets every other exactly, of lattices and of nine boards."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pandas as pd

from tttcore.analysis import lattice_league, league, nine_board_league
from tttcore.analysis.tables import Tables
from tttcore.figures import lattice_league as lattice_figures
from tttcore.figures import league as classic_figures
from tttcore.figures import nine_board_league as nine_board_figures
from tttcore.report.images import pictures
from tttcore.report.listing import LONGEST, Listing, listed
from tttcore.report.site import render

FOLDER = "league"
"""Of the results, and of the copies of the figures."""
RANK = "rank"
PLACES = 10
"""So many first places of a ranking are shown that is too long to be shown whole."""


class _Parts(NamedTuple):
    """Where a league's tables and figures come from: `LISTINGS` and `FIGURES`."""

    analysis: ModuleType
    figures: ModuleType


LEAGUES: Mapping[str, _Parts] = {
    "classic": _Parts(league, classic_figures),
    "lattice": _Parts(lattice_league, lattice_figures),
    "nine_board": _Parts(nine_board_league, nine_board_figures),
}
"""Every league by the name of its folder, in the order of the page."""


def write_league_page(
    path: str | Path,
    *,
    studies: Mapping[str, str],
    leagues: Mapping[str, Tables],
    figures: Sequence[str | Path],
) -> None:
    """Write the page of all leagues; copies of the figures go beside it.

    Parameters
    ----------
    studies : title of each study, by name.
    leagues : tables of each league that there is, by a name in `LEAGUES`.
    figures : files of their figures, all formats.
    """
    render(
        path,
        "league.html.j2",
        here="league.html",
        studies=studies,
        leagues={name: _shown(name, leagues[name], figures, path) for name in LEAGUES if name in leagues},
    )


def _shown(name: str, tables: Tables, figures: Sequence[str | Path], page: str | Path) -> dict[str, dict[str, Any]]:
    """What the page shows of a league: listings of its ``tables`` and pictures of its ``figures``, by name."""
    analysis, drawings = LEAGUES[name]
    own = [file for file in figures if Path(file).stem in drawings.FIGURES]
    return {
        "tables": {
            table: _listed(tables[table], *told, address=f"../{FOLDER}/{name}/{table}.csv")
            for table, told in analysis.LISTINGS.items()
        },
        "figures": {shown.name: shown for shown in pictures(drawings.FIGURES, own, page=page, folder=FOLDER)},
    }


def _listed(table: pd.DataFrame, caption: str, columns: Mapping[str, str], *, address: str) -> Listing:
    """Listing of a table; of a long one that ranks, of its first places."""
    if RANK in table and len(table) > LONGEST:
        table, caption = table[table[RANK] <= PLACES], f"{caption}; places 1 to {PLACES}"
    return listed(table, columns, caption=caption, address=address)
