"""An entered player of 3x3 as chances of its moves in every position, and of forfeiting the game there."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, NOUGHT, enumerate_states
from tttcore.games.position import SIGNS
from tttcore.pipeline.jit import kernel
from tttcore.players.policy import GOES_ON, Policy, game

Chances = NDArray[np.float64]
"""(5478,) chance in each position."""

NOT_ASKED = "not asked before the time for all positions was over"
LONGEST = 160
"""Characters of a name or a reason that reports show at most."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Entrant:
    """Player that somebody has entered.

    Attributes
    ----------
    name : for people.
    kind : where its moves come from, in words.
    seats : seats in which it plays, 0 the first and 1 the second.
    policy : chance of each cell where it can be to move; 0 elsewhere.
    forfeits : chance that it loses at once, since it makes no legal move; with those of the cells they add up to 1
        in each position in which it can be to move.
    calls : (5478,) number of answers from which the chances are estimated; 0 where they are exact.
    faults : reason for the forfeits of a position.
    notes : sentences about how it was asked.
    """

    name: str
    kind: str
    seats: tuple[int, ...]
    policy: Policy
    forfeits: Chances
    calls: NDArray[np.int64]
    faults: Mapping[int, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def is_estimated(self) -> bool:
        """Tell whether chances are estimates: some answers to the same question differed."""
        return bool(((self.calls > 0) & ((self.policy > 0).sum(axis=1) + (self.forfeits > 0) > 1)).any())

    @property
    def unasked(self) -> list[int]:
        """Positions in which it was not asked in time, so that it loses there."""
        return [position for position, reason in self.faults.items() if reason == NOT_ASKED]


def positions_to_meet(policy: Policy, seat: int) -> NDArray[np.bool_]:
    """(5478,) True where a player of a seat can be to move, whatever its opponent does.

    Parameters
    ----------
    policy : only which cells have a chance matters; where a player has no move, the game is over.
    """
    played = game(dead=False)
    met = np.zeros(played.results.size, np.bool_)
    _meet(played.following, played.seat, played.results, policy, seat, met)
    return met & (played.seat == seat) & (played.results == GOES_ON)


def board_text(position: int) -> str:
    """Board as players see it: nine characters, row by row, ``X``, ``O``, and ``.`` for a free cell."""
    return "".join(("." + SIGNS)[mark] for mark in enumerate_states().positions[position].tolist())


def sign_to_move(position: int) -> str:
    """Sign of the side to move, ``X`` or ``O``."""
    return SIGNS[int(game(dead=False).seat[position])]


def printable(text: str) -> str:
    """Text of a stranger on one line, shortened, without signs that move the cursor or can't be seen."""
    shown = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 3]}..."


def fault_of(position: int, cell: int) -> str | None:
    """Reason why a cell can't be marked in a position in which the game goes on; None if it can."""
    if not 0 <= cell < CELLS:
        return f"marks cell {cell}; cells are 0 to {CELLS - 1}"
    if game(dead=False).following[position, cell] < 0:
        mark = SIGNS[int(enumerate_states().positions[position, cell] == NOUGHT)]
        return f"marks cell {cell}, which {mark} has taken"
    return None


@kernel
def _meet(following, seats, results, policy, seat, met):
    """Mark positions that games of the player can reach; they are in order of plies, so that one pass is enough."""
    met[0] = True
    for position in range(met.size):
        if met[position] and results[position] == GOES_ON:
            for cell in range(CELLS):
                may = policy[position, cell] > 0 if seats[position] == seat else following[position, cell] >= 0
                if may:
                    met[following[position, cell]] = True
