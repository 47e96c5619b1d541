"""Say in words why a statement has its verdict, and how often its rule errs."""

import math

from tttcore.claims.assertions import REPORT, Assertion, Range, Terms
from tttcore.claims.outcomes import DIFFERS, REPRODUCED, UNDECIDED
from tttcore.claims.reports import Seen
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
_EXISTENCE = {
    REPRODUCED: "There are cases.",
    DIFFERS: "There is none.",
    UNDECIDED: "Our runs show none; rarer ones remain possible.",
}
_UNIVERSALITY = {
    REPRODUCED: "There is no exception, and a share above the margin is excluded.",
    DIFFERS: "There are exceptions.",
    UNDECIDED: "Our runs show no exception; rarer ones remain possible.",
}
_REPORT = {
    REPRODUCED: "A document of this size could well report this.",
    DIFFERS: "A document of this size would hardly report this.",
    UNDECIDED: "Such a report of so few runs decides nothing.",
}
_DISAGREE = "Some documents of this size could well report this, others hardly; which is like this one isn't told."
_REASONS = {
    **dict.fromkeys(("number", "bound", "share", "difference", "no difference"), _RANGE),
    **dict.fromkeys(("order", "law"), _ORDER),
    "existence": _EXISTENCE,
    "universality": _UNIVERSALITY,
    REPORT: _REPORT,
}
_RARELY, _OFTEN = 0.001, 1000
"""Bayes factors beyond which the number says no more."""


def rule(asserts: str, terms: Terms) -> str:
    """The rule of an assertion with its target and margin; empty for what asserts nothing."""
    within = f"within {terms.target} ± {terms.margin:g}"
    exactly = {"identity": f"equals {terms.target}", "existence": "at least one", "universality": "none"}
    if asserts == "universality" and terms.chance and terms.margin > 0:
        return f"none; the limit of their share is at most {terms.margin:g}"
    if asserts == "number":
        return within if terms.chance else f"rounds to {terms.target}"
    return {**exactly, "no difference": within, REPORT: "a chance of at least 5%"}.get(asserts, terms.target)


def reason(
    asserts: str,
    verdict: str,
    *,
    seen: Seen,
    rows: int,
    more: float,
    chance: bool,
    bayes_null: float = math.nan,
) -> str:
    """Explain in sentences why a statement has its verdict.

    Parameters
    ----------
    seen : what pretended documents report.
    rows : number of statements in its family.
    more : how many times as many runs would decide it, NaN if that isn't known.
    chance : whether its value was estimated from runs.
    bayes_null : how many times likelier the data are if there is no difference, NaN if that isn't known.
    """
    told = _REASONS.get(asserts, {}).get(verdict, "") if chance or asserts in ("order", "law", REPORT) else ""
    if asserts == REPORT and verdict == UNDECIDED and seen.chance < LEVEL <= seen.most:
        told = _DISAGREE
    sentences = [told, _decided_by(more), _of_no_difference(bayes_null), _of_documents(seen, asserts)]
    if rows > 1:
        wider = f"a chance below {LEVEL / rows:.2g} differs" if asserts == REPORT else "the interval is wider"
        sentences.append(f"In a family of {rows} (Bonferroni): {wider}.")
    return " ".join(filter(None, sentences))


def error_rate(assertion: Assertion, by_chance: bool, seen: Seen, region: Range | None) -> str:
    """Describe the rate at which the rule says of a true statement that it differs."""
    if not by_chance:
        return "never: no chance is involved"
    if not math.isnan(seen.wrong) and assertion.judge is None:
        return f"{_percent(seen.wrong)} of pretended documents"
    if assertion.wrong:
        two_sided = region is not None and math.isfinite(region.high - region.low)
        return f"at most {_percent(max(assertion.wrong, LEVEL if two_sided else 0))}"
    return "never: one case decides"


def _decided_by(more: float) -> str:
    if math.isnan(more):
        return ""
    if math.isinf(more):
        return "At this value no number of runs would decide it."
    return f"About {max(more, 1.1):.2g} times as many runs would decide it at this value."


def _of_no_difference(bayes_null: float) -> str:
    if math.isnan(bayes_null):
        return ""
    if bayes_null < _RARELY:
        times = f"less than {_RARELY:g} times"
    elif bayes_null > _OFTEN:
        times = f"more than {_OFTEN:,} times"
    else:
        times = f"{bayes_null:.0f} times" if bayes_null >= 10 else f"{bayes_null:.2g} times"
    return f"The data are {times} as likely under no difference as under the default alternative."


def _of_documents(seen: Seen, asserts: str) -> str:
    if math.isnan(seen.chance):
        return ""
    who = "of such documents" if asserts == REPORT else "of documents of its size"
    to = "" if math.isnan(seen.most) else f" to {_percent(seen.most)}"
    return f"{_percent(seen.chance)}{to} {who} report this or something rarer."


def _percent(share: float) -> str:
    if 0 < share < 0.0005:
        return "Less than 0.1%"
    return f"{100 * share:.2g}%" if share < 0.995 else f"{100 * share:.3g}%"
