"""A class league as text for a terminal."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tttcore.games.seats import SEATS

SHOWN = 10
"""Cycles that are told; all are in the object."""


def class_text(league: Mapping[str, Any]) -> str:
    """Text about a league, see `class_report.class_report`: broken players, ranking and cycles."""
    width = max(map(len, ["player", *(row["player"] for row in league["players"])]))
    lines = [
        f"{len(league['players'])} players, {'; '.join(summary(league))}",
        "",
        f"{'rank':>4}  {'player':<{width}}  points     won  drawn   lost  decisions as perfect play",
    ]
    lines += [_line(row, width) for row in league["players"]]
    lines += ["", *cycle_lines(league["cycles"], SHOWN)]
    lines += [f"not entered: {each['file']}: {each['reason']}" for each in league["broken"]]
    return "\n".join(lines)


def summary(league: Mapping[str, Any]) -> Iterable[str]:
    """How results came about, and how many players could not be entered."""
    estimated = sum(row["estimated"] for row in league["players"])
    both = all(len(row["seats"]) == len(SEATS) for row in league["players"])
    yield f"every pair in {'both seats' if both else 'the seats that they play'}{'' if estimated else ', exactly'}"
    if estimated:
        yield f"{estimated} with estimated chances, with 95% intervals"
    if league["broken"]:
        yield f"{len(league['broken'])} could not be entered"


def cycle_lines(cycles: Sequence[Sequence[str]], shown: int) -> Iterable[str]:
    """Sentences on cycles."""
    if not cycles:
        yield "no cycles: nobody beats somebody who, by way of others, beats them"
    for cycle in cycles[:shown]:
        yield " beats ".join([*cycle, cycle[0]])
    if len(cycles) > shown:
        yield f"and {len(cycles) - shown:,} more cycles"


def _line(row: Mapping[str, Any], width: int) -> str:
    name = f"{row['rank']:>4}  {row['player']:<{width}}"
    if row["score"] is None:
        return f"{name}  met nobody"
    shares = "".join(f"{row[key]:7.1%}" for key in ("won", "drawn", "lost"))
    reach = "" if row["score_low"] == row["score_high"] else f"  ({row['score_low']:.3f} to {row['score_high']:.3f})"
    seats = row["evaluation"]["seats"].values()
    as_perfect, met = (sum(seat[key] for seat in seats) for key in ("as_perfect", "decisions"))
    alone = "" if len(row["seats"]) == len(SEATS) else f"  moves {SEATS[row['seats'][0]]} alone"
    return f"{name}  {row['score']:6.3f} {shares}  {as_perfect} of {met}{reach}{alone}"
