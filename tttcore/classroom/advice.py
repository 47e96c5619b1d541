"""A sentence about what to look at first in an entered player: its time, or the kind of blunder that costs it most."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tttcore.games.classic import LINES
from tttcore.games.position import SEATS, SIGNS

Blunder = Mapping[str, Any]
FORFEIT = "Loses by forfeit"
WIN, BLOCK, FORK = "Does not complete its own line", "Does not block", "Lets its opponent threaten two lines at once"
WON, DRAWN = "Gives away a won game", "Gives away a draw"


def advice(evaluated: Mapping[str, Any]) -> str:
    """Sentence about a player from its evaluation, see `evaluation.evaluate`.

    Blunders are of kinds, and the kind that costs most points against random moves, over both seats, is told with the
    costliest blunder of it; of equal ones the one with more positions, then the first by name.
    """
    if unasked := evaluated["unasked"]:
        told = f"it was not asked often enough in {unasked:,} position{'s' * (unasked > 1)}"
        if evaluated["time_over"]:
            return f"Too slow: {told}; --all-seconds gives more."
        return f"Not known: {told}, to which its games no longer came."
    kinds: defaultdict[str, list[tuple[str, Blunder]]] = defaultdict(list)
    for seat, found in evaluated["seats"].items():
        for one in found["blunders"]:
            kinds[kind_of(one, SIGNS[SEATS.index(seat)])].append((SIGNS[SEATS.index(seat)], one))
    if not kinds:
        return "Perfect: it never gives away what perfect play would keep."
    if never_moves(evaluated):
        sign, first = kinds[FORFEIT][0]
        return f"Never makes a legal move: {_example(first, sign)}."
    kind = min(kinds, key=lambda each: (-sum(one["cost"] for _, one in kinds[each]), -len(kinds[each]), each))
    sign, worst = max(kinds[kind], key=lambda each: each[1]["cost"])
    number = len({(sign, one["board"]) for sign, one in kinds[kind]})
    return f"{kind}{f' in {number:,} positions' if number > 1 else ''}: {_example(worst, sign)}."


def never_moves(evaluated: Mapping[str, Any]) -> bool:
    """Tell whether a player is known to forfeit every game in its first move."""
    return not evaluated["unasked"] and all(
        len(found["blunders"]) == found["decisions"]
        and all(one["fault"] and one["chance"] == 1 for one in found["blunders"])
        for found in evaluated["seats"].values()
    )


def kind_of(one: Blunder, sign: str) -> str:
    """Kind of a blunder of a side with a sign."""
    other = SIGNS.replace(sign, "")
    if one["fault"] is not None:
        return FORFEIT
    if _completing(one["board"], sign):
        return WIN
    if one["after"] == "lost":
        return BLOCK if _completing(one["board"], other) - {one["cell"]} else FORK
    return WON if one["before"] == "won" else DRAWN


def _completing(board: str, sign: str) -> set[int]:
    """Free cells that complete a line of a sign."""
    return {
        cell
        for line in LINES.tolist()
        for cell in line
        if board[cell] == "." and all(board[each] == sign for each in line if each != cell)
    }


def _example(one: Blunder, sign: str) -> str:
    board = "/".join(one["board"][at : at + 3] for at in (0, 3, 6))
    if one["fault"] is not None:
        return f"as {sign} on {board}: {one['fault']}"
    better = " or ".join(map(str, sorted(_completing(one["board"], sign)) or one["best"]))
    return f"as {sign} on {board} it marks {one['cell']} instead of {better}"
