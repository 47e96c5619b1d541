"""An entered player of 3x3: chances of its moves, and of forfeiting, in every position."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, NOUGHT, enumerate_states
from tttcore.games.position import OPEN, SEAT_INDICES, SIGNS, Seat
from tttcore.players.exact_results import propagate
from tttcore.players.policy import Cells, Policy, drawn_policy, game, uniform_policy

Chances = NDArray[np.float64]
"""(5478,) chance in each position."""
NOT_ASKED = "not asked often enough"
LONGEST = 160
"""Characters of a name or a reason that reports show at most."""
NO_ENTRY = "the table has no entry"


@dataclass(frozen=True, eq=False)
class Side:
    """Answers of a player in the positions that it can meet.

    Attributes
    ----------
    policy : chance of each cell where it can be to move; 0 elsewhere.
    forfeits : chance that it loses at once, since it makes no legal move; with those of the cells they add up to 1
        in each position in which it can be to move.
    """

    policy: Policy
    forfeits: Chances

    @cached_property
    def unknown(self) -> NDArray[np.bool_]:
        """(5478,) True where nothing is known of its moves, so that it is taken to lose there."""
        return np.zeros(len(self.policy), np.bool_)


@dataclass(frozen=True, eq=False, kw_only=True)
class Entrant(Side):
    """Player that somebody has entered.

    Attributes
    ----------
    name : for people.
    kind : where its moves come from, in words.
    seats : seats in which it plays, 0 the first and 1 the second.
    calls : (5478,) number of answers from which the chances are estimated; 0 where they are exact.
    faults : reason for the forfeits of a position.
    notes : sentences about how it was asked.
    time_over : whether the time for all positions was over before it had answered in all.
    counts_from_1 : whether some of its moves are illegal, and all would be legal if it counted cells from 1.
    """

    name: str
    kind: str
    seats: tuple[int, ...]
    calls: NDArray[np.int64]
    faults: Mapping[int, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    time_over: bool = False
    counts_from_1: bool = False

    @property
    def is_estimated(self) -> bool:
        """Tell whether chances are estimates: some answers to the same question differed."""
        return any(self.is_estimated_in(seat) for seat in self.seats)

    def is_estimated_in(self, seat: int) -> bool:
        """Tell whether chances of a seat are estimates."""
        differ = (self.policy > 0).sum(axis=1) + (self.forfeits > 0) > 1
        return bool((differ & (self.calls > 0) & (game(dead=False).seat == seat)).any())

    @cached_property
    def unknown(self) -> NDArray[np.bool_]:
        """(5478,) True where it was not asked often enough."""
        unasked = np.zeros(len(self.policy), np.bool_)
        unasked[[position for position, reason in self.faults.items() if reason == NOT_ASKED]] = True
        return unasked

    def unasked(self, *seats: int) -> int:
        """Number of positions that it can meet in these seats and in which it was not asked often enough."""
        return int(np.count_nonzero(self.unknown & np.isin(game(dead=False).seat, seats)))


def positions_to_meet(policy: Policy | Cells, seat: int) -> NDArray[np.bool_]:
    """(5478,) True where a player of a seat can be to move, whatever its opponent does.

    Parameters
    ----------
    policy : only which cells have a chance matters; where a player has no move, the game is over.
    """
    played = game(dead=False)
    players = uniform_policy(policy > 0), played.opponents["random"]
    reached, _ = propagate(played, *(players if seat == 0 else players[::-1]))
    return (reached > 0) & (played.seat == seat) & (played.results == OPEN)


def sign_to_move(position: int) -> str:
    """The side to move, ``X`` or ``O``."""
    return SIGNS[int(game(dead=False).seat[position])]


def short_line(text: str) -> str:
    """Text of a stranger on one line, shortened, without signs that move the cursor or can't be seen."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 3]}..."


def fault_of(position: int, cell: int) -> str | None:
    """Reason why a cell can't be marked in a position in which the game goes on; None if it can."""
    if not 0 <= cell < CELLS:
        hint = " (if yours are 1 to 9, return one less)" if cell == CELLS else ""
        return f"marks cell {cell}; cells are 0 to {CELLS - 1}{hint}"
    if game(dead=False).successors[position, cell] < 0:
        mark = SIGNS[int(enumerate_states().positions[position, cell] == NOUGHT)]
        return f"marks cell {cell}, which {mark} has taken"
    return None


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
    """Player from its row in the table of ``agents``, or from what `players.agent_file` has read.

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
