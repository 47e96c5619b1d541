"""A stranger's program: judge a row of the plain table by docs/reference/judging-yourself.md alone."""

import math
import re
from decimal import Decimal
from itertools import pairwise

AGREES, DIFFERS, UNDECIDED = "reproduced", "differs", "undecided"
FITS, UNLIKELY = "compatible", "unlikely"
CHOICE = {AGREES: "taken", FITS: "taken", DIFFERS: "ruled out", UNLIKELY: "ruled out", UNDECIDED: "open"}
EFFECT = {AGREES: "no effect", DIFFERS: "matters", UNDECIDED: "open"}
OTHER = {AGREES: "possible", FITS: "possible", DIFFERS: "ruled out", UNLIKELY: "ruled out", UNDECIDED: "open"}


def judge(row):
    outcome = by_rule(row)
    if row["kind"] == "choice":
        return CHOICE[outcome]
    if row["kind"] == "alternative":
        least, most = allowed(row["target"]) if row["assertion"] in ("equals", "range") else (math.nan, math.nan)
        effect = row["by_chance"] == "True" and -math.inf < least < 0 < most < math.inf
        return (EFFECT if effect else OTHER)[outcome]
    return outcome


def by_rule(row):
    kind, target, by_chance, parts = row["assertion"], row["target"], row["by_chance"] == "True", int(row["parts"])
    ours, low, high, chance, greatest, least = map(
        number, (row[name] for name in ("ours", "low", "high", "chance", "chance_most", "chance_least"))
    )
    if kind == "report":
        if math.isnan(chance) or least * parts >= 0.05:
            return UNDECIDED
        if greatest * parts < 0.05:
            return UNLIKELY
        return FITS if chance >= 0.05 and row["contrary"] == "False" else UNDECIDED
    if kind == "order":
        return in_order(row["values"], target.split(" < "), by_chance)
    if not row["ours"] or (by_chance and math.isnan(low)):
        return UNDECIDED
    if kind == "identity":
        return AGREES if row["ours"] == target or ours == number(target) else DIFFERS
    if kind == "equals" and "±" not in target:
        return AGREES if Decimal(ours).quantize(Decimal(target)) == Decimal(target) else DIFFERS
    first, last = (ours, ours) if math.isnan(low) else (low, high)
    least, most = allowed(target)
    if least <= first and last <= most:
        return AGREES
    is_span = math.isnan(ours)
    return DIFFERS if last < least or first > most or (is_span and not by_chance) else UNDECIDED


def allowed(target):
    """Least and greatest value that agrees."""
    if "±" in target:
        centre, margin = map(float, target.split("±"))
        return centre - margin, centre + margin
    if ".." in target:
        return tuple(map(float, target.split("..")))
    if target[0] not in "<>":
        return float(target), float(target)
    limit = float(target.lstrip("<>= "))
    if "=" not in target:
        limit = math.nextafter(limit, math.inf if target[0] == ">" else -math.inf)
    return (limit, math.inf) if target[0] == ">" else (-math.inf, limit)


def in_order(values, wanted, by_chance):
    rows = {}
    for name, *numbers in re.findall(r"(?:^|; )(.*?): (\S+) \[(\S+), (\S+)\]", values):
        rows[name] = ours, low, _ = [*map(number, numbers)]
        if math.isnan(ours) or (by_chance and math.isnan(low)):
            return UNDECIDED
    steps = [[name] if name != "..." else [other for other in rows if other not in wanted] for name in wanted]
    told = [order_of(rows[a], rows[b]) for lower, higher in pairwise(steps) for a in lower for b in higher]
    return DIFFERS if -1 in told else UNDECIDED if 0 in told else AGREES


def order_of(lower, higher):
    """1 if the values are separated in this order, -1 if in the opposite one, 0 if they aren't."""
    bare = math.isnan(lower[1]) or math.isnan(higher[1])
    (low, high), (other_low, other_high) = ([each[0]] * 2 if bare else each[1:] for each in (lower, higher))
    return (high < other_low) - (low > other_high)


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan
