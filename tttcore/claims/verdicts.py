"""Verdicts: judge each published claim against a measured value by the rule that it declares."""

import math
from collections.abc import Callable, Mapping
from decimal import ROUND_HALF_EVEN, Decimal, InvalidOperation
from typing import Any

import pandas as pd

from tttcore.claims.selectors import INTERVAL, NUMBER, TEXT, ClaimValue, Columns, Selector, claim_value
from tttcore.pipeline.messages import ConfigError

REPRODUCED, DIFFERS, NOT_TESTABLE = "reproduced", "differs", "not testable"


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
NEEDS = {
    "rounds_to": {NUMBER},
    "equals": {NUMBER, TEXT},
    "at_most": {NUMBER},
    "at_least": {NUMBER},
    "between": {NUMBER, INTERVAL},
    "interval_contains": {INTERVAL},
    "interval_above": {INTERVAL},
    "interval_not_above": {INTERVAL},
    "ends_with": {TEXT},
}
"""What each rule can judge, any of these."""


def check_measure(claim: Mapping[Any, str], columns: Columns) -> None:
    """Check a claim's selector, and that its rule can judge what that gives, against what is known of the table.

    Raises
    ------
    ConfigError
        See `Selector.check`; or if the rule needs something else than the selector gives.
    """
    selector, rule = Selector.read(claim["measure"]), claim["rule"]
    selector.check(columns)
    if rule and not NEEDS[rule] & selector.gives(columns):
        gives, needs = (" or ".join(sorted(what)) for what in (selector.gives(columns), NEEDS[rule]))
        raise ConfigError(f"{claim['measure']!r}: gives {gives}, and the rule {rule} needs {needs}")


def verdicts(
    claims: pd.DataFrame, tables: Mapping[str, pd.DataFrame], *, runs: int, judged_from: int, where: str
) -> pd.DataFrame:
    """Judge each claim: a table in the schema ``verdicts`` with the measured value and the verdict.

    A claim without a rule is not testable, for the reason in its note. Nor is a claim that needs reruns while a
    treatment has too few of them, or one whose value is undefined.

    Parameters
    ----------
    claims : see `claims_file.read_claims`.
    tables : the study's tables.
    runs : runs of the treatment with the fewest.
    judged_from : least number of runs of every treatment for claims about reruns to be judged.
    where : name of the claims' file, for messages.

    Raises
    ------
    ConfigError
        For the first claim whose selector or rule doesn't fit the tables.
    """
    too_few = f"needs {judged_from} runs of each treatment" if runs < judged_from else ""
    return pd.DataFrame([_verdict(claim, tables, too_few, where) for claim in claims.to_dict("records")])


def _verdict(
    claim: Mapping[Any, str], tables: Mapping[str, pd.DataFrame], too_few: str, where: str
) -> dict[str, object]:
    try:
        found = _measured(claim, tables) if claim["measure"] else ClaimValue(math.nan)
    except ConfigError as error:
        raise ConfigError(f"{where}: {claim['id']}.measure: {error}") from None
    if claim["rule"] and claim["basis"] == "rerun" and too_few:
        verdict, reason = NOT_TESTABLE, too_few
    else:
        verdict, reason = _judge(claim, found, where)
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


def _measured(claim: Mapping[Any, str], tables: Mapping[str, pd.DataFrame]) -> ClaimValue:
    found = claim_value(claim["measure"], tables)
    check_measure(claim, Columns.of(tables[Selector.read(claim["measure"]).table]))
    return found


def _judge(claim: Mapping[Any, str], found: ClaimValue, where: str) -> tuple[str, str]:
    name, target = claim["rule"], claim["target"]
    if not name:
        return NOT_TESTABLE, claim["note"]
    undefined = math.isnan(found.value) and math.isnan(found.low) and not found.text
    if undefined or (name.startswith("interval_") and math.isnan(found.low)):
        return NOT_TESTABLE, "undefined at this number of runs"
    try:
        holds = RULES[name](found, target)
    except (ValueError, InvalidOperation) as error:
        raise ConfigError(f"{where}: {claim['id']}.target: rule {name} can't use {target!r} ({error})") from None
    return (REPRODUCED if holds else DIFFERS), claim["note"]


def _text(found: ClaimValue) -> str:
    """Value as the table holds it, as text; the interval if there is no single value."""
    if found.text:
        return found.text
    if math.isnan(found.value):
        return "" if math.isnan(found.low) else f"{found.low!r} to {found.high!r}"
    return repr(found.value)
