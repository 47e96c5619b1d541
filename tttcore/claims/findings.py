"""Findings: sentences on a document whose wording depends on verdicts and whose numbers come from tables."""

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import pandas as pd

from tttcore.claims.assertions import REPORT
from tttcore.claims.outcomes import AGREE, CHANCE, CHOICES, DISAGREE, MEASURED, NOT_TESTABLE, UNDECIDED
from tttcore.claims.selectors import Known, Selector, claim_value
from tttcore.claims.sentences import sentence_verdicts
from tttcore.pipeline.messages import ConfigError, check_known, located
from tttcore.pipeline.table_files import read_csv, read_texts
from tttcore.plots.numbers import number, p_equals, percent, short

COLUMNS = ("claim", *AGREE, *DISAGREE, UNDECIDED, MEASURED)
"""The statement that a finding rests on, and the sentence for each outcome; the first finding is the answer."""
FOUND = ("claim", "verdict", "sentence_verdict", "text")
"""Columns of what was found."""
OF_ROW = ("ours", "published", "chance", "low", "high", "readings", "agreeing")
"""Values of the statement's own row."""
FORMATS: dict[str, Callable[[Any], str]] = {
    "short": short,
    "number": number,
    "percent": lambda value: value if isinstance(value, str) else percent(value),
    "p": lambda value: value if isinstance(value, str) else p_equals(value),
    "size": lambda value: short(value if isinstance(value, str) else abs(value)),
    "minus": lambda value: short(value if isinstance(value, str) else -value),
    "points": lambda value: value if isinstance(value, str) else _points(value),
}
"""Formats of a value, as in ``{percent chance}``; the first is the default. Texts stay."""
ENDS = ("low", "high")
"""Ends of the interval of a selector: ``{low survival.share[set=seat]}``."""

PLACE = re.compile(r"\{([^{}]*)\}")
"""A value in a text or a formula."""
_INTERVAL = re.compile(
    r"(?:95% interval )?\{([^{}]*\b(?P<end>low|high)\b[^{}]*)\} to \{[^{}]*\b(?!(?P=end))(?:low|high)\b[^{}]*\}"
)
"""An interval in a text; its ends change places where their signs do."""
_NO_INTERVAL = "no interval"
_PARTS = re.compile(rf"(?:(?P<format>{'|'.join(FORMATS)}) )?(?:(?P<end>{'|'.join(ENDS)}) )?(?P<value>.+)")


@dataclass(frozen=True)
class Place:
    """A value in a sentence.

    Attributes
    ----------
    format : name in `FORMATS`.
    end : one of `ENDS`; empty for the value itself.
    value : one of `OF_ROW`, or a selector.
    """

    format: str
    end: str
    value: str

    @classmethod
    def read(cls, text: str) -> Self:
        """Parse what stands between braces; ConfigError if there is no value."""
        match = _PARTS.fullmatch(text)
        if not match:
            raise ConfigError(f"{{{text}}} has no value")
        if match["end"] and match["value"] in OF_ROW:
            raise ConfigError(
                f"{{{text}}}: {match['value']} has no ends; allowed: {{low}}, {{high}}, ends of selectors"
            )
        return cls(match["format"] or "short", match["end"] or "", match["value"])

    def stored(self, row: Any, tables: Mapping[str, pd.DataFrame]) -> Any:
        """Value as a table holds it, given the statement's row and the study's tables."""
        if self.value in OF_ROW:
            return _number(row["measured" if self.value == "ours" else self.value])
        read = claim_value(self.value, tables)
        if self.end:
            return read.low if self.end == "low" else read.high
        return read.text or read.value

    def written(self, row: Any, tables: Mapping[str, pd.DataFrame]) -> str:
        """Value as people write it."""
        return FORMATS[self.format](self.stored(row, tables))


def read_findings(path: str | Path, claims: pd.DataFrame) -> pd.DataFrame:
    """Read the findings on a document, as text; none if there is no such file.

    Parameters
    ----------
    claims : see `claims_file.read_claims`.

    Raises
    ------
    ConfigError
        If the file can't be read, a statement is unknown, repeated or a choice of ours, an outcome that it can have has
        no sentence, or a sentence has braces with anything but a value.
    """
    if not Path(path).exists():
        return pd.DataFrame(columns=COLUMNS)
    findings, known = read_csv(path, COLUMNS), claims.set_index("id")
    for line, finding in zip(findings.index, findings.to_dict("records"), strict=True):
        where = f"{path}, line {line}"
        check_known([finding["claim"]], known.index, f"{where}: claim", "claim")
        if known.loc[finding["claim"], "kind"] in CHOICES:
            raise ConfigError(f"{where}: claim: {finding['claim']!r} is a choice of ours; allowed: statements")
        if (findings["claim"] == finding["claim"]).sum() > 1:
            raise ConfigError(f"{where}: claim: {finding['claim']!r} is there twice; allowed: each once")
        for outcome in _outcomes(known.loc[finding["claim"]]):
            if not finding[outcome]:
                raise ConfigError(f"{where}: {outcome}: needs a sentence, since {finding['claim']} can come out so")
        for outcome in COLUMNS[1:]:
            with located(f"{where}: {outcome}"):
                list(selectors(finding[outcome]))
    return findings.reset_index(drop=True)


def check_values(findings: pd.DataFrame, tables: Mapping[str, Known], where: str) -> None:
    """Check that the sentences' values can be read from tables of the study, as far as these are known.

    Parameters
    ----------
    tables : see `claims_file.check_measures`.
    where : name of the findings' file, for messages.
    """
    for finding in findings.to_dict("records"):
        for outcome in COLUMNS[1:]:
            place = f"{where}: {finding['claim']}.{outcome}"
            for selector in selectors(finding[outcome]):
                check_selector(selector, tables, place)


def check_selector(selector: Selector, tables: Mapping[str, Known], place: str) -> None:
    """Check that a value can be read from tables, as far as these are known; ConfigError, beginning with the place."""
    check_known([selector.table], tables, place, "table")
    table = tables[selector.table]
    with located(place):
        if isinstance(table, pd.DataFrame):
            selector.rows({selector.table: table})
        elif table is not None:
            selector.check(table)


def found(
    stated: pd.DataFrame, verdicts: pd.DataFrame, tables: Mapping[str, pd.DataFrame], *, where: str
) -> pd.DataFrame:
    """Sentences on a document, in the file's order: a table with the columns `FOUND`, all text.

    Parameters
    ----------
    stated : see `read_findings`.
    verdicts : table in the schema ``verdicts``.
    tables : the study's tables.
    where : name of the findings' file, for messages.

    Raises
    ------
    ConfigError
        If a value can't be read, or an outcome has no sentence.
    """
    judged, sentences = verdicts.set_index("id"), sentence_verdicts(verdicts)
    found = []
    for finding in stated.to_dict("records"):
        row = judged.loc[finding["claim"]]
        place = f"{where}: {finding['claim']}.{row['verdict']}"
        if row["verdict"] == NOT_TESTABLE or not finding[row["verdict"]]:
            raise ConfigError(f"{place}: needs a sentence, since it came out so")
        with located(place):
            text = "".join(
                part.written(row, tables) if isinstance(part, Place) else part
                for part in sentence(finding, row, tables)
            )
        sentence_verdict = sentences.get(row["sentence"], row["verdict"])
        found.append((finding["claim"], row["verdict"], sentence_verdict, text))
    return pd.DataFrame(found, columns=FOUND)


def sentence(finding: Mapping[Any, str], row: Any, tables: Mapping[str, pd.DataFrame]) -> Iterator[str | Place]:
    """Parts of the sentence that reports what was found: its words, and the places of its values.

    Of an interval that is unknown, as where runs are few, it says that there is none.

    Parameters
    ----------
    finding : a row of the findings' file.
    row : the statement's row of its verdicts.
    tables : the study's tables.
    """

    def interval(found: re.Match[str]) -> str:
        return _NO_INTERVAL if pd.isna(Place.read(found[1]).stored(row, tables)) else found[0]

    yield from parts(_INTERVAL.sub(interval, finding[row["verdict"]]))


def parts(text: str) -> Iterator[str | Place]:
    """Split a text into its words and the places of its values; ConfigError if a place has no value."""
    for index, part in enumerate(PLACE.split(text)):
        yield Place.read(part) if index % 2 else part


def read_found(path: str | Path) -> list[dict[str, str]]:
    """Read findings, as `found` gives them and ``write_csv`` wrote them: a mapping by column for each sentence.

    StoreError for a damaged file.
    """
    rows = read_texts(path, FOUND, FOUND).to_dict("records")
    return [{str(key): value for key, value in row.items()} for row in rows]


def _outcomes(claim: Any) -> tuple[str, ...]:
    """Outcomes that a statement can be expected to have."""
    if not claim["asserts"]:
        return (MEASURED,)
    decided = [way[claim["asserts"] == REPORT] for way in (AGREE, DISAGREE)]
    return (*decided, UNDECIDED) if claim["basis"] in CHANCE else (*decided,)


def selectors(text: str, names: Collection[str] = OF_ROW) -> Iterator[Selector]:
    """Yield the selectors in a sentence; ConfigError for braces with anything else but one of these `names`."""
    if stray := re.search("[{}]", PLACE.sub("", text)):
        raise ConfigError(f"{text!r} has {stray[0]} without its partner")
    for place in PLACE.findall(text):
        value = Place.read(place).value
        if value not in names:
            yield Selector.read(value)


def _points(difference: float) -> str:
    """Share of the points that a player expects who is better by so many Elo points, in percent."""
    from tttcore.stats.ratings import expected_points  # noqa: PLC0415 - models of ratings take long to import

    return "–" if math.isnan(difference) else f"{expected_points(difference):.1%}"


def _number(value: Any) -> Any:
    """Number that a text holds, NaN for an empty one, or another text as it is."""
    try:
        return float("nan" if value == "" else value)
    except ValueError:
        return value
