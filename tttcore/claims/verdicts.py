"""Verdicts: judge each published statement by the rule of the assertion that it makes."""

import math
from collections.abc import Collection, Mapping
from typing import Any

import pandas as pd
import scipy

from tttcore.claims import wording
from tttcore.claims.assertions import ASSERTIONS, REPORT, Range, compared_rows
from tttcore.claims.claims_file import check_measure, is_counted, judged_parts, parts_of, sentence_of, terms_of
from tttcore.claims.corrections import pairs_that_err, rate_of_rule, widened
from tttcore.claims.outcomes import CHANCE, CHOICES, MEASURED, NOT_TESTABLE, UNDECIDED, outcome_of_choice
from tttcore.claims.reports import PredictiveCheck, check_report_selector
from tttcore.claims.schemas import VERDICTS
from tttcore.claims.selectors import ClaimValue, Columns, Estimate, Selector, claim_value
from tttcore.pipeline.messages import located
from tttcore.stats.intervals import LEVEL

CHANGED = "This rule was changed after results were known."
STATED = ("id", "where", "kind", "basis", "asserts", "statement", "published")
"""Columns that are taken over from a claim."""


def verdicts(
    claims: pd.DataFrame,
    tables: Mapping[str, pd.DataFrame],
    *,
    runs: int,
    judged_from: int,
    where: str,
    changed: Collection[str] = (),
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
    changed : ids of rules that changed after results were known, see `claims_file.changed_rules`.

    Raises
    ------
    ConfigError
        For the first claim whose selectors or target don't fit the tables.
    """
    too_few = few_runs(runs, judged_from)
    rows = claims.to_dict("records")
    parts = judged_parts(rows)
    judged = [_verdict(row, tables, parts_of(row, parts), too_few, where) for row in rows]
    table = pd.DataFrame(judged, columns=VERDICTS.names)
    table["changed"] = table["id"].isin([*changed])
    table.loc[table["changed"], "reason"] += f" {CHANGED}"
    return table


def few_runs(runs: int, judged_from: int) -> str:
    """Reason why claims about reruns aren't judged; empty if there are enough runs."""
    return f"Needs at least {judged_from} runs of each treatment." if runs < judged_from else ""


def _verdict(
    claim: Mapping[Any, str], tables: Mapping[str, pd.DataFrame], parts: int, too_few: str, where: str
) -> dict[str, object]:
    found, check, place = ClaimValue(math.nan), PredictiveCheck(), f"{where}: {claim['id']}"
    if claim["measure"]:
        with located(f"{place}.measure"):
            check_measure(claim, _columns(claim["measure"], tables))
            found = claim_value(claim["measure"], tables)
    with located(f"{place}.target"):
        if claim["asserts"] == REPORT:
            check_report_selector(claim["target"], _columns(claim["target"], tables))
            check = PredictiveCheck.read(claim["target"], tables)
        return judged_row(claim, found, check, parts, too_few)


def judged_row(
    claim: Mapping[Any, str], found: ClaimValue, check: PredictiveCheck, parts: int, too_few: str = ""
) -> dict[str, object]:
    """Row in the schema ``verdicts`` of a claim whose value and simulated replications are known.

    Parameters
    ----------
    parts : parts of its sentence that share the rate of error, see `claims_file.parts_of`.
    too_few : why claims about reruns aren't judged, if there are too few runs.
    """
    asserts, terms = claim["asserts"], terms_of(claim)
    shared = parts * (pairs_that_err(found, terms.target) if asserts == "order" else 1.0)
    adjusted = widened(found, shared)
    chance = min(1.0, check.chance * parts) if not math.isnan(check.chance) else math.nan
    assertion = ASSERTIONS.get(asserts)
    region = assertion.region(terms.target) if assertion and assertion.region else None
    verdict, reason = _outcome(claim, adjusted, check, parts, too_few)
    by_chance = terms.chance and assertion is not None
    rate = rate_of_rule(assertion, region, found, shared) if assertion and terms.chance else 0.0
    open_by_rule = verdict == UNDECIDED and not reason and asserts != REPORT
    more = runs_to_decide(adjusted, region, claim["target"]) if open_by_rule else math.nan
    if not reason:
        reason = wording.reason(
            asserts, verdict, check=check, parts=parts, more=more, chance=by_chance, fixed=found.fixed
        )
        if by_chance and region and claim["because"]:
            limits = wording.by_other_limits(region, adjusted.low, adjusted.high, choice=claim["kind"] in CHOICES)
            reason = f"{reason} {limits}".strip()
    if claim["kind"] in CHOICES:
        effect = by_chance and region is not None and region.is_around(0)
        verdict = outcome_of_choice(claim["kind"], asserts, verdict, tells_effect=effect)
    return {
        **{name: claim[name] for name in STATED},
        "sentence": sentence_of(claim["id"]),
        "measured": text_of(found),
        "low": found.low,
        "high": found.high,
        "rule": wording.rule(asserts, terms),
        "target": claim["target"],
        "values": "; ".join(
            f"{name}: {value!r} [{low!r}, {high!r}]" for name, (value, low, high) in adjusted.rows.items()
        ),
        "because": claim["because"],
        "verdict": verdict,
        "reason": reason,
        "note": claim["note"],
        "measure": claim["measure"],
        "chance": check.chance,
        "chance_most": check.greatest,
        "chance_least": check.least,
        "contrary": check.contrary,
        "power": check.power,
        "alternative": check.alternative,
        "seen_low": check.low,
        "seen_high": check.high,
        "parts": parts,
        "adjusted_low": adjusted.low if parts > 1 else math.nan,
        "adjusted_high": adjusted.high if parts > 1 else math.nan,
        "adjusted_chance": chance if parts > 1 else math.nan,
        "rate": rate,
        "wrong": wording.error_rate(rate, found.unseen) if assertion else "",
        "finds": smallest_found(adjusted, region) if by_chance and region else check.minimum_effect,
        "runs": more,
        "same_as": claim["same_as"],
        "readings": 0,
        "agreeing": 0,
        "depends": "",
        "counted": is_counted(claim),
        "changed": False,
    }


def _outcome(
    claim: Mapping[Any, str], found: ClaimValue, check: PredictiveCheck, parts: int, too_few: str
) -> tuple[str, str]:
    """Verdict, and its reason if it doesn't come from the rule."""
    asserts = claim["asserts"]
    if not asserts:
        return (MEASURED if claim["measure"] else NOT_TESTABLE), claim["note"]
    by_chance, judge = claim["basis"] in CHANCE, ASSERTIONS[asserts].judge
    verdict, reason = UNDECIDED, ""
    if judge is None:
        verdict = check.judged(parts)
    elif found.undefined or (by_chance and lacks_interval(asserts, found)):
        reason = "Undefined at this number of runs."
    else:  # also where runs are too few: this refuses a target that names other rows than the table has
        verdict = judge(found, terms_of(claim))
    return (UNDECIDED, too_few) if by_chance and too_few else (verdict, reason)


def lacks_interval(asserts: str, found: ClaimValue) -> bool:
    """True if a value that is estimated from runs has no interval although its assertion needs one."""
    lows = [low for _, low, _ in found.rows.values()] or [found.low]
    return ASSERTIONS[asserts].false_rejection_rate > 0 and any(map(math.isnan, lows))


def _columns(selector: str, tables: Mapping[str, pd.DataFrame]) -> Columns:
    """Columns of a selector's table; ConfigError if there is none, or no row that it selects."""
    parsed = Selector.read(selector)
    parsed.rows(tables)
    return Columns.of(tables[parsed.table])


def text_of(found: ClaimValue) -> str:
    """Value as the table holds it, as text; the interval if there is no single value."""
    if found.text:
        return found.text
    if math.isnan(found.value):
        return "" if math.isnan(found.low) else f"{found.low!r} to {found.high!r}"
    return repr(found.value)


POWER = 0.8
"""Power with which the minimum detectable effect is detected."""


def smallest_found(found: ClaimValue, region: Range | None) -> float:
    """Smallest deviation from what is asserted that would be found four times in five; NaN without an interval.

    How far beyond the asserted values the true one must lie for an interval of this width to miss them all: the wider
    half of the interval, since halves differ where widths change with the value, and the distance by which a normal
    estimate exceeds that in `POWER` of all cases. Of a span, the deviation that is found in each of its rows.
    """
    half = found.half if math.isnan(found.value) else max(found.high - found.value, found.value - found.low)
    if region is None or not math.isfinite(half):
        return math.nan
    return float(half * (1 + scipy.special.ndtri(1 - POWER) / scipy.special.ndtri(LEVEL / 2)))


def runs_to_decide(found: ClaimValue, region: Range | None, target: str) -> float:
    """Factor by which the number of runs must grow to decide a statement, if its value stays; infinite if none would.

    Half widths shrink with the square root of the number of runs. NaN where that isn't known.

    Parameters
    ----------
    region : values that agree with the statement; None for an order.
    target : the order, without a `region`.
    """
    if found.rows:
        ratios = [_order_ratio(*pair) for pair in compared_rows(found, target)]
    elif region is not None and not math.isnan(found.value) and not math.isnan(found.low):
        ratios = _range_ratios(found, region)
    else:
        return math.nan
    return float(max((ratio**2 for ratio in ratios), default=math.nan))


def _range_ratios(found: ClaimValue, region: Range) -> list[float]:
    """For each end of the interval that must come to lie elsewhere, its distance by that of the value to the border."""
    if region.low <= found.value <= region.high:
        below = (found.value - found.low, found.value - region.low)
        sides = [below, (found.high - found.value, region.high - found.value)]
    elif found.value > region.high:
        sides = [(found.value - found.low, found.value - region.high)]
    else:
        sides = [(found.high - found.value, region.low - found.value)]
    return [_ratio(half, room) for half, room in sides if half > room]


def _order_ratio(lower: Estimate, higher: Estimate) -> float:
    (first, first_low, first_high), (second, second_low, second_high) = lower, higher
    facing = (first_high - first) + (second - second_low)
    halves = facing if first < second else (first - first_low) + (second_high - second)
    return _ratio(halves, abs(second - first))


def _ratio(half: float, room: float) -> float:
    return half / room if room > 0 else math.inf
