"""Read the claims of a document, and check them before anything runs."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.basis import REPRODUCTION_OF_BASIS
from tttcore.claims.selectors import Columns, Selector, is_number
from tttcore.claims.verdicts import RULES, check_measure, claim_value
from tttcore.pipeline.messages import ConfigError, check_known
from tttcore.pipeline.text import read_csv

COLUMNS = ("id", "section", "kind", "basis", "statement", "published", "measure", "rule", "target", "note")
CONTRADICTION = "contradiction"
"""Kind of a claim that states one side of what a document leaves open or says in two ways."""
KINDS = ("claim", "method", "figure", "table", "suggestion", CONTRADICTION)
"""Kinds of claims."""


def read_claims(path: str | Path) -> pd.DataFrame:
    """Read the claims of a document from a CSV with the columns `COLUMNS`, all as text.

    Raises
    ------
    ConfigError
        If the file can't be read, a column is missing or unknown, an id is missing or repeated, a kind or a basis is
        unknown, a selector, a rule or its target is invalid, or a row has neither a rule nor a note with the reason.
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
        if claim["measure"]:
            try:
                Selector.read(claim["measure"])
            except ConfigError as error:
                raise ConfigError(f"{where}: {name}.measure: {error}") from None
        if claim["rule"]:
            _check_rule(claim, f"{where}: {name}")
        elif not claim["note"]:
            raise ConfigError(f"{where}: {name} has no rule and no note that says why not")
    return claims.reset_index(drop=True)


def check_measures(claims: pd.DataFrame, tables: Mapping[str, Columns | pd.DataFrame | None], where: str) -> None:
    """Check that claims can be measured in tables of the study, as far as these are known.

    Parameters
    ----------
    tables : what is known of every table of the study, by name: all of it, its columns or nothing.
    where : name of the claims' file, for messages.

    Raises
    ------
    ConfigError
        For the first claim with an unknown table, or whose selector or rule doesn't fit what is known.
    """
    for claim in claims[claims["measure"] != ""].to_dict("records"):
        place, name = f"{where}: {claim['id']}.measure", Selector.read(claim["measure"]).table
        check_known([name], tables, place, "table")
        table = tables[name]
        try:
            if isinstance(table, pd.DataFrame):
                claim_value(claim["measure"], {name: table})
                table = Columns.of(table)
            if table is not None:
                check_measure(claim, table)
        except ConfigError as error:
            raise ConfigError(f"{place}: {error}") from None


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


def _check_rule(claim: Mapping[Any, str], where: str) -> None:
    """Check that a claim's rule exists and accepts its target; else ConfigError."""
    name, target = claim["rule"], claim["target"]
    check_known([name], RULES, f"{where}.rule", "rule")
    if not claim["measure"]:
        raise ConfigError(f"{where}.measure: needs a value where there is a rule")
    allowed, numbers = {
        "equals": ("text or a number", 0),
        "ends_with": ("text", 0),
        "between": ("low..high", 2),
    }.get(name, ("a number", 1))
    parts = target.split("..")
    fits = len(parts) == numbers and all(map(is_number, parts)) if numbers else bool(target)
    if not fits or (numbers == 2 and float(parts[0]) > float(parts[1])):
        raise ConfigError(f"{where}.target: rule {name} can't use {target!r}; allowed: {allowed}")
