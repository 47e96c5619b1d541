"""Compact data of agents with beads for the play page: a box for each state where one will do, else each position's.

Numbers of beads have as many digits of base 36 as the largest needs; the first character says how many. A box has a
number for each state that a mark can lead to, in the order of states; boxes come seat by seat in the order of states.
In a position the agent marks the first of the cells that lead to the drawn state.
"""

import numpy as np
from numpy.typing import NDArray

from tttcore.games.classic import enumerate_states
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.players.beads import Beads
from tttcore.players.policy import GOES_ON, game

_BASE = 36


def bead_numbers(values: NDArray[np.uint16]) -> str:
    """Write whole numbers as digits of base 36, equally many for each, after the number of these digits."""
    written = [np.base_repr(value, _BASE).lower() for value in values.tolist()]
    width = max(map(len, written), default=1)
    return f"{width}{''.join(each.zfill(width) for each in written)}"


def boxes(beads: Beads, seat: Seat) -> str | None:
    """Numbers of all boxes of a seat; None if symmetric positions differ, or another than the first cell has beads."""
    numbers: list[int] = []
    for own in SEAT_INDICES[seat]:
        positions = np.flatnonzero((game(dead=False).seat == own) & (game(dead=False).results == GOES_ON))
        by_state: dict[int, list[int]] = {}
        for position, state in zip(positions.tolist(), enumerate_states().state_of[positions].tolist(), strict=True):
            cells = [cell for _, cell in sorted(first_cells(position).items())]
            found = beads[position, cells].tolist()
            alike = by_state.setdefault(state, found) == found
            if not alike or sum(found) != beads[position].sum():
                return None
        numbers += [number for _, box in sorted(by_state.items()) for number in box]
    return bead_numbers(np.array(numbers, np.uint16))


def first_cells(position: int) -> dict[int, int]:
    """First cell that leads to each state which can follow a position, by state."""
    tables = enumerate_states()
    after = tables.next_position[position]
    return {int(tables.state_of[after[cell]]): cell for cell in reversed(np.flatnonzero(after >= 0).tolist())}
