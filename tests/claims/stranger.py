"""A stranger's program: judge a row of the plain table by docs/judging-yourself.md alone."""

import math
import re
from decimal import Decimal
from itertools import pairwise

AGREES, DIFFERS, UNDECIDED = "reproduced", "differs", "undecided"


def judge(row):
    kind, target, by_chance = row["assertion"], row["target"], row["by_chance"] == "True"
    ours, low, high, margin, chance, greatest, least = map(
        number, (row[name] for name in ("ours", "low", "high", "margin", "chance", "chance_most", "chance_least"))
    )
    if kind in ("order", "law"):
        return in_order(row["values"], target.split(" < "), by_chance)
    if kind == "report" and not math.isnan(chance):
        family = int(row["together"])
        if least * family >= 0.05 or chance < 0.05 <= greatest * family:
            return UNDECIDED
        return AGREES if chance >= 0.05 else DIFFERS
    if kind == "report":
        return UNDECIDED if math.isnan(low) else AGREES if low <= float(target) <= high else DIFFERS
    if not row["ours"]:
        return UNDECIDED
    if kind == "existence":
        return AGREES if ours > 0 else UNDECIDED if by_chance else DIFFERS
    if kind == "universality":
        return DIFFERS if ours > 0 else AGREES if not by_chance or high <= margin else UNDECIDED
    if kind == "identity":
        return AGREES if row["ours"] == target or ours == number(target) else DIFFERS
    if kind == "number" and not by_chance:
        return AGREES if Decimal(ours).quantize(Decimal(target)) == Decimal(target) else DIFFERS
    if math.isnan(low) and by_chance:
        return UNDECIDED
    low, high = (ours, ours) if math.isnan(low) else (low, high)
    least, most = agreeing(target, margin)
    if least <= low and high <= most:
        return AGREES
    return DIFFERS if high < least or low > most or not (by_chance or ours == ours) else UNDECIDED


def agreeing(target, margin):
    """Least and greatest number that agrees."""
    if ".." in target:
        return tuple(map(float, target.split("..")))
    if target[0] not in "<>":
        return float(target) - margin, float(target) + margin
    limit = float(target.lstrip("<>= "))
    if "=" not in target:
        limit = math.nextafter(limit, math.inf if target[0] == ">" else -math.inf)
    return (limit, math.inf) if target[0] == ">" else (-math.inf, limit)


def in_order(values, wanted, by_chance):
    rows = {}
    for name, *numbers in re.findall(r"(?:^|; )(.*?): (\S+) \[(\S+), (\S+)\]", values):
        ours, low, high = map(number, numbers)
        if math.isnan(ours) or (by_chance and math.isnan(low)):
            return UNDECIDED
        rows[name] = (ours, ours) if math.isnan(low) else (low, high)
    steps = [[name] if name != "..." else [other for other in rows if other not in wanted] for name in wanted]
    pairs = [(rows[a], rows[b]) for lower, higher in pairwise(steps) for a in lower for b in higher]
    if any(a[0] > b[1] for a, b in pairs):
        return DIFFERS
    return AGREES if all(a[1] < b[0] for a, b in pairs) else UNDECIDED


def number(text):
    try:
        return float(text)
    except ValueError:
        return math.nan
