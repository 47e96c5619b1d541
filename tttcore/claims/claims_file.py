"""Read the claims of a document, and check them before anything runs."""

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS, PLUS_MINUS, REPORT, Range, Terms, check_target, checked_chain, pairs
from tttcore.claims.outcomes import CHANCE, CHOICES, REPRODUCTION_OF_BASIS, STATEMENTS
from tttcore.claims.reports import LEAST, check_report_selector
from tttcore.claims.selectors import (
    INTERVAL,
    NUMBER,
    SET_LABELS,
    Columns,
    Known,
    Selector,
    claim_value,
    is_number,
)
from tttcore.pipeline import table_files
from tttcore.pipeline.messages import ConfigError, check_known, located
from tttcore.pipeline.modules import STUDIES, submodule
from tttcore.pipeline.study import ALL_TREATMENTS, PUBLISHED, Study
from tttcore.pipeline.table_files import read_csv
from tttcore.stats.columns import OneOf
from tttcore.stats.intervals import LEVEL
from tttcore.stats.published_design import POWER_GRID
from tttcore.studies.method import method_captions
from tttcore.studies.tables import Table

COLUMNS = (
    *("id", "where", "kind", "basis", "statement", "published"),
    *("measure", "asserts", "target", "because", "same_as", "note"),
)
KINDS = (*STATEMENTS, *CHOICES)
"""Kinds of rows."""
_ID = re.compile(r"\w+(-\w+)*")
_PART = re.compile(r"[a-z]+$")


def read_claims(path: str | Path, *, of_document: bool = True) -> pd.DataFrame:
    """Read the claims of a document from a CSV with the columns `COLUMNS`, all as text.

    Parameters
    ----------
    of_document : False for a study of no document, which may have no such file, and no claims then.

    Raises
    ------
    ConfigError
        If the file can't be read, a column is missing or unknown, an id is missing or repeated, a row doesn't say where
        its statement stands, a kind, a basis or an assertion is unknown, a selector or a target is invalid or missing,
        a margin has no reason, a row repeats one that isn't there, or a row asserts nothing and has no note with the
        reason.
    """
    if not of_document and not Path(path).exists():
        return pd.DataFrame(columns=[*COLUMNS], dtype=str)
    claims = read_csv(path, COLUMNS)
    lines: dict[str, object] = {}
    for line, claim in zip(claims.index, claims.to_dict("records"), strict=True):
        where, name = f"{path}, line {line}", claim["id"]
        if not _ID.fullmatch(name):
            raise ConfigError(f"{where}: id: {name!r} is not allowed; needs letters and digits, such as S1-C17a")
        if name in lines:
            raise ConfigError(f"{where}: id: line {lines[name]} has {name!r}, too; needs one of its own")
        lines[name] = line
        check_known([claim["kind"]], KINDS, f"{where}: {name}.kind", "kind")
        check_known([claim["basis"]], REPRODUCTION_OF_BASIS, f"{where}: {name}.basis", "basis")
        if not claim["where"]:
            raise ConfigError(f"{where}: {name}.where: needs the place in the document")
        for column, selector in selectors_of(claim).items():
            with located(f"{where}: {name}.{column}"):
                Selector.read(selector)
        _check_assertion(claim, f"{where}: {name}")
    for line, claim in zip(claims.index, claims.to_dict("records"), strict=True):
        if claim["same_as"]:
            check_known([claim["same_as"]], lines, f"{path}, line {line}: {claim['id']}.same_as", "claim")
    return claims.reset_index(drop=True)


def terms_of(claim: Mapping[Any, str]) -> Terms:
    """Target of a claim, and whether its value is random, see `assertions.Terms`."""
    return Terms(claim["target"], claim["basis"] in CHANCE)


def selectors_of(claim: Mapping[Any, str]) -> dict[str, str]:
    """Selectors of a claim by their column: of its value, and of what simulated replications report."""
    reported = {"target": claim["target"]} if claim["asserts"] == REPORT else {}
    return {column: selector for column, selector in {"measure": claim["measure"], **reported}.items() if selector}


def is_counted(claim: Mapping[Any, str]) -> bool:
    """True if a row is a statement of the document that no other row repeats."""
    return claim["kind"] in STATEMENTS and not claim["same_as"]


def sentence_of(claim: str) -> str:
    """Id of the sentence of a claim, by the claim's id: ``S1-C17`` of ``S1-C17a``."""
    return _PART.sub("", claim)


def judged_parts(claims: Iterable[Mapping[Any, str]]) -> Counter[str]:
    """Number of parts of each sentence that runs judge, by its id."""
    return Counter(sentence_of(claim["id"]) for claim in claims if is_counted(claim) and _by_runs(claim))


def parts_of(claim: Mapping[Any, str], parts: Mapping[str, int]) -> int:
    """Number of parts of a claim's sentence that share its rate of error; 1 if the claim is judged alone.

    Parameters
    ----------
    parts : see `judged_parts`.
    """
    shares = claim["kind"] in STATEMENTS and _by_runs(claim)
    return max(1, parts.get(sentence_of(claim["id"]), 1)) if shares else 1


def _by_runs(claim: Mapping[Any, str]) -> bool:
    """True if a claim is judged by runs."""
    return bool(claim["asserts"]) and claim["basis"] in CHANCE


def check_measures(claims: pd.DataFrame, tables: Mapping[str, Known], where: str) -> None:
    """Check that claims can be measured in tables of the study, as far as these are known.

    Parameters
    ----------
    tables : what is known of every table of the study, by name: all of it, its columns or nothing.
    where : name of the claims' file, for messages.

    Raises
    ------
    ConfigError
        For the first claim with an unknown table, or whose selectors, assertion or target don't fit what is known.
    """
    for claim in claims.to_dict("records"):
        for column, selector in selectors_of(claim).items():
            place, name = f"{where}: {claim['id']}.{column}", Selector.read(selector).table
            check_known([name], tables, place, "table")
            table = tables[name]
            with located(place):
                if isinstance(table, pd.DataFrame):
                    claim_value(selector, {name: table})
                if table is not None and column == "measure":
                    check_measure(claim, Columns.of(table))
                elif table is not None:
                    check_report_selector(selector, Columns.of(table))
        check_comparable(claim, tables, f"{where}: {claim['id']}.target")


def check_comparable(claim: Mapping[Any, str], tables: Mapping[str, Known], where: str) -> None:
    """Check that a claim's target fits its measure, as far as that is known; ConfigError, beginning with the place."""
    asserts, target = claim["asserts"], claim["target"]
    judge = ASSERTIONS[asserts].judge if asserts else None
    if judge is None:
        return
    selector = Selector.read(claim["measure"])
    table = tables[selector.table]
    with located(where):
        if isinstance(table, pd.DataFrame):
            judge(claim_value(claim["measure"], {selector.table: table}), terms_of(claim))
        elif table is None:
            return
        elif asserts == "identity" and selector.gives(table) <= {NUMBER, INTERVAL} and not is_number(target):
            raise ConfigError(f"identity can't use {target!r}; allowed: a number")
        elif asserts == "order" and (names := selector.row_names(table)):
            known, are_all = names
            list(pairs(target, known) if are_all else checked_chain(target, known))


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
    if claim["basis"] in CHANCE and assertion.false_rejection_rate and asserts != REPORT and INTERVAL not in gives:
        raise ConfigError(f"{claim['measure']!r}: gives no interval, and {asserts} needs one where runs are counted")


def check_decidable(claims: pd.DataFrame, study: Study, tables: Mapping[str, Known], where: str) -> None:
    """Check that the runs that are planned can decide every report about a treatment or a set of them.

    Among n runs of ours a report of one more is at best the most extreme, with probability 1 in n + 1. Predictions that
    rest on a distribution, in tables without `reports.LEAST`, have no such bound.

    Parameters
    ----------
    study : with the runs of its file, at the scale that has the most.
    tables : see `check_measures`.
    where : name of the claims' file, for messages.

    Raises
    ------
    ConfigError
        For the first report that could only come out undecided.
    """
    rows = claims.to_dict("records")
    all_parts = judged_parts(rows)
    for claim in rows:
        runs, parts = planned_runs(claim, study, tables), parts_of(claim, all_parts)
        if parts / (runs + 1) >= LEVEL:
            of_parts = f" for {parts} judged parts of a sentence" if parts > 1 else ""
            raise ConfigError(
                f"{where}: {claim['id']}.target: {claim['target']!r}: {runs:g} runs can decide nothing; "
                f"needs {math.ceil(parts / LEVEL)}{of_parts}"
            )


def planned_runs(claim: Mapping[Any, str], study: Study, tables: Mapping[str, Known]) -> float:
    """Runs from which simulated replications of a report are drawn, of the treatment with the fewest.

    Infinite for anything else, and where the least probability of a report is unknown, so that runs don't count.
    """
    if claim["asserts"] != REPORT or not _tells_least(tables.get(Selector.read(claim["target"]).table)):
        return math.inf
    asked = dict(Selector.read(claim["target"]).conditions)
    members = [name for each in asked.get("set", ()) for name in study.comparisons.get(each, {}).values()]
    names = [name for name in (*members, *asked.get("treatment", ())) if name in study.treatments]
    return min((max(study.treatments[name].replicates.values()) for name in names), default=math.inf)


def _tells_least(table: Known) -> bool:
    """True if a table is known to have the least p-value that a report can have."""
    return table is not None and LEAST in Columns.of(table).numeric


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
    asserts, target = claim["asserts"], claim["target"]
    if not asserts:
        for column in ("target", "because"):
            if claim[column]:
                raise ConfigError(f"{where}.{column}: {claim[column]!r} is for statements that assert something")
        if not claim["note"]:
            raise ConfigError(f"{where} asserts nothing and has no note that says why not")
        return
    check_known([asserts], ASSERTIONS, f"{where}.asserts", "assertion")
    if asserts != REPORT and not claim["measure"]:
        raise ConfigError(f"{where}.measure: needs a value where something is asserted")
    with located(f"{where}.target"):
        check_target(asserts, target, chance=claim["basis"] in CHANCE)
    if PLUS_MINUS in target and not claim["because"]:
        raise ConfigError(f"{where}.because: a margin needs its reason")
    if asserts == "identity" and claim["basis"] in CHANCE:
        raise ConfigError(f"{where}.asserts: identity is for what is computed without chance")
    if asserts == "range" and Selector.read(claim["measure"]).column in SHARES:
        with located(f"{where}.target"):
            _check_share(Range.read(target))


SHARES = (
    *("share", "share_with_rise", "share_with_large_rise", "ahead_share", "fraction", "p", "power"),
    *("won", "drawn", "lost", "perfect_won", "perfect_drawn", "perfect_lost", "random_lost"),
    *("unbeatable", "ever", "solved", "reached", "above", "abrupt", "paused", "ends"),
)
"""Columns of numbers from 0 to 1."""


def _check_share(asserted: Range) -> None:
    """Check that a proportion can lie in a range and outside it; else ConfigError."""
    if asserted.holds(0) and asserted.holds(1):
        raise ConfigError("every proportion from 0 to 1 would meet it")
    if not asserted.meets(0, 1):
        raise ConfigError("no proportion from 0 to 1 can meet it")


def planned_tables(study: Study, tables: Mapping[str, Table]) -> dict[str, Known]:
    """Find what is known of every table of a study: of the document's own tables all, of others the columns.

    Nothing is known of further tables of its method.

    Parameters
    ----------
    tables : its tables of statistics, by name.
    """
    known: dict[str, Known] = {table_files.FACTS: of_facts(table_files.FACT_COLUMNS)}
    if submodule(STUDIES, study.name, "method"):
        known[table_files.METHOD] = of_facts(table_files.METHOD_COLUMNS)
    known |= dict.fromkeys(method_captions(study.name))
    known |= {name: pd.read_csv(file) for name, file in study.config["published"]["tables"].items()}
    return known | {name: _of_table(table, study) for name, table in tables.items()}


def of_facts(columns: tuple[str, ...]) -> Columns:
    """Columns of a table of facts: all text but the value."""
    return Columns({name: name == "value" for name in columns})


def _of_table(table: Table, study: Study) -> Columns:
    """Columns of a table; of those that name sets, labels or treatments, or are `OneOf`, all values."""
    columns = [*table.columns]
    values = {"treatment": [*study.treatments, ALL_TREATMENTS]}
    if "set" in columns:
        labels = dict.fromkeys(label for members in study.sets.values() for label in members)
        values |= {"set": [*study.sets], **{label: [*labels] for label in SET_LABELS}}
    values |= {name: label.values(study) for name, label in table.columns.items() if isinstance(label, OneOf)}
    return Columns(dict.fromkeys(columns), values, study.sets if "set" in columns else {})


HISTORY = Path("config/rules_history.csv")
"""Rules of all rows and their changes, in a project that keeps them."""
FROZEN = "frozen"
"""In place of an id: rows below were changed after results under the rules above were known."""


def changed_rules(history: Path) -> set[str]:
    """Ids of the rules that changed after the last row `FROZEN` of a history; none without a history or such a row."""
    ids = read_csv(history)["id"].tolist() if history.exists() else []
    return {*ids[len(ids) - ids[::-1].index(FROZEN) :]} if FROZEN in ids else set()
