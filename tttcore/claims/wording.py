"""Sentences that explain a verdict, and how often its rule errs."""

import math

from tttcore.claims.assertions import PLUS_MINUS, REPORT, Assertion, Range, Terms
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
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
    REPRODUCED: "As many runs as the document's could well show this.",
    DIFFERS: "As many runs as the document's would hardly show this.",
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
            return f"a chance of at least {LEVEL:.0%}"
    return terms.target


def reason(asserts: str, verdict: str, *, check: PredictiveCheck, parts: int, more: float, chance: bool) -> str:
    """Explain in sentences why a statement has its verdict.

    Parameters
    ----------
    check : what simulated replications report.
    parts : parts of its sentence that share the rate of error.
    more : how many times as many runs would decide it, NaN if that isn't known.
    chance : whether its value was estimated from runs.
    """
    main = _REASONS.get(asserts, {}).get(verdict, "") if chance or asserts in ("order", REPORT) else ""
    if asserts == REPORT and verdict == UNDECIDED:
        main = _undecided_report(check, parts)
    sentences = [main, _decided_by(more), _of_documents(check)]
    if parts > 1 and chance:
        wider = f"p is multiplied by {parts}" if asserts == REPORT else "the interval is wider"
        sentences.append(f"Our runs judge {parts} parts of the sentence, so {wider} (Bonferroni's correction).")
    return " ".join(filter(None, sentences))


def _undecided_report(check: PredictiveCheck, parts: int) -> str:
    """Reason why a report is undecided."""
    if check.chance < LEVEL <= check.most:
        return "As many runs as the document's could well show this, or hardly, by what it does not tell."
    if check.least * parts >= LEVEL:
        return "As few runs as the document's can't decide this: none of their possible results is rare enough."
    return "Unlikely, but not among so many parts."


def error_rate(assertion: Assertion, by_chance: bool, region: Range | None, error: float) -> str:
    """Describe the rate at which the rule says of a true statement that it differs.

    Parameters
    ----------
    error : how often the interval misses on one side, NaN if that is half of `LEVEL`.
    """
    if not by_chance:
        return "never: no chance is involved"
    sides = 1 if region is not None and not math.isfinite(region.high - region.low) else 2
    one_sided = LEVEL / 2 if math.isnan(error) else error
    return f"at most {_percent(sides * one_sided if region else assertion.false_rejection_rate)}"


def _decided_by(more: float) -> str:
    if math.isnan(more):
        return ""
    if math.isinf(more):
        return "If the true value is what we estimate, no number of runs would decide it."
    return f"About {max(more, 1.1):.2g} times as many runs would decide it if the true value is what we estimate."


def _of_documents(check: PredictiveCheck) -> str:
    if math.isnan(check.chance):
        return ""
    to = "" if math.isnan(check.most) else f" to {_percent(check.most)}"
    return f"{_percent(check.chance)}{to} of simulated replications report this or something rarer."


def _percent(share: float) -> str:
    if 0 < share < 0.0005:
        return "Less than 0.1%"
    return f"{100 * share:.2g}%" if share < 0.995 else f"{100 * share:.3g}%"
