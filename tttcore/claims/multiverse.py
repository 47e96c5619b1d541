"""Multiverse: judge each statement again under every other reading of what a document leaves open."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from tttcore.claims.outcomes import REPRODUCED
from tttcore.claims.readings import Readings, read_otherwise, selectors_of, statements
from tttcore.claims.reports import Seen
from tttcore.claims.selectors import ClaimValue, claim_value
from tttcore.claims.verdicts import judged_row
from tttcore.pipeline.csv_files import read_texts
from tttcore.pipeline.messages import ConfigError

TITLE = "Verdicts under every reading"
"""Of the figure and of the section of a page."""
COLUMNS = ("id", "statement", "choice", "reading", "verdict", "measured", "low", "high", "chance", "measure", "seen")
"""Columns of verdicts under readings; choice and reading are empty where the study's own verdict stands."""
NUMBERS = ("low", "high", "chance")
OF_VERDICT = tuple(name for name in COLUMNS if name not in ("choice", "reading"))


@dataclass(frozen=True)
class Robustness:
    """Dependence of a statement's verdict on what a document leaves open.

    Attributes
    ----------
    id, statement, verdict : of the statement, as the study reads the document.
    readings : number of readings that it was judged under, the study's own among them.
    upheld : how many of them reproduce it.
    flipped : outcome under each reading that gives another one, as choice, reading and outcome.
    """

    id: str
    statement: str
    verdict: str
    readings: int
    upheld: int
    flipped: tuple[tuple[str, str, str], ...]


def multiverse(
    readings: Readings,
    claims: pd.DataFrame,
    verdicts: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    *,
    too_few: str = "",
) -> pd.DataFrame:
    """Verdicts under every reading: a table with the columns `COLUMNS`.

    A statement is judged under a reading if that replaces a name in its selectors and the tables have such rows. Only
    counted statements are judged that depend on runs. Those without another reading are left out; of the others the
    first row is the study's own verdict. One choice is changed at a time.

    Parameters
    ----------
    claims, tables : see `verdicts.verdicts`.
    verdicts : their verdicts, in the schema ``verdicts``.
    too_few : why claims about reruns aren't judged, if there are too few runs.
    """
    own, found = {row["id"]: row for row in verdicts.to_dict("records")}, list[dict[str, object]]()
    for claim in statements(claims):
        row = own[claim["id"]]
        others = [
            {"choice": choice, "reading": reading, **_judged(other, tables, row["together"], too_few)}
            for choice, each in readings.items()
            for reading, instead in each.items()
            if (other := read_otherwise(claim, instead)) and _is_there(other, tables)
        ]
        if others:
            found += [{"choice": "", "reading": "", **{column: row[column] for column in OF_VERDICT}}, *others]
    return pd.DataFrame(found, columns=COLUMNS)


def with_readings(verdicts: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """Verdicts with the numbers of other readings, and of those that agree, see `multiverse`."""
    found = {row.id: (row.readings - 1, row.readings - 1 - len(row.flipped)) for row in robustness(judged)}
    numbers = [found.get(name, (0, 0)) for name in verdicts["id"]]
    return verdicts.assign(readings=[each for each, _ in numbers], agreeing=[each for _, each in numbers])


def read_multiverse(path: str | Path) -> pd.DataFrame:
    """Read a table that `multiverse` gave and ``write_csv`` wrote."""
    texts = [name for name in COLUMNS if name not in NUMBERS]
    return read_texts(path, texts)


def robustness(judged: pd.DataFrame) -> list[Robustness]:
    """Count how far each statement depends on the reading, most upheld statements first, ties in their order.

    Parameters
    ----------
    judged : see `multiverse`.
    """
    found = []
    for _, rows in judged.groupby("id", sort=False):
        own, others = rows.iloc[0], rows.iloc[1:]
        other = others[others["verdict"] != own["verdict"]]
        found.append(
            Robustness(
                own["id"],
                own["statement"],
                own["verdict"],
                readings=len(rows),
                upheld=int((rows["verdict"] == REPRODUCED).sum()),
                flipped=tuple(other[["choice", "reading", "verdict"]].itertuples(index=False, name=None)),
            )
        )
    return sorted(found, key=lambda each: -each.upheld / each.readings)


def _is_there(claim: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> bool:
    """Tell whether the tables have what a claim selects."""
    try:
        return all(not selector.rows(tables).empty for selector in selectors_of(claim))
    except ConfigError:
        return False


def _judged(
    claim: Mapping[str, str], tables: Mapping[str, pd.DataFrame], together: int, too_few: str
) -> dict[str, object]:
    found = claim_value(claim["measure"], tables) if claim["measure"] else ClaimValue(math.nan)
    seen = Seen.read(claim["seen"], tables) if claim["seen"] else Seen()
    row = judged_row(claim, found, seen, together, too_few)
    return {column: row[column] for column in OF_VERDICT}
