"""Write the page of all leagues."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.league.leagues import league, leagues
from tttcore.pipeline.table_files import Tables
from tttcore.plots.names import PlayerNames
from tttcore.report.images import pictures
from tttcore.report.league_answer import strongest
from tttcore.report.listing import LONGEST, Listing, listed
from tttcore.report.site import write_page

FOLDER = "league"
"""Folder of the results, and of the copies of the figures."""
CLASSIC = "classic"
"""The league of 3x3."""
RANK = "rank"
POINTS = ("score", "score_low", "score_high")
"""Columns of points, from 0 to 1 in the tables."""
PLACES = 10
"""Places shown of a ranking that is too long to show whole."""


def write_league_page(
    path: str | Path,
    *,
    names: PlayerNames,
    approaches: Mapping[str, str],
    tables: Mapping[str, Tables],
    figures: Sequence[str | Path],
    trial: bool = False,
) -> None:
    """Write the page of all leagues; copies of the figures go beside it.

    Parameters
    ----------
    names : names of documents, treatments and players for people.
    approaches : how the players of each study learn, and its document, by name.
    tables : tables of each league, by its folder.
    figures : files of their figures in all formats.
    trial : see `site.write_page`.
    """
    shown = {
        name: _shown(module, tables[name], names, figures, path) for name, module in leagues().items() if name in tables
    }
    classic = tables.get(CLASSIC)
    context = {
        "leagues": shown,
        "answer": strongest(classic, approaches=approaches, names=names) if classic else None,
        "found_again": classic is not None
        and bool((classic["found"]["strategies"] < classic["found"]["solved"]).any()),
    }
    write_page(path, "league.html.j2", studies=names.studies, trial=trial, **context)


def _shown(
    module: str, tables: Tables, names: PlayerNames, figures: Sequence[str | Path], page: str | Path
) -> dict[str, Any]:
    """Texts of a league, listings of its tables and pictures of its figures, by name."""
    shown = league(module)
    own = [file for file in figures if Path(file).stem in shown.FIGURES]
    return {
        "title": shown.TITLE,
        "about": shown.ABOUT,
        "answer": shown.answer(tables, names) if hasattr(shown, "answer") else "",
        "tables": {
            name: _listed(tables[name], *listing, names=names, address=f"../{FOLDER}/{shown.NAME}/{name}.csv")
            for name, listing in shown.LISTINGS.items()
        },
        "figures": {picture.name: picture for picture in pictures(shown.FIGURES, own, page=page, folder=FOLDER)},
    }


def _listed(
    table: pd.DataFrame, caption: str, columns: Mapping[str, str], *, names: PlayerNames, address: str
) -> Listing:
    """Listing of a table, with points in percent; of a long ranking, its first places."""
    points = [column for column in POINTS if column in table]
    table = table.assign(**{column: 100 * table[column] for column in points})
    if RANK in table and len(table) > LONGEST:
        table, caption = table[table[RANK] <= PLACES], f"{caption}; places 1 to {PLACES}"
    return listed(table, columns, caption=caption, address=address, names=names)
