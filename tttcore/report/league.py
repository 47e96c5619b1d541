"""Write the page of all leagues, and say in words which way of learning makes the strongest player of 3x3."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.league.leagues import league, leagues
from tttcore.pipeline.table_files import Tables
from tttcore.plots.names import PlayerNames
from tttcore.plots.numbers import percent
from tttcore.report.images import pictures
from tttcore.report.listing import LONGEST, Listing, listed
from tttcore.report.site import write_page
from tttcore.stats.intervals import LEVEL

FOLDER = "league"
"""Folder of the results, and of the copies of the figures."""
CLASSIC = "classic"
"""The league of 3x3."""
RANK = "rank"
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
    answer = strongest(classic["ranking"], classic["differences"], approaches=approaches) if classic else []
    write_page(path, "league.html.j2", studies=names.studies, trial=trial, leagues=shown, answer=answer)


def _shown(
    module: str, tables: Tables, names: PlayerNames, figures: Sequence[str | Path], page: str | Path
) -> dict[str, Any]:
    """Texts of a league, listings of its tables and pictures of its figures, by name."""
    shown = league(module)
    own = [file for file in figures if Path(file).stem in shown.FIGURES]
    return {
        "title": shown.TITLE,
        "about": shown.ABOUT,
        "tables": {
            name: _listed(tables[name], *listing, names=names, address=f"../{FOLDER}/{shown.NAME}/{name}.csv")
            for name, listing in shown.LISTINGS.items()
        },
        "figures": {picture.name: picture for picture in pictures(shown.FIGURES, own, page=page, folder=FOLDER)},
    }


def _listed(
    table: pd.DataFrame, caption: str, columns: Mapping[str, str], *, names: PlayerNames, address: str
) -> Listing:
    """Listing of a table; of a long ranking, its first places."""
    if RANK in table and len(table) > LONGEST:
        table, caption = table[table[RANK] <= PLACES], f"{caption}; places 1 to {PLACES}"
    return listed(table, columns, caption=caption, address=address, names=names)


SEATS = {"first": "Moving first", "second": "Moving second", "both": "Moving first and second"}
"""Seats of the ranking, as sentences begin."""


def strongest(
    ranking: pd.DataFrame, differences: pd.DataFrame, *, approaches: Mapping[str, str]
) -> list[tuple[str, str]]:
    """Return for each seat a sentence on the best group, and more: the best of each study, and what is significant.

    It says of how many groups each is the best, since the best of many scores more by chance alone. A difference from
    the first is significant if Nemenyi's test, which corrects for all pairs of groups, has p below 0.05. Groups of
    players that don't learn are left out. Nothing for a seat with groups of fewer than two studies.

    Parameters
    ----------
    ranking : ``seat``, ``group`` as study and treatment, ``score``, ``score_low`` and ``score_high``.
    differences : ``seat``, groups ``a`` and ``b``, and ``p`` of Nemenyi's test.
    approaches : how the players of each study learn, by its name; other groups don't learn.
    """
    learnt = ranking.assign(study=ranking["group"].str.split("/").str[0])
    learnt = learnt[learnt["study"].isin(approaches)].sort_values("score", ascending=False, kind="stable")
    apart = differences[differences["p"] < LEVEL].to_dict("records")
    significant = {(row["seat"], frozenset((row["a"], row["b"]))) for row in apart}
    sentences = []
    for seat, begins in SEATS.items():
        seated = learnt[learnt["seat"] == seat]
        groups = seated["study"].value_counts()
        first, *others = seated.drop_duplicates("study").to_dict("records") or [{}]
        if not others:
            continue
        weaker = [each for each in others if (seat, frozenset((first["group"], each["group"]))) in significant]
        interval = f"{percent(first['score_low'])} to {percent(first['score_high'])}"
        rest = (
            f"{approaches[each['study']]} with {percent(each['score'])} (best of {groups[each['study']]})"
            for each in others
        )
        leads = f"{begins}, {approaches[first['study']]} leads with {percent(first['score'])} of the points."
        more = (
            f"It is the best of its document's {groups[first['study']]} treatments (95% interval {interval}); "
            f"then come {', '.join(rest)}. The best of many treatments scores more by luck. "
        )
        sentences.append((leads, more + _apart(len(others), [approaches[each["study"]] for each in weaker])))
    return sentences


def _apart(others: int, weaker: list[str]) -> str:
    """Say which differences from the best are significant; the others are not shown to be none."""
    test = f"(Nemenyi's test, p < {LEVEL:g})"
    if not weaker:
        return f"None of these differences is significant {test}, which leaves the order open."
    if len(weaker) == others:
        return f"All these differences from the first are significant {test}."
    return f"Only the difference from {' and '.join(weaker)} is significant {test}; the others are open."
