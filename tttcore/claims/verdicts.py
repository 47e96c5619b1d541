"""Verdicts: judge each published statement by the one rule of what it asserts."""

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.claims import wording
from tttcore.claims.assertions import ASSERTIONS, SHARE
from tttcore.claims.basis import CHANCE
from tttcore.claims.claims_file import check_measure, check_seen_by, is_counted, terms_of
from tttcore.claims.evidence import kept_to_shares, runs_to_decide, smallest_found, widened
from tttcore.claims.outcomes import MEASURED, NOT_TESTABLE, UNDECIDED
from tttcore.claims.reports import Seen
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue, Columns, Selector, claim_value
from tttcore.pipeline.messages import ConfigError

STATED = ("id", "section", "kind", "basis", "asserts", "statement", "published")
"""Columns that are taken over from a claim."""


def verdicts(
    claims: pd.DataFrame, tables: Mapping[str, pd.DataFrame], *, runs: int, judged_from: int, where: str
) -> pd.DataFrame:
    """Judge each claim: a table in the schema ``verdicts``, a row per claim.

    A claim that asserts nothing is *measured* if it has a measure, and else *not testable*, for the reason in its note.
    Other readings of the document are counted by `multiverse.with_readings`.
    A claim about reruns is *undecided* while a treatment has too few of them, as is one whose value is undefined.

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
        For the first claim whose selectors or target don't fit the tables.
    """
    too_few = few_runs(runs, judged_from)
    rows = claims.to_dict("records")
    families = Counter(row["family"] for row in rows if row["family"])
    judged = [_verdict(row, tables, families[row["family"]] or 1, too_few, where) for row in rows]
    return pd.DataFrame(judged, columns=VERDICTS.names)


def few_runs(runs: int, judged_from: int) -> str:
    """Return the reason why claims about reruns aren't judged; empty if there are enough runs."""
    return f"Needs at least {judged_from} runs of each treatment." if runs < judged_from else ""


def _verdict(
    claim: Mapping[Any, str], tables: Mapping[str, pd.DataFrame], rows: int, too_few: str, where: str
) -> dict[str, object]:
    found, seen = ClaimValue(math.nan), Seen()
    try:
        column = "measure"
        if claim["measure"]:
            check_measure(claim, Columns.of(tables[_table(claim["measure"], tables)]))
            found = claim_value(claim["measure"], tables)
        column = "seen"
        if claim["seen"]:
            check_seen_by(claim, Columns.of(tables[_table(claim["seen"], tables)]))
            seen = Seen.read(claim["seen"], tables)
        column = "target"
        return judged_row(claim, found, seen, rows, too_few)
    except ConfigError as error:
        raise ConfigError(f"{where}: {claim['id']}.{column}: {error}") from None


def judged_row(
    claim: Mapping[Any, str], found: ClaimValue, seen: Seen, rows: int, too_few: str = ""
) -> dict[str, object]:
    """Row in the schema ``verdicts`` of a claim whose value and pretended documents are known.

    Parameters
    ----------
    rows : claims of its family.
    too_few : why claims about reruns aren't judged, if there are too few runs.
    """
    asserts, terms = claim["asserts"], terms_of(claim)
    adjusted = widened(found, rows)
    if asserts == SHARE:
        adjusted = kept_to_shares(adjusted, found)
    chance = min(1.0, seen.chance * rows) if not math.isnan(seen.chance) else math.nan
    assertion = ASSERTIONS.get(asserts)
    region = assertion.region(terms) if assertion and assertion.region else None
    verdict, reason = _outcome(claim, adjusted, seen, rows, too_few)
    by_chance = terms.chance and assertion is not None
    bayes_null = found.bayes_null if asserts == "no difference" else math.nan
    more = runs_to_decide(adjusted, region, claim["target"]) if verdict == UNDECIDED and not reason else math.nan
    return {
        **{name: claim[name] for name in STATED},
        "measured": text_of(found),
        "low": found.low,
        "high": found.high,
        "rule": wording.rule(asserts, terms),
        "target": claim["target"],
        "margin": terms.margin,
        "values": "; ".join(
            f"{name}: {value!r} [{low!r}, {high!r}]" for name, (value, low, high) in adjusted.rows.items()
        ),
        "because": claim["because"],
        "verdict": verdict,
        "reason": reason
        or wording.reason(asserts, verdict, seen=seen, rows=rows, more=more, chance=by_chance, bayes_null=bayes_null),
        "bayes_null": bayes_null,
        "note": claim["note"],
        "measure": claim["measure"],
        "seen": claim["seen"],
        "chance": seen.chance,
        "chance_most": seen.greatest,
        "chance_least": seen.least,
        "seen_low": seen.low,
        "seen_high": seen.high,
        "family": claim["family"],
        "together": rows,
        "adjusted_low": adjusted.low if rows > 1 else math.nan,
        "adjusted_high": adjusted.high if rows > 1 else math.nan,
        "adjusted_chance": chance if rows > 1 else math.nan,
        "wrong": wording.error_rate(assertion, by_chance, seen, region) if assertion else "",
        "finds": smallest_found(adjusted, region) if by_chance and region else seen.finds,
        "runs": more,
        "same_as": claim["same_as"],
        "readings": 0,
        "agreeing": 0,
        "counted": is_counted(claim),
    }


def _outcome(claim: Mapping[Any, str], found: ClaimValue, seen: Seen, rows: int, too_few: str) -> tuple[str, str]:
    """Verdict, and its reason where it isn't that of the rule."""
    asserts = claim["asserts"]
    if not asserts:
        return (MEASURED if claim["measure"] or claim["seen"] else NOT_TESTABLE), claim["note"]
    by_chance, judge = claim["basis"] in CHANCE, ASSERTIONS[asserts].judge
    verdict, reason = UNDECIDED, ""
    if judge is None:
        verdict = seen.judged(claim["target"], rows)
    elif found.undefined or (by_chance and _lacks_interval(asserts, found)):
        reason = "Undefined at this number of runs."
    else:  # also where runs are too few: this refuses a target that names other rows than the table has
        verdict = judge(found, terms_of(claim))
    return (UNDECIDED, too_few) if by_chance and too_few else (verdict, reason)


def _lacks_interval(asserts: str, found: ClaimValue) -> bool:
    """Tell whether a value that is estimated from runs has no interval although its assertion needs one."""
    lows = [low for _, low, _ in found.rows.values()] or [found.low]
    return ASSERTIONS[asserts].wrong > 0 and any(map(math.isnan, lows))


def _table(selector: str, tables: Mapping[str, pd.DataFrame]) -> str:
    """Name of a selector's table; ConfigError if there is none."""
    parsed = Selector.read(selector)
    parsed.rows(tables)
    return parsed.table


def text_of(found: ClaimValue) -> str:
    """Value as the table holds it, as text; the interval if there is no single value."""
    if found.text:
        return found.text
    if math.isnan(found.value):
        return "" if math.isnan(found.low) else f"{found.low!r} to {found.high!r}"
    return repr(found.value)
