"""Entered players whose chances are known: from chances or cells of positions, without asking anybody."""

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from tttcore.entered.entrant import Entrant, positions_to_meet
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.players.beads import drawn_policy
from tttcore.players.policy import Policy

NO_ENTRY = "the table has no entry"


def exact_entrant(
    name: str, kind: str, seats: Iterable[int], policy: Policy, faults: Mapping[int, str] | None = None
) -> Entrant:
    """Player with these chances in the positions that it can meet in its seats, which it forfeits where there are none.

    Parameters
    ----------
    policy : chances that add up to 1 or 0 in each position.
    faults : reason why there are none, by position; `NO_ENTRY` where there is none either.
    """
    seats = tuple(seats)
    met = np.logical_or.reduce([positions_to_meet(policy, seat) for seat in seats])
    own = np.where(met[:, None], policy, 0.0)
    lost = met & ~own.any(axis=1)
    reasons = {int(place): (faults or {}).get(int(place), NO_ENTRY) for place in np.flatnonzero(lost)}
    return Entrant(
        name=name,
        kind=kind,
        seats=seats,
        policy=own,
        forfeits=lost.astype(np.float64),
        calls=np.zeros(len(own), np.int64),
        faults=reasons,
    )


def stored_entrant(name: str, kind: str, row: Any, seat: Seat | None = None) -> Entrant:
    """Player from its row in the table of ``agents``, or from what `players.agent_import` has read.

    Parameters
    ----------
    seat : the seats in which it plays; by default all that it has learnt.

    Raises
    ------
    ValueError
        If it plays on another board than 3x3, or has not learnt the seat.
    """
    if row["game"] != "3x3":
        board = "x".join([str(row["edge"])] * row["dimensions"])
        raise ValueError(f"{name}: it plays on {board}; allowed: players of 3x3")
    learnt = SEAT_INDICES[row["seat"]]
    seats = SEAT_INDICES[seat] if seat else learnt
    if not set(seats) <= set(learnt):
        raise ValueError(f"{name}: --seat {seat}: it has not learnt that; allowed: {row['seat']}")
    return exact_entrant(name, kind, seats, drawn_policy(np.asarray(row["cells"], np.uint16), row["beads"]))
