"""Statements on pages: their numbers as people read them, the parts of a sentence together."""

import math
import re
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pandas as pd

from tttcore.claims.assertions import compared
from tttcore.claims.multiverse import SEPARATOR
from tttcore.claims.outcomes import CHANCE, DISAGREE, REPRODUCED
from tttcore.claims.selectors import Estimate, Selector, is_number
from tttcore.claims.sentences import JUDGED
from tttcore.plots.names import Names
from tttcore.plots.numbers import MINUS, SMALLEST_CHANCE, decimals, fixed, number, p_equals, p_value
from tttcore.report.keys import Words
from tttcore.report.listing import is_p

MOST_DECIMALS = 6
"""Decimals of published numbers that ours follow at most."""
IDENTITY = "identity"
PRINTED = ("equals", IDENTITY)
"""Assertions in which ours has at least the decimals of the published number, so that rounding can be seen."""

SPAN = " to "
"""Within a measured text that is itself an interval."""
AND_THEN = " < "
"""Within an order."""
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
_WHOLE_NUMBERS = re.compile(r"\d+(, \d+)+")
"""A list of whole numbers."""


def shown(row: Mapping[Any, Any], names: Names | None = None) -> dict[str, str | list[str]]:
    """Texts of a statement for pages; empty for what it has not.

    Parameters
    ----------
    row : a row of a table in the schema ``verdicts``; or ``audit``, where ``measured`` is called ``ours``.
    names : names of what values are compared of; keys without any.

    Returns
    -------
    dict
        ``published`` and ``rule`` with the names of what an order compares; ``ours``; ``compared``: values and
        intervals of an order; ``interval``; ``adjusted``: interval for all parts of its sentence;
        ``seen_chance``, ``adjusted_chance`` and ``seen_interval`` (of predictions) of what a document of its size
        could have seen; ``finds``, ``runs``; ``reason``, and ``note``, which is left out of one of them if they
        are the same.
    """
    measured = row["measured"] if "measured" in row else row["ours"]
    value = float(measured) if is_number(measured) else math.nan
    low, high = row["low"], row["high"]
    places = max(decimals(value, low, high), _published_decimals(row))
    twice = row["note"] == row["reason"]
    names, estimates = names or Names(), _estimates(row["values"])
    in_order = measured.split(AND_THEN) == [*estimates]
    return {
        "published": _labelled(row["published"], estimates, names),
        "ours": _order(estimates, names) if in_order else _ours(measured, value, row["measure"], places),
        "compared": [*_compared(estimates, names)],
        "interval": "" if SPAN in measured else _interval(low, high, places),
        "adjusted": _interval(row["adjusted_low"], row["adjusted_high"], places),
        "seen_chance": "" if math.isnan(row["chance"]) else p_equals(row["chance"]),
        "adjusted_chance": "" if math.isnan(row["adjusted_chance"]) else p_equals(row["adjusted_chance"]),
        "seen_interval": _own_interval(row["seen_low"], row["seen_high"]),
        "finds": "" if math.isnan(row["finds"]) else fixed(row["finds"], decimals(row["finds"])),
        "runs": number(float(f"{row['runs']:.2g}")) if math.isfinite(row["runs"]) else "",
        "rule": row["rule"] if row["asserts"] == IDENTITY else _rule(_labelled(row["rule"], estimates, names)),
        "reason": "" if twice and measured else row["reason"],
        "note": "" if twice and not measured else row["note"],
    }


def _ours(measured: str, value: float, measure: str, places: int) -> str:
    """Value of a statement; small p-values are not told apart."""
    if _WHOLE_NUMBERS.fullmatch(measured):
        return "; ".join(f"{int(part):,}" for part in measured.split(", "))
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


def _estimates(values: str) -> dict[str, Estimate]:
    """Values of an order with the ends of their intervals, by name."""
    return {
        found["name"]: (float(found["value"]), float(found["low"]), float(found["high"]))
        for found in _ESTIMATE.finditer(values)
    }


def _labelled(text: str, estimates: Mapping[str, Estimate], names: Names) -> str:
    """Order, or one of its names, with names for people."""
    parts = text.split(AND_THEN)
    return AND_THEN.join(names.label(part) if part in estimates else part for part in parts)


def _order(estimates: Mapping[str, Estimate], names: Names) -> str:
    """Names in their order: < between values that the rule of orders separates, = between equal ones, else ≈."""
    shown = "".join(
        f"{names.label(lower)} {_sign(estimates[lower], estimates[higher])} " for lower, higher in pairwise(estimates)
    )
    return shown + names.label([*estimates][-1])


def _sign(lower: Estimate, higher: Estimate) -> str:
    if compared(lower, higher) == REPRODUCED:
        return "<"
    known = {number for number in (*lower, *higher) if not math.isnan(number)}
    return "=" if len(known) == 1 else "≈"


def _compared(estimates: Mapping[str, Estimate], names: Names) -> Iterable[str]:
    """Values of an order with their intervals."""
    for name, (value, low, high) in estimates.items():
        places = decimals(value, low, high)
        interval = _interval(low, high, places)
        yield f"{names.label(name)}: {fixed(value, places)}{f' ({interval})' if interval else ''}"


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


def by_sentence(rows: pd.DataFrame, names: Names, words: Words | None = None) -> list[dict[Hashable, Any]]:
    """Rows of statements with their texts, the parts of a sentence together.

    Each has as ``parts_shown`` the number of parts of a sentence that begins with it, 0 for further parts, and as
    ``on_sentence`` the verdict on the sentence, also where the row itself isn't counted, and ``words`` for its notes.

    Parameters
    ----------
    rows : see `shown`; with ``sentence_verdict``, see `sentences.with_sentence_verdicts`.
    words : see `keys.words_of`.
    """
    found = []
    for _, parts in rows.groupby("sentence", sort=False):
        verdict = next(filter(None, parts["sentence_verdict"]), "")
        for place, row in enumerate(parts.to_dict("records")):
            heading = {"parts_shown": 0 if place else len(parts), "on_sentence": verdict, "words": words or {}}
            found.append(row | shown(row, names) | heading)
    return found


def told(findings: Sequence[Mapping[str, str]], verdicts: pd.DataFrame) -> list[dict[str, Any]]:
    """Findings, each with the choices on which its verdict ``depends``.

    Parameters
    ----------
    findings : see `claims.findings.read_found`.
    verdicts : table in the schema ``verdicts``.
    """
    rows = verdicts.set_index("id")
    depends = rows["depends"].loc[[finding["claim"] for finding in findings]]
    return [
        {**finding, "depends": [choice for choice in choices.split(SEPARATOR) if choice]}
        for finding, choices in zip(findings, depends, strict=True)
    ]


def false_alarms(audit: pd.DataFrame) -> dict[str, float]:
    """Sentences that chance may decide: how many, how many would be called wrong if all were true, how many are.

    The rate of a sentence is the greatest that one of its parts prints. ``wrong`` counts sentences with a part that
    differs or is unlikely.

    Parameters
    ----------
    audit : table in the schema ``audit``.
    """
    by_chance = audit[audit["counted"] & audit["basis"].isin(CHANCE) & audit["verdict"].isin(JUDGED)]
    wrong = by_chance[by_chance["verdict"].isin(DISAGREE)]
    rates = by_chance.groupby("sentence")["rate"].max()
    return {"sentences": len(rates), "expected": float(rates.sum()), "wrong": wrong["sentence"].nunique()}
