"""Sentences that explain a verdict, and how often its rule errs."""

import math

from tttcore.claims.assertions import PLUS_MINUS, REPORT, Range, Terms
from tttcore.claims.outcomes import COMPATIBLE, DIFFERS, REPRODUCED, UNDECIDED, UNLIKELY
from tttcore.claims.reports import PredictiveCheck
from tttcore.stats.intervals import LEVEL

_RANGE = {
    REPRODUCED: "The whole interval agrees.",
    DIFFERS: "No part of the interval agrees.",
    UNDECIDED: "Part of the interval agrees and part doesn't.",
}
_ORDER = {
    REPRODUCED: "All compared values differ, in this order.",
    DIFFERS: "Two of the values differ in the opposite order.",
    UNDECIDED: "Some of the compared values are equal or have intervals that meet.",
}
_REPORT = {
    COMPATIBLE: "As many runs as the document's, like ours, could well give this report.",
    UNLIKELY: "As many runs as the document's, like ours, would hardly give this report.",
}
_REASONS = {"equals": _RANGE, "range": _RANGE, "order": _ORDER, REPORT: _REPORT}


def rule(asserts: str, terms: Terms) -> str:
    """Rule of an assertion with its target; empty without an assertion."""
    match asserts:
        case "identity":
            return f"equals {terms.target}"
        case "equals":
            return f"within {terms.target}" if PLUS_MINUS in terms.target else f"rounds to {terms.target}"
        case "report":
            return f"p of at least {LEVEL:.0%}"
    return terms.target


def reason(
    asserts: str, verdict: str, *, check: PredictiveCheck, parts: int, more: float, chance: bool, fixed: bool = False
) -> str:
    """Explain in sentences why a statement has its verdict.

    Parameters
    ----------
    check : what simulated replications report.
    parts : parts of its sentence that share the rate of error.
    more : how many times as many runs would decide it, NaN if that isn't known.
    chance : whether its value was estimated from runs.
    fixed : whether its interval could not be widened.
    """
    main = _REASONS.get(asserts, {}).get(verdict, "") if chance or asserts in ("order", REPORT) else ""
    if asserts == REPORT and verdict == UNDECIDED:
        main = _undecided_report(check, parts)
    sentences = [main, _decided_by(more), _of_documents(check)]
    if parts > 1 and chance:
        wider = f"p is multiplied by {parts}" if asserts == REPORT else "the interval is wider"
        so = f"{wider} (Bonferroni's correction)"
        if fixed and asserts != REPORT:
            so = "the rule errs more often: ends that are values of runs stay"
        sentences.append(f"Our runs judge {parts} parts of the sentence, so {so}.")
    return " ".join(filter(None, sentences))


def _undecided_report(check: PredictiveCheck, parts: int) -> str:
    """Reason why a report is undecided."""
    if check.chance < LEVEL <= check.most:
        return "As many runs as the document's could well give this report, or hardly, by what it does not tell."
    if check.never_unlikely(parts):
        return "As few runs as the document's can't decide this: none of their possible reports is unlikely enough."
    if check.contrary and check.chance >= LEVEL:
        return "As many runs as the document's could give this report, but our interval lies on the other side."
    return "Unlikely, but not among so many parts."


def by_other_limits(region: Range, low: float, high: float, *, choice: bool) -> str:
    """Limits by which a value with this interval would be judged in each way, of a range with one limit of ours.

    Parameters
    ----------
    choice : whether a choice or alternative is judged, no statement.
    """
    up_to, from_on = math.isinf(region.low) or region.low == 0, math.isinf(region.high)
    if math.isnan(low) or up_to == from_on or region.high == 0:
        return ""
    agrees = f"{high:.3g} or more" if up_to else f"{low:.3g} or less"
    differs = f"below about {low:.3g}" if up_to else f"above about {high:.3g}"
    so, otherwise = ("possible", "be ruled out") if choice else ("reproduced", "differ")
    return f"By a limit of about {agrees} it would be {so}, {differs} it would {otherwise}."


def error_rate(rate: float, unseen: float) -> str:
    """Describe the rate at which a rule says of a true statement that it differs, or of a true report: unlikely.

    Parameters
    ----------
    rate : see `corrections.rate_of_rule`.
    unseen : see `selectors.ClaimValue`.
    """
    if rate == 0:
        return "never: no chance is involved"
    told = f"at most {_percent(rate)}"
    if math.isnan(unseen):
        return told
    return f"{told} as far as our runs show; more if far ones, too rare to see (up to 1 in {1 / unseen:,.0f}), exist"


def _decided_by(more: float) -> str:
    if math.isnan(more):
        return ""
    if math.isinf(more):
        return "If the true value is what we estimate, no number of runs would decide it."
    times = _two_digits(max(more, 1.1))
    return f"About {times} times as many runs would decide it if the true value is what we estimate."


def _of_documents(check: PredictiveCheck) -> str:
    if math.isnan(check.chance):
        return ""
    told = f"If the document's runs are like ours, up to {_percent(check.greatest)} of its reports are as unusual."
    if check.alternative:
        return f"{told} With {check.alternative}, {_percent(check.power)} of reports would be called unlikely."
    if math.isfinite(check.minimum_effect):
        shift = _two_digits(check.minimum_effect)
        return f"{told} If they were shifted by {shift}, 80% would be called unlikely."
    return told


def _two_digits(value: float) -> str:
    return f"{float(f'{value:.2g}'):,g}"


def _percent(share: float) -> str:
    if 0 < share < 0.0005:
        return "Less than 0.1%"
    if share < LEVEL <= round(share, 3):
        return f"{100 * share:.3g}%"
    return f"{100 * share:.2g}%" if share < 0.995 else f"{100 * share:.3g}%"
