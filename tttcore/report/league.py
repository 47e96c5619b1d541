"""Write the page of all leagues: 3x3, whose matches have exact results, and other boards."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.engines.leagues import Listings, board_league, board_leagues, league_figures
from tttcore.league import classic
from tttcore.league import figures as classic_figures
from tttcore.pipeline.table_files import Tables
from tttcore.report.images import pictures
from tttcore.report.listing import LONGEST, Listing, listed
from tttcore.report.site import write_page

FOLDER = "league"
"""Folder of the results, and of the copies of the figures."""
RANK = "rank"
PLACES = 10
"""LatticeNotation shown of a ranking that is too long to show whole."""
CLASSIC = "classic"
"""Folder of the league of 3x3, the first on the page."""


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
    leagues : tables of each league, by its folder.
    figures : files of their figures in all formats.
    """
    shown = {}
    if CLASSIC in leagues:
        parts = classic.LISTINGS, classic_figures.FIGURES, leagues[CLASSIC]
        shown[CLASSIC] = _shown(CLASSIC, *parts, figures, path)
    for name, engine in board_leagues().items():
        if name in leagues:
            league = board_league(engine)
            parts = league.LISTINGS, league_figures(engine).FIGURES, leagues[name]
            shown[name] = {"title": league.TITLE, "about": league.ABOUT, **_shown(name, *parts, figures, path)}
    write_page(path, "league.html.j2", studies=studies, leagues=shown)


def _shown(
    name: str,
    listings: Listings,
    drawings: Mapping[str, Mapping[str, str]],
    tables: Tables,
    figures: Sequence[str | Path],
    page: str | Path,
) -> dict[str, Any]:
    """Listings of the tables of a league and pictures of its figures, by name."""
    own = [file for file in figures if Path(file).stem in drawings]
    return {
        "tables": {
            table: _listed(tables[table], *listing, address=f"../{FOLDER}/{name}/{table}.csv")
            for table, listing in listings.items()
        },
        "figures": {shown.name: shown for shown in pictures(drawings, own, page=page, folder=FOLDER)},
    }


def _listed(table: pd.DataFrame, caption: str, columns: Mapping[str, str], *, address: str) -> Listing:
    """Listing of a table; of a long ranking, its first places."""
    if RANK in table and len(table) > LONGEST:
        table, caption = table[table[RANK] <= PLACES], f"{caption}; places 1 to {PLACES}"
    return listed(table, columns, caption=caption, address=address)
