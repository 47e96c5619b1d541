"""Build rows of the table of agents, and select the steps of a run that are stored."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.players.beads import Beads
from tttcore.players.policy import Cells, CellSets, game, packed

CLASSIC = (3, 2)
"""Edge and dimensions of the 3x3 board."""


class AgentId(NamedTuple):
    """Identity of an agent: the run that made it; as text, parts are joined by slashes."""

    study: str
    treatment: str
    replicate: int

    def __str__(self) -> str:
        return "/".join(map(str, self))


def agent_row(
    path: AgentId,
    *,
    step: int,
    unit: str,
    last: bool,
    seat: Seat,
    board: tuple[int, int] = CLASSIC,
    cells: Cells | None = None,
    beads: Beads | None = None,
    genome: str = "",
    estimates: Sequence[float] = (),
    weights: Sequence[int] = (),
) -> dict[str, Any]:
    """Row of the table of ``agents``, see `players.agent_schema`.

    Parameters
    ----------
    board : edge and dimensions.
    cells : on 3x3, the cells among which it draws; those of the other seat are dropped.
    beads : on 3x3, the numbers in proportion to which it draws them if they aren't as likely, in place of `cells`.
    """
    if beads is not None:
        cells, beads = beads > 0, np.where(_plays(seat)[:, None], beads, np.uint16(0))
    edge, dimensions = board
    return {
        "agent": str(path),
        **path._asdict(),
        "step": step,
        "unit": unit,
        "last": last,
        "game": "3x3" if board == CLASSIC else "lattice",
        "edge": edge,
        "dimensions": dimensions,
        "seat": seat,
        "cells": [] if cells is None else _restricted(packed(cells), seat),
        "beads": [] if beads is None else beads.ravel(),
        "genome": genome,
        "estimates": estimates,
        "weights": weights,
    }


def snapshot_generations(first: int, last: int, number: int) -> list[int]:
    """About `number` generations from the first to the last, spaced geometrically, since most is learnt early."""
    ages = np.geomspace(1, last - first + 1, number).round().astype(int)
    return sorted({first - 1 + age for age in ages.tolist()})


def evenly_spaced(points: Sequence[int], number: int) -> list[int]:
    """About `number` evenly spaced elements of a sequence, the first and the last among them."""
    places = np.linspace(0, len(points) - 1, number).round().astype(int)
    return [points[place] for place in sorted({*places.tolist()})]


def _restricted(sets: CellSets, seat: Seat) -> CellSets:
    """Sets of cells restricted to positions in which the seat is to move, empty elsewhere."""
    return np.where(_plays(seat), sets, np.uint16(0))


def _plays(seat: Seat) -> NDArray[np.bool_]:
    """(5478,) True for positions in which the seat is to move."""
    return np.isin(game(dead=False).seat, SEAT_INDICES[seat])
