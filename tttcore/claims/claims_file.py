"""Read the claims of a document, and check them before anything runs."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS, REPORT, WITH_MARGIN, Terms, check_target
from tttcore.claims.outcomes import CHANCE, REPRODUCTION_OF_BASIS
from tttcore.claims.reports import check_seen, gives_chance
from tttcore.claims.selectors import INTERVAL, SET_LABELS, Columns, Known, Selector, claim_value, is_number
from tttcore.pipeline import table_files
from tttcore.pipeline.messages import ConfigError, check_known, located
from tttcore.pipeline.modules import STUDIES, submodule
from tttcore.pipeline.study import ALL_TREATMENTS, PUBLISHED, Study
from tttcore.pipeline.table_files import read_csv
from tttcore.stats.published_design import POWER_GRID
from tttcore.studies.method import method_captions
from tttcore.studies.tables import Table

COLUMNS = (
    *("id", "section", "kind", "basis", "asserts", "statement", "published", "measure"),
    *("target", "margin", "because", "seen", "family", "same_as", "note"),
)
METHOD, CONTRADICTION = "method", "contradiction"
"""Kinds of claims that aren't counted: what the configuration takes over, and one side of what a document leaves open
or says in two ways."""
KINDS = ("claim", METHOD, "figure", "table", "suggestion", CONTRADICTION)
"""Kinds of claims."""


def read_claims(path: str | Path) -> pd.DataFrame:
    """Read the claims of a document from a CSV with the columns `COLUMNS`, all as text.

    Raises
    ------
    ConfigError
        If the file can't be read, a column is missing or unknown, an id is missing or repeated, a kind, a basis or an
        assertion is unknown, a selector, a target or a margin is invalid or missing, a margin has no reason, a report
        of a family is judged by an interval, a row repeats one that isn't there, or a row asserts nothing and has no
        note with the reason.
    """
    claims = read_csv(path, COLUMNS)
    lines: dict[str, object] = {}
    for line, claim in zip(claims.index, claims.to_dict("records"), strict=True):
        where, name = f"{path}, line {line}", claim["id"]
        if not name or name in lines:
            taken = f", and line {lines[name]} has it" if name in lines else ""
            raise ConfigError(f"{where}: id: {name!r} is not allowed; needs one of its own{taken}")
        lines[name] = line
        check_known([claim["kind"]], KINDS, f"{where}: {name}.kind", "kind")
        check_known([claim["basis"]], REPRODUCTION_OF_BASIS, f"{where}: {name}.basis", "basis")
        for column in ("measure", "seen"):
            if claim[column]:
                with located(f"{where}: {name}.{column}"):
                    Selector.read(claim[column])
        _check_assertion(claim, f"{where}: {name}")
    for line, claim in zip(claims.index, claims.to_dict("records"), strict=True):
        if claim["same_as"]:
            check_known([claim["same_as"]], lines, f"{path}, line {line}: {claim['id']}.same_as", "claim")
    return claims.reset_index(drop=True)


def terms_of(claim: Mapping[Any, str]) -> Terms:
    """Terms on which a claim's value is judged."""
    return Terms(claim["target"], float(claim["margin"] or "nan"), claim["basis"] in CHANCE)


def is_counted(claim: Mapping[Any, str]) -> bool:
    """Tell whether a claim is a statement of its own, of the document itself."""
    return claim["kind"] not in (METHOD, CONTRADICTION) and not claim["same_as"]


def check_measures(claims: pd.DataFrame, tables: Mapping[str, Known], where: str) -> None:
    """Check that claims can be measured in tables of the study, as far as these are known.

    Parameters
    ----------
    tables : what is known of every table of the study, by name: all of it, its columns or nothing.
    where : name of the claims' file, for messages.

    Raises
    ------
    ConfigError
        For the first claim with an unknown table, or whose selectors or assertion don't fit what is known.
    """
    for claim in claims.to_dict("records"):
        for column, check in (("measure", check_measure), ("seen", check_seen)):
            if not claim[column]:
                continue
            place, name = f"{where}: {claim['id']}.{column}", Selector.read(claim[column]).table
            check_known([name], tables, place, "table")
            table = tables[name]
            with located(place):
                if isinstance(table, pd.DataFrame):
                    claim_value(claim[column], {name: table})
                if table is not None:
                    check(claim, Columns.of(table))


def check_measure(claim: Mapping[Any, str], columns: Columns) -> None:
    """Check a claim's selector, and that its assertion can be judged by what that gives, as far as the table is known.

    Raises
    ------
    ConfigError
        See `Selector.check`; or if the assertion needs something else than the selector gives, such as an interval
        where the value is estimated from runs.
    """
    selector, asserts = Selector.read(claim["measure"]), claim["asserts"]
    selector.check(columns)
    if not asserts:
        return
    assertion, gives = ASSERTIONS[asserts], selector.gives(columns)
    if not assertion.needs & gives:
        needs = " or ".join(sorted(assertion.needs))
        raise ConfigError(f"{claim['measure']!r}: gives {' or '.join(sorted(gives))}, and {asserts} needs {needs}")
    if claim["basis"] in CHANCE and assertion.wrong and asserts != REPORT and INTERVAL not in gives:
        raise ConfigError(f"{claim['measure']!r}: gives no interval, and {asserts} needs one where runs are counted")


def check_cited(study: Mapping[str, Any], claims: Collection[str], where: str) -> None:
    """Check that a study has the claims that its figures cite; ConfigError for the first that it hasn't.

    Parameters
    ----------
    study : ``figures`` and ``benchmarks`` of its configuration.
    claims : ids of its claims.
    where : name of the study's file, for messages.
    """
    for part in ("figures", "benchmarks"):
        for figure, settings in study[part].items():
            check_known(settings.get("claims", []), claims, f"{where}: {part}.{figure}.claims", "claim")


def check_null_result(
    study: Mapping[str, Any], tables: Mapping[str, Table], claims: Collection[str], where: str
) -> None:
    """Check that what a null result of a study names is there; ConfigError for the first that isn't.

    Parameters
    ----------
    study : ``null_result``, if it has one, and ``comparisons`` of its configuration.
    tables : its tables, by name.
    claims : ids of its claims.
    where : name of the study's file, for messages.
    """
    asked, place = study.get("null_result"), f"{where}: null_result"
    if asked:
        check_known([asked["claim"]], claims, f"{place}.claim", "claim")
        grids = [name for name, table in tables.items() if {*table.columns} >= {*POWER_GRID}]
        check_known([asked["grid"]], grids, f"{place}.grid", "grid of power")
        check_known(asked["tables"], tables, f"{place}.tables", "table")
        check_known(asked["sets"], [PUBLISHED, *study["comparisons"]], f"{place}.sets", "set")


def _check_assertion(claim: Mapping[Any, str], where: str) -> None:
    """Check that a claim's assertion exists and has all that it needs; else ConfigError."""
    asserts, needed = claim["asserts"], "seen" if claim["asserts"] == REPORT else "measure"
    if not asserts:
        for column in ("target", "margin", "because", "family"):
            if claim[column]:
                raise ConfigError(f"{where}.{column}: {claim[column]!r} is for statements that assert something")
        if not claim["note"]:
            raise ConfigError(f"{where} asserts nothing and has no note that says why not")
        return
    check_known([asserts], ASSERTIONS, f"{where}.asserts", "assertion")
    if not claim[needed]:
        raise ConfigError(f"{where}.{needed}: needs a value where something is asserted")
    margin = claim["margin"]
    if margin and not (is_number(margin) and float(margin) > 0):
        raise ConfigError(f"{where}.margin: {margin!r} is not allowed; needs a number above 0")
    if margin and not claim["because"]:
        raise ConfigError(f"{where}.because: a margin needs its reason")
    with located(f"{where}.target"):
        check_target(asserts, claim["target"])
    with_chance = claim["basis"] in CHANCE or asserts == "no difference"
    if asserts in WITH_MARGIN and with_chance and not margin:
        raise ConfigError(f"{where}.margin: {asserts} needs one")
    if asserts == REPORT and claim["family"] and not gives_chance(claim["seen"]):
        raise ConfigError(f"{where}.family: {claim['seen']!r} gives no chance, and only chances count for a family")
    if asserts == "identity" and claim["basis"] in CHANCE:
        raise ConfigError(f"{where}.asserts: identity is for what is computed without chance")


def planned_tables(study: Study, tables: Mapping[str, Table]) -> dict[str, Known]:
    """Find what is known of every table of a study: of the document's own tables all, of others the columns.

    Nothing is known of further tables of its method.

    Parameters
    ----------
    tables : its tables of statistics, by name.
    """
    known: dict[str, Known] = {table_files.FACTS: _of_facts(table_files.FACT_COLUMNS)}
    if submodule(STUDIES, study.name, "method"):
        known[table_files.METHOD] = _of_facts(table_files.METHOD_COLUMNS)
    known |= dict.fromkeys(method_captions(study.name))
    known |= {name: pd.read_csv(file) for name, file in study.config["published"]["tables"].items()}
    return known | {name: _of_table(table, study) for name, table in tables.items()}


def _of_facts(columns: tuple[str, ...]) -> Columns:
    """Columns of a table of facts: all text but the value."""
    return Columns({name: name == "value" for name in columns})


def _of_table(table: Table, study: Study) -> Columns:
    """Columns of a table; those that name sets, their labels and treatments hold no other values."""
    columns = [*table.columns]
    values = {"treatment": [*study.treatments, ALL_TREATMENTS]}
    if "set" in columns:
        labels = dict.fromkeys(label for members in study.sets.values() for label in members)
        values |= {"set": [*study.sets], **{label: [*labels] for label in SET_LABELS}}
    return Columns(dict.fromkeys(columns), values)
