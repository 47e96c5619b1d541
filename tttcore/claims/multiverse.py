"""Multiverse analysis: judge each statement again under every other reading of a document."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path

import pandas as pd

from tttcore.claims.assertions import REPORT
from tttcore.claims.claims_file import check_comparable, is_counted, selectors_of
from tttcore.claims.outcomes import AGREE, CHANCE
from tttcore.claims.reports import PredictiveCheck
from tttcore.claims.selectors import ClaimValue, Known, Selector, as_written, claim_value
from tttcore.claims.verdicts import judged_row, lacks_interval
from tttcore.pipeline.messages import ConfigError, check_known, choices
from tttcore.pipeline.table_files import read_texts

TOGETHER, SEPARATOR = " + ", "; "
"""Between the names of choices that are changed together, and of those on which a verdict depends."""
Readings = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By open choice and reading, the replacements of names in selectors."""


def check_readings(readings: Readings, claims: pd.DataFrame, tables: Mapping[str, Known], where: str) -> None:
    """Check that under each reading a statement can be judged, as far as the tables are known.

    Parameters
    ----------
    tables : see `claims_file.check_measures`.
    where : name of the study's file, for messages.

    Raises
    ------
    ConfigError
        For the first choice or reading that isn't called by words in a line, and the first reading that replaces a name
        which no selector has, or by one that stands nowhere in its place, or under which no statement can be judged, or
        a target doesn't fit.
    """
    judged, names = list(statements(claims)), selected_names(claims)
    for choice, others in readings.items():
        for reading, instead in others.items():
            for words in (choice, reading):
                if not words.strip() or not words.isprintable():
                    raise ConfigError(f"{where}: readings: {words!r} is not allowed; needs words in a line")
            if TOGETHER in choice or SEPARATOR in choice:
                raise ConfigError(f"{where}: readings: {choice!r} is not allowed; needs words without + and semicolons")
            place = f"{where}: readings.{choice}.{reading}"
            for name, other in instead.items():
                if name not in names:
                    raise ConfigError(f"{place}: no judged statement selects {name!r}{choices(name, sorted(names))}")
                if others_there := dict.fromkeys(_in_its_place(name, judged, tables)):
                    check_known([other], others_there, f"{place}.{name}", "name")
            read = (read_otherwise(claim, instead) for claim in judged)
            known = [claim for claim in read if claim and _is_known(claim, tables)]
            for claim in known:
                check_comparable(claim, tables, f"{place}: {claim['id']}.target")
            if not known:
                raise ConfigError(f"{place}: no statement can be judged by {', '.join(instead.values())!r}")


def _in_its_place(name: str, judged: Iterable[Mapping[str, str]], tables: Mapping[str, Known]) -> Iterator[str]:
    """Yield all that can stand where selectors have a name, as far as the tables are known."""
    for selector in (Selector.read(text) for claim in judged for text in selectors_of(claim).values()):
        if selector.table == name:
            yield from tables
        table = tables[selector.table]
        for column in (column for column, held in selector.conditions if name in held):
            if isinstance(table, pd.DataFrame):
                yield from map(as_written, table[column].unique())
            elif table:
                yield from table.values.get(column, ())


def selected_names(claims: pd.DataFrame) -> set[str]:
    """Names that a reading can replace: of tables and values that the selectors of judged statements have."""
    return {name for claim in statements(claims) for name in _names(claim)}


def _names(claim: Mapping[str, str]) -> set[str]:
    """Names of tables and values in the selectors of a statement."""
    return {
        name
        for selector in map(Selector.read, selectors_of(claim).values())
        for name in (selector.table, *(wanted for _, held in selector.conditions for wanted in held))
    }


def statements(claims: pd.DataFrame) -> Iterator[dict[str, str]]:
    """Yield the statements that another reading can affect."""
    for claim in claims.to_dict("records"):
        if claim["asserts"] and claim["basis"] in CHANCE and is_counted(claim):
            yield {str(key): value for key, value in claim.items()}


def read_otherwise(claim: Mapping[str, str], instead: Mapping[str, str]) -> dict[str, str] | None:
    """A claim under another reading; None if the value that it is judged by stays the same."""
    renamed = {column: Selector.read(text).with_names(instead).text for column, text in selectors_of(claim).items()}
    judged_by = "target" if claim["asserts"] == REPORT else "measure"
    same = renamed[judged_by] == Selector.read(claim[judged_by]).with_names({}).text
    return None if same else {**claim, **renamed}


def crossed(readings: Readings, claim: Mapping[str, str]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield choice, reading and replacements of each reading that bears on a statement, then of several together.

    Readings of different choices go together where they replace different names in the statement's selectors.
    """
    names = _names(claim)
    bearing = [
        (choice, reading, {name: other for name, other in instead.items() if name in names})
        for choice, each in readings.items()
        for reading, instead in each.items()
        if read_otherwise(claim, instead)
    ]
    for number in range(1, len(names) + 1):
        fitting = 0
        for group in combinations(bearing, number):
            choices_changed, names_of_readings, replaced = zip(*group, strict=True)
            instead = {name: other for each in replaced for name, other in each.items()}
            if len({*choices_changed}) == number and len(instead) == sum(map(len, replaced)):
                fitting += 1
                yield TOGETHER.join(choices_changed), TOGETHER.join(names_of_readings), instead
        if not fitting:  # nor would more fit together
            return


def _is_known(claim: Mapping[str, str], tables: Mapping[str, Known]) -> bool:
    """True if the tables have what a claim selects, as far as they are known."""
    try:
        for selector in map(Selector.read, selectors_of(claim).values()):
            check_known([selector.table], tables, "", "table")
            table = tables[selector.table]
            if isinstance(table, pd.DataFrame):
                selector.rows({selector.table: table})
            elif table is not None:
                selector.check(table)
    except ConfigError:
        return False
    return True


TITLE = "Verdicts under every reading"
"""Title of the figure and of the section of a page."""
COLUMNS = ("id", "statement", "choice", "reading", "verdict", "measured", "low", "high", "chance", "measure", "target")
"""Columns of verdicts under readings; choice and reading are empty where the study's own verdict stands."""
NUMBERS = ("low", "high", "chance")
OF_VERDICT = tuple(name for name in COLUMNS if name not in ("choice", "reading"))


@dataclass(frozen=True)
class Robustness:
    """Robustness of a statement's verdict to the reading of the document.

    Attributes
    ----------
    id, statement, verdict : of the statement, as the study reads the document.
    readings : number of readings that it was judged under, the study's own among them.
    upheld : how many of them reproduce it, or are compatible with it.
    flipped : outcome under each reading that gives another one, as choice, reading and outcome.
    """

    id: str
    statement: str
    verdict: str
    readings: int
    upheld: int
    flipped: tuple[tuple[str, str, str], ...]

    @property
    def depends(self) -> list[str]:
        """Choices on which the verdict depends; several together only where it depends on none of them alone."""
        changed = dict.fromkeys(choice for choice, _, _ in self.flipped)
        return [
            choice for choice in changed if TOGETHER not in choice or changed.keys().isdisjoint(choice.split(TOGETHER))
        ]


def multiverse(
    readings: Readings,
    claims: pd.DataFrame,
    verdicts: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    *,
    too_few: str = "",
) -> pd.DataFrame:
    """Verdicts under every reading: a table with the columns `COLUMNS`.

    A statement is judged under a reading if that replaces a name in its selectors and the tables have such rows, of
    enough runs. Only counted statements are judged that depend on runs. Those without another reading are left out; of
    the others the first row is the study's own verdict. Choices are changed one at a time, and then together, see
    `crossed`.

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
            {"choice": choice, "reading": reading, **judged}
            for choice, reading, instead in crossed(readings, claim)
            if (other := read_otherwise(claim, instead)) and _is_there(other, tables)
            if (judged := _judged(other, tables, row["parts"], too_few))
        ]
        if others:
            found += [{"choice": "", "reading": "", **{column: row[column] for column in OF_VERDICT}}, *others]
    return pd.DataFrame(found, columns=COLUMNS)


def with_readings(verdicts: pd.DataFrame, judged: pd.DataFrame) -> pd.DataFrame:
    """Verdicts with the numbers of other readings, of those that agree, and the choices on which a verdict depends."""
    found = {
        row.id: (row.readings - 1, row.readings - 1 - len(row.flipped), SEPARATOR.join(row.depends))
        for row in robustness(judged)
    }
    told = [found.get(name, (0, 0, "")) for name in verdicts["id"]]
    return verdicts.assign(
        readings=[readings for readings, _, _ in told],
        agreeing=[agreeing for _, agreeing, _ in told],
        depends=[depends for _, _, depends in told],
    )


def one_at_a_time(judged: pd.DataFrame) -> pd.DataFrame:
    """Rows of verdicts under readings, see `multiverse`, in which one choice is changed at most."""
    return judged[~judged["choice"].str.contains(TOGETHER, regex=False)]


def read_multiverse(path: str | Path) -> pd.DataFrame:
    """Read a table that `multiverse` gave and ``write_csv`` wrote; StoreError for a damaged file."""
    texts = [name for name in COLUMNS if name not in NUMBERS]
    return read_texts(path, texts, COLUMNS)


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
                upheld=int(rows["verdict"].isin(AGREE).sum()),
                flipped=tuple(other[["choice", "reading", "verdict"]].itertuples(index=False, name=None)),
            )
        )
    return sorted(found, key=lambda each: -each.upheld / each.readings)


def _is_there(claim: Mapping[str, str], tables: Mapping[str, pd.DataFrame]) -> bool:
    """True if the tables have what a claim selects."""
    try:
        return all(not Selector.read(text).rows(tables).empty for text in selectors_of(claim).values())
    except ConfigError:
        return False


def _judged(
    claim: Mapping[str, str], tables: Mapping[str, pd.DataFrame], parts: int, too_few: str
) -> dict[str, object] | None:
    """Columns of a claim's verdict; None if its runs, although enough of the study's own, can't decide it here."""
    found = claim_value(claim["measure"], tables) if claim["measure"] else ClaimValue(math.nan)
    check = PredictiveCheck.read(claim["target"], tables) if claim["asserts"] == REPORT else PredictiveCheck()
    asserts = claim["asserts"]
    few = check.never_unlikely(parts) if asserts == REPORT else lacks_interval(asserts, found)
    row = judged_row(claim, found, check, parts, too_few)
    return None if few and not too_few else {column: row[column] for column in OF_VERDICT}
