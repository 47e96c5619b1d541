"""Statements on pages: their numbers as people read them, and counts of their verdicts."""

import math
import re
from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.claims.assertions import ASSERTIONS, REPORT
from tttcore.claims.claims_file import CONTRADICTION, METHOD
from tttcore.claims.outcomes import (
    CHANCE,
    DIFFERS,
    NOT_TESTABLE,
    OUTCOMES,
    REPRODUCED,
    REPRODUCTION_OF_BASIS,
    REPRODUCTIONS,
    UNDECIDED,
)
from tttcore.claims.selectors import Selector, is_number
from tttcore.plots.names import Names
from tttcore.plots.numbers import MINUS, SMALLEST_CHANCE, decimals, fixed, number, p_equals, p_value
from tttcore.report.listing import is_p

MOST_DECIMALS = 6
"""Decimals of published numbers that ours follow at most."""
IDENTITY = "identity"
PRINTED = ("number", IDENTITY)
"""Assertions in which ours has at least the decimals of the published number, so that rounding can be seen."""

SPAN = " to "
"""Within a measured text that is itself an interval."""
_ESTIMATE = re.compile(r"(?P<name>.*?): (?P<value>\S+) \[(?P<low>\S+), (?P<high>\S+)\](?:; |$)")
"""A value of an order in a text of several."""
_SIGNS = (
    (re.compile(r"\.\.\.(?= <)|(?<=< )\.\.\."), "all others"),
    (re.compile(r"(?<=\d)\.\.(?=-?[\d.])"), " to "),
    (re.compile(r">="), "≥"),
    (re.compile(r"<="), "≤"),
    (re.compile(r"(?<![\w.-])-(?=[\d.])"), MINUS),
)
"""Signs in rules, and their form for people."""
_DECIMAL = re.compile(r"(?<![\w.-])-?\d+\.(\d+)(?:e[-+]?\d+)?(?![\w.])")
"""A number with decimals in a text of several, and its decimals."""


def shown(row: Mapping[Any, Any], names: Names | None = None) -> dict[str, str | list[str]]:
    """Texts of a statement for pages; empty for what it has not.

    Parameters
    ----------
    row : a row of a table in the schema ``verdicts``; or ``audit``, where ``measured`` is called ``ours``.
    names : names of what values are compared of; keys without any.

    Returns
    -------
    dict
        ``ours``; ``compared``: values and intervals of an order; ``interval``; ``adjusted``: interval for the family;
        ``seen_chance``, ``adjusted_chance`` and ``seen_interval`` (of predictions) of what a document of its size
        could have seen; ``finds``, ``runs``,
        ``rule`` in signs for people; ``reason``, and ``note``, which is left out of one of them if they are the same.
    """
    measured = row["measured"] if "measured" in row else row["ours"]
    value = float(measured) if is_number(measured) else math.nan
    low, high = row["low"], row["high"]
    places = max(decimals(value, low, high), _published_decimals(row))
    twice = row["note"] == row["reason"]
    return {
        "ours": _ours(measured, value, row["measure"], places),
        "compared": _compared(row["values"], names or Names()),
        "interval": "" if SPAN in measured else _interval(low, high, places),
        "adjusted": _interval(row["adjusted_low"], row["adjusted_high"], places),
        "seen_chance": "" if math.isnan(row["chance"]) else p_equals(row["chance"]),
        "adjusted_chance": "" if math.isnan(row["adjusted_chance"]) else p_equals(row["adjusted_chance"]),
        "seen_interval": _own_interval(row["seen_low"], row["seen_high"]),
        "finds": "" if math.isnan(row["finds"]) else fixed(row["finds"], decimals(row["finds"])),
        "runs": number(float(f"{row['runs']:.2g}")) if math.isfinite(row["runs"]) else "",
        "rule": row["rule"] if row["asserts"] == IDENTITY else _rule(row["rule"]),
        "reason": "" if twice and measured else row["reason"],
        "note": "" if twice and not measured else row["note"],
    }


def _ours(measured: str, value: float, measure: str, places: int) -> str:
    """Value of a statement; small p-values are not told apart."""
    if math.isnan(value):
        return _DECIMAL.sub(lambda found: fixed(float(found[0]), decimals(float(found[0]))), measured)
    if value < SMALLEST_CHANCE and is_p(Selector.read(measure).column):
        return p_value(value)
    return fixed(value, places)


def _rule(rule: str) -> str:
    """Rule with the signs that people write."""
    for plain, sign in _SIGNS:
        rule = plain.sub(sign, rule)
    return rule


def _compared(values: str, names: Names) -> list[str]:
    """Values of an order with their intervals."""
    shown = []
    for found in _ESTIMATE.finditer(values):
        value, low, high = map(float, found.group("value", "low", "high"))
        places = decimals(value, low, high)
        interval = _interval(low, high, places)
        shown.append(f"{names.label(found['name'])}: {fixed(value, places)}{f' ({interval})' if interval else ''}")
    return shown


def _interval(low: float, high: float, places: int) -> str:
    return "" if math.isnan(low) else f"{fixed(low, places)} to {fixed(high, places)}"


def _own_interval(low: float, high: float) -> str:
    """Interval without a value in it."""
    return _interval(low, high, decimals(max(low, high, key=abs), low, high))


def _published_decimals(row: Mapping[Any, Any]) -> int:
    """Decimals of the published number that has the most."""
    if row["asserts"] not in PRINTED:
        return 0
    found = [len(digits) for digits in _DECIMAL.findall(row["published"])]
    return min(max(found, default=0), MOST_DECIMALS)


JUDGED = (REPRODUCED, DIFFERS, UNDECIDED)
"""Outcomes that a rule gives."""
STATISTICAL = "statistical"
RESTS_ON = (STATISTICAL, *(kind for kind in REPRODUCTIONS if kind != STATISTICAL))
"""Kinds of reproduction as pages list them: runs first."""


def count_verdicts(verdicts: pd.DataFrame) -> dict[str, int]:
    """Number of claims with each outcome, of those that are counted."""
    counted = verdicts[verdicts["counted"]]
    return {outcome: int((counted["verdict"] == outcome).sum()) for outcome in OUTCOMES}


def by_evidence(verdicts: pd.DataFrame) -> dict[str, tuple[str, dict[str, int]]]:
    """Count verdicts by the evidence they rest on, runs first: meaning of each kind, and number of each outcome.

    Reports of documents stand apart from what all runs tell, and what isn't testable rests on nothing.

    Parameters
    ----------
    verdicts : table in the schema ``verdicts`` or ``audit``.
    """
    counted = verdicts[verdicts["counted"] & (verdicts["verdict"] != NOT_TESTABLE)]
    rests_on, reports = counted["basis"].map(REPRODUCTION_OF_BASIS), counted["asserts"] == REPORT
    kinds = {kind: (REPRODUCTIONS[kind], rests_on == kind) for kind in RESTS_ON}
    meaning, by_runs = kinds.pop(STATISTICAL)
    found = {
        STATISTICAL: (f"{meaning}: is it true?", by_runs & ~reports),
        "reports": ("judged by our own runs: could the document have seen it in its few runs?", by_runs & reports),
        **kinds,
    }
    return {kind: (about, count_verdicts(counted[which])) for kind, (about, which) in found.items() if which.any()}


def left_out(verdicts: pd.DataFrame) -> dict[str, int]:
    """Number of claims that are not counted, by the reason."""
    kinds = verdicts.loc[~verdicts["counted"], "kind"]
    found = {
        "rows for one side of a contradiction": kinds == CONTRADICTION,
        "rows that record the document's parameters": kinds == METHOD,
        "rows that repeat a counted statement": ~kinds.isin((CONTRADICTION, METHOD)),
    }
    return {reason: int(which.sum()) for reason, which in found.items() if which.any()}


def expected_errors(audit: pd.DataFrame) -> float:
    """Largest expected number of counted statements that are said to differ if every judged one is true.

    Parameters
    ----------
    audit : table in the schema ``audit``.
    """
    return float(errors_by_kind(audit)["expected"].sum())


def errors_by_kind(audit: pd.DataFrame) -> pd.DataFrame:
    """Counted statements that chance may decide, and the sum of the error rates of their rules, by what they assert.

    Statements of a family share one rate. The columns are ``asserts``, ``statements`` and ``expected``.
    """
    by_chance = audit["basis"].isin(CHANCE) | (audit["asserts"] == REPORT)
    judged = audit[audit["verdict"].isin(JUDGED) & audit["asserts"].isin(ASSERTIONS) & by_chance]
    rates = judged["asserts"].map(lambda asserts: ASSERTIONS[asserts].wrong)
    together = judged.groupby(["study", "family"])["id"].transform("size").where(judged["family"] != "", 1)
    shared = (rates / together)[judged["counted"]].groupby(judged["asserts"])
    found = pd.DataFrame({"statements": shared.size(), "expected": shared.sum()})
    return found.reindex([kind for kind in ASSERTIONS if kind in found.index]).rename_axis("asserts").reset_index()
