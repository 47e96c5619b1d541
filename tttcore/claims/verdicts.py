"""Verdicts: judge each published claim against a measured value by the rule that it declares."""

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from pathlib import Path
from typing import Any

import pandas as pd

from tttcore.claims.selectors import ClaimValue, Selector, claim_value
from tttcore.pipeline.messages import ConfigError, check_known, choices
from tttcore.pipeline.text import read_csv

REPRODUCED, DIFFERS, NOT_TESTABLE = "reproduced", "differs", "not testable"
COLUMNS = ("id", "section", "kind", "basis", "statement", "published", "measure", "rule", "target", "note")

NUMERIC = ("rounds_to", "at_most", "at_least")
"""Rules that need a single number."""


def rounds_to(found: ClaimValue, target: str) -> bool:
    """The value, rounded to the decimals of `target`, is `target`."""
    wanted = Decimal(target)
    return Decimal(found.value).quantize(wanted, rounding=ROUND_HALF_EVEN) == wanted


def equals(found: ClaimValue, target: str) -> bool:
    """The value is `target`, as text or as a number."""
    return found.text == target if found.text else found.value == float(target)


def at_most(found: ClaimValue, target: str) -> bool:
    """The value is `target` or less."""
    return found.value <= float(target)


def at_least(found: ClaimValue, target: str) -> bool:
    """The value is `target` or more."""
    return found.value >= float(target)


def between(found: ClaimValue, target: str) -> bool:
    """The value, or the whole interval where there is no value, lies in ``low..high``."""
    low, high = map(float, target.split(".."))
    if math.isnan(found.value):
        return low <= found.low and found.high <= high
    return low <= found.value <= high


def interval_contains(found: ClaimValue, target: str) -> bool:
    """The 95% interval contains `target`."""
    return found.low <= float(target) <= found.high


def interval_above(found: ClaimValue, target: str) -> bool:
    """The whole 95% interval lies above `target`."""
    return found.low > float(target)


def interval_not_above(found: ClaimValue, target: str) -> bool:
    """The 95% interval reaches down to `target` or below."""
    return found.low <= float(target)


def ends_with(found: ClaimValue, target: str) -> bool:
    """Of groups in order, the last is `target`."""
    return found.text.endswith(target)


RULES: dict[str, Callable[[ClaimValue, str], bool]] = {
    rule.__name__: rule
    for rule in (
        rounds_to,
        equals,
        at_most,
        at_least,
        between,
        interval_contains,
        interval_above,
        interval_not_above,
        ends_with,
    )
}
"""Rules of verdicts by name: functions of the measured value and the target of a claim."""


def read_claims(path: str | Path) -> pd.DataFrame:
    """Read the claims of a document from a CSV with the columns `COLUMNS`, all as text.

    Raises
    ------
    ConfigError
        If the file can't be read, a column is missing or unknown, an id is missing or repeated, a selector, a rule or
        its target is invalid, or a row has neither a rule nor a note with the reason.
    """
    claims = read_csv(path, COLUMNS)
    lines: dict[str, object] = {}
    for line, claim in claims.iterrows():
        where, name = f"{path}, line {line}", claim["id"]
        if not name or name in lines:
            taken = f", and line {lines[name]} has it" if name in lines else ""
            raise ConfigError(f"{where}: id: {name!r} is not allowed; needs one of its own{taken}")
        lines[name] = line
        if claim["measure"]:
            try:
                Selector.read(claim["measure"])
            except ConfigError as error:
                raise ConfigError(f"{where}: measure: {error}") from None
        if claim["rule"]:
            _check_rule(claim, where)
        elif not claim["note"]:
            raise ConfigError(f"{where}: {name} has no rule and no note that says why not")
    return claims.reset_index(drop=True)


def check_selectors(claims: pd.DataFrame, tables: Collection[str], where: str) -> None:
    """Check that the selectors of claims name tables of the study; ConfigError for the first that doesn't.

    Parameters
    ----------
    tables : names of all tables of the study.
    where : name of the claims' file, for messages.
    """
    for _, claim in claims[claims["measure"] != ""].iterrows():
        check_known([Selector.read(claim["measure"]).table], tables, f"{where}: {claim['id']}.measure", "table")


def _check_rule(claim: "pd.Series[str]", where: str) -> None:
    """Check that a claim's rule exists and accepts its target; else ConfigError."""
    name, target = claim["rule"], claim["target"]
    if name not in RULES:
        raise ConfigError(f"{where}: unknown rule {name!r}{choices(name, list(RULES))}")
    if not claim["measure"]:
        raise ConfigError(f"{where}: measure: {claim['id']} has the rule {name}, which needs one")
    allowed, numbers = {
        "equals": ("text or a number", 0),
        "ends_with": ("text", 0),
        "between": ("low..high", 2),
    }.get(name, ("a number", 1))
    parts = target.split("..")
    fits = len(parts) == numbers and all(map(_is_number, parts)) if numbers else bool(target)
    if not fits or (numbers == 2 and float(parts[0]) > float(parts[1])):
        raise ConfigError(f"{where}: target: rule {name} can't use {target!r}; allowed: {allowed}")


def _is_number(text: str) -> bool:
    try:
        return math.isfinite(float(text))
    except ValueError:
        return False


def check_cited(study: Mapping[str, Any], claims: Sequence[str], where: str) -> None:
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


def verdicts(claims: pd.DataFrame, tables: Mapping[str, pd.DataFrame], *, runs: int, judged_from: int) -> pd.DataFrame:
    """Judge each claim: a table in the schema ``verdicts`` with the measured value and the verdict.

    A claim without a rule is not testable, for the reason in its note. Nor is a claim that needs reruns while a
    treatment has too few of them, or one whose value is undefined.

    Parameters
    ----------
    claims : see `read_claims`.
    tables : the study's tables.
    runs : runs of the treatment with the fewest.
    judged_from : least number of runs of every treatment for claims about reruns to be judged.
    """
    too_few = f"needs {judged_from} runs of each treatment" if runs < judged_from else ""
    return pd.DataFrame([_verdict(claim, tables, too_few) for _, claim in claims.iterrows()])


def _verdict(claim: "pd.Series[str]", tables: Mapping[str, pd.DataFrame], too_few: str) -> dict[str, object]:
    try:
        found = claim_value(claim["measure"], tables) if claim["measure"] else ClaimValue(math.nan)
    except ConfigError as error:
        raise ConfigError(f"claim {claim['id']}: {error}") from None
    if claim["rule"] and claim["basis"] == "rerun" and too_few:
        verdict, reason = NOT_TESTABLE, too_few
    else:
        verdict, reason = _judge(claim, found)
    return {
        **{name: claim[name] for name in ("id", "section", "kind", "basis", "statement", "published")},
        "measured": _text(found),
        "low": found.low,
        "high": found.high,
        "rule": f"{claim['rule']} {claim['target']}".strip(),
        "verdict": verdict,
        "reason": reason,
        "measure": claim["measure"],
    }


def _judge(claim: "pd.Series[str]", found: ClaimValue) -> tuple[str, str]:
    name, target = claim["rule"], claim["target"]
    if not name:
        return NOT_TESTABLE, claim["note"]
    undefined = math.isnan(found.value) and math.isnan(found.low) and not found.text
    if undefined or (name.startswith("interval_") and math.isnan(found.low)):
        return NOT_TESTABLE, "undefined at this number of runs"
    if name in NUMERIC and math.isnan(found.value):
        raise ConfigError(f"claim {claim['id']}: rule {name} needs one number, and {claim['measure']!r} gives none")
    try:
        holds = RULES[name](found, target)
    except (ValueError, InvalidOperation) as error:
        raise ConfigError(f"claim {claim['id']}: rule {name} can't use {target!r} ({error})") from None
    return (REPRODUCED if holds else DIFFERS), claim["note"]


def _text(found: ClaimValue) -> str:
    """Value at full precision as text; the interval if there is no single value."""
    if found.text:
        return found.text
    if math.isnan(found.value):
        return "" if math.isnan(found.low) else f"{found.low!r} to {found.high!r}"
    return repr(found.value)
