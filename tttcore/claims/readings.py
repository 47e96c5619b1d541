"""Other readings of a document: what stands in the selectors of statements in place of what, and which it bears on."""

from collections.abc import Iterator, Mapping

import pandas as pd

from tttcore.claims.assertions import REPORT
from tttcore.claims.basis import CHANCE
from tttcore.claims.claims_file import is_counted
from tttcore.claims.selectors import Columns, Selector
from tttcore.pipeline.messages import ConfigError, choices

Readings = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Under a choice that is open, and a reading, the names that stand in selectors in place of others."""


def check_readings(
    readings: Readings, claims: pd.DataFrame, tables: Mapping[str, Columns | pd.DataFrame | None], where: str
) -> None:
    """Check that under each reading a statement can be judged, as far as the tables are known.

    Parameters
    ----------
    tables : see `claims_file.check_measures`.
    where : name of the study's file, for messages.

    Raises
    ------
    ConfigError
        For the first choice or reading that isn't called by words in a line, and the first reading that replaces a name
        which no selector has, or under which no statement can be judged.
    """
    judged, names = list(statements(claims)), selected_names(claims)
    for choice, others in readings.items():
        for reading, instead in others.items():
            for words in (choice, reading):
                if not words.strip() or not words.isprintable():
                    raise ConfigError(f"{where}: readings: {words!r} is not allowed; needs words in a line")
            place = f"{where}: readings.{choice}.{reading}"
            for name in instead:
                if name not in names:
                    raise ConfigError(f"{place}: no judged statement selects {name!r}{choices(name, sorted(names))}")
            read = (read_otherwise(claim, instead) for claim in judged)
            if not any(claim and _is_known(claim, tables) for claim in read):
                raise ConfigError(f"{place}: no statement can be judged by {', '.join(instead.values())!r}")


def selected_names(claims: pd.DataFrame) -> set[str]:
    """Names that a reading can replace: of tables and values that the selectors of judged statements have."""
    return {
        name
        for claim in statements(claims)
        for selector in selectors_of(claim)
        for name in (selector.table, *(wanted for _, wanted in selector.conditions))
    }


def statements(claims: pd.DataFrame) -> Iterator[dict[str, str]]:
    """Yield the statements that another reading can bear on."""
    for claim in claims.to_dict("records"):
        if claim["asserts"] and claim["basis"] in CHANCE and is_counted(claim):
            yield {str(key): value for key, value in claim.items()}


def selectors_of(claim: Mapping[str, str]) -> Iterator[Selector]:
    """Yield the selectors of a claim: of its value, and of what pretended documents report."""
    for column in ("measure", "seen"):
        if claim[column]:
            yield Selector.read(claim[column])


def read_otherwise(claim: Mapping[str, str], instead: Mapping[str, str]) -> dict[str, str] | None:
    """A claim under another reading; None if the value that it is judged by stays the same."""
    renamed = {
        column: Selector.read(claim[column]).with_names(instead).text for column in ("measure", "seen") if claim[column]
    }
    judged_by = "seen" if claim["asserts"] == REPORT else "measure"
    same = renamed[judged_by] == Selector.read(claim[judged_by]).with_names({}).text
    return None if same else {**claim, **renamed}


def _is_known(claim: Mapping[str, str], tables: Mapping[str, Columns | pd.DataFrame | None]) -> bool:
    """Tell whether the tables have what a claim selects, as far as they are known."""
    for selector in selectors_of(claim):
        if selector.table not in tables:
            return False
        table = tables[selector.table]
        try:
            if table is not None:
                selector.check(Columns.of(table) if isinstance(table, pd.DataFrame) else table)
        except ConfigError:
            return False
    return True
