"""The table of agents, the players of any board that runs produce: its schema and its rows."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tttcore.games.position import SEAT_INDICES, Seat
from tttcore.pipeline.schema import Schema
from tttcore.players.policy import Beads, Cells, CellSets, game, packed

AGENTS = Schema(
    "agents",
    pa.schema(
        [
            ("agent", pa.string()),  # study/treatment/replicate
            *((name, pa.string()) for name in ("study", "treatment")),
            ("replicate", pa.int32()),
            ("step", pa.int64()),  # step of its run: generation, or number of games played
            ("unit", pa.string()),  # unit of steps: generations or games
            ("last", pa.bool_()),  # True at the end of its run, False for an earlier snapshot
            ("game", pa.string()),  # 3x3, or lattice
            ("edge", pa.int32()),  # of the board, and its dimensions
            ("dimensions", pa.int32()),
            ("seat", pa.string()),  # first, second or both: the seat for which it was trained
            ("cells", pa.list_(pa.uint16())),  # 3x3: `players.policy.CellSets`; elsewhere empty
            ("beads", pa.list_(pa.uint16())),  # 3x3: `players.policy.Beads`; empty if all cells are equally likely
            ("genome", pa.string()),  # of a genetic algorithm: a digit per state; else empty
            ("estimates", pa.list_(pa.float32())),  # of a learner: value of each position moved into; else empty
            ("weights", pa.list_(pa.int64())),  # of a Genie: its genes; else empty
        ]
    ),
)
"""A row per agent and step of its run."""
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
    """Row of the table of ``agents``, see `players.agent_table`.

    Parameters
    ----------
    board : edge and dimensions.
    cells : on 3x3, the cells among which it draws; those of the other seat are dropped.
    beads : on 3x3, the numbers in proportion to which it draws them if they aren't equally likely, in place of `cells`.
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
