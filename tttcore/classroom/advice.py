"""A sentence about what to look at first in an entered player: its time, how it counts cells, or its first blunder."""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from tttcore.classroom.symmetric import up_to_symmetry
from tttcore.games.classic import LINES
from tttcore.games.position import SEATS, SIGNS

Blunder = Mapping[str, Any]
FORFEIT = "Loses by forfeit"
WIN, BLOCK = "Gives points away by not completing its own line", "Loses by not blocking"
FORK = "Lets its opponent threaten two lines at once"
WON, DRAWN = "Gives away a won game", "Gives away a draw"
KINDS = (FORFEIT, WIN, BLOCK, FORK, WON, DRAWN)
"""Kinds of blunders in the order in which to mend them: each takes more moves ahead to see than those before it."""
FROM_1 = "Counts cells from 1, it seems: moves are illegal, and all are legal if one is taken off. Return cells 0 to 8."


def advice(evaluated: Mapping[str, Any]) -> str:
    """Sentence about a player from its evaluation, see `evaluation.evaluate`.

    Of its blunders the first kind of `KINDS` is told, over both seats, with the blunder of it that costs most points
    against random moves, together with its rotations and mirror images; of equal ones the first.
    """
    if unasked := evaluated["unasked"]:
        told = f"it was not asked often enough in {unasked:,} position{'s' * (unasked > 1)}"
        if evaluated["time_over"]:
            return f"Too slow: {told}; --all-seconds gives more."
        return f"Not known: {told}, to which its games no longer came."
    if evaluated["counts_from_1"]:
        return FROM_1
    kinds: defaultdict[str, list[tuple[str, Blunder]]] = defaultdict(list)
    positions: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for seat, found in evaluated["seats"].items():
        sign = SIGNS[SEATS.index(seat)]
        for one in found["blunders"]:
            positions[kind_of(one, sign)].add((sign, one["board"]))
        for one in up_to_symmetry(found["blunders"]):
            kinds[kind_of(one, sign)].append((sign, one))
    if not kinds:
        return "Perfect: it never gives away what perfect play would keep."
    kind = min(kinds, key=KINDS.index)
    sign, worst = max(kinds[kind], key=lambda each: each[1]["cost"])
    if never_moves(evaluated):
        return f"Never makes a legal move: {_example(worst, sign)}."
    number = len(positions[kind])
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
    return f"as {sign} on {board} it marks {one['cell']} instead of {better} (cells 0 to 8)"
