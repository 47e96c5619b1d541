"""What players of any kind have in common as rows of the table of agents."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from tttcore.games.seats import Seat
from tttcore.pipeline.store import StoreError
from tttcore.players.policy import Cells, CellSets, game, packed

CLASSIC = (3, 2)
"""Edge and dimensions of 3x3."""


class AgentSelection(NamedTuple):
    """Which players of a study are kept.

    Attributes
    ----------
    champions : of each treatment.
    followed : how many of these are shown while they learn.
    snapshots : of each of those, about so many, its beginning and its end among them.
    """

    champions: int
    followed: int
    snapshots: int


class AgentId(NamedTuple):
    """Whose player it is."""

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
    genome: str = "",
    estimates: Sequence[float] = (),
    weights: Sequence[int] = (),
) -> dict[str, Any]:
    """A row of the table of ``agents``, see `pipeline.schemas`.

    Parameters
    ----------
    board : edge and dimensions.
    cells : on 3x3, what it draws from; what it would do in the other seat doesn't count.
    """
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
        "cells": [] if cells is None else _own(packed(cells), seat),
        "genome": genome,
        "estimates": estimates,
        "weights": weights,
    }


def check_rerun(path: AgentId, found: str, stored: str) -> None:
    """StoreError if a repeated run ends with another player than is stored."""
    if found != stored:
        raise StoreError(
            f"results/{path.study}: {path} ends with another player than is stored when it is run again; "
            "delete its runs and run again"
        )


def snapshot_generations(first: int, last: int, number: int) -> list[int]:
    """About `number` generations from the first to the last, ever farther apart: most is learnt early."""
    ages = np.geomspace(1, last - first + 1, number).round().astype(int)
    return sorted({first - 1 + age for age in ages.tolist()})


def evenly_spaced(points: Sequence[int], number: int) -> list[int]:
    """About `number` of some points in order, the first and the last among them."""
    places = np.linspace(0, len(points) - 1, number).round().astype(int)
    return [points[place] for place in sorted({*places.tolist()})]


def _own(sets: CellSets, seat: Seat) -> CellSets:
    """Sets of the positions in which its seat is to move, none elsewhere."""
    if seat == "both":
        return sets
    return np.where(game(dead=False).seat == (seat == "second"), sets, np.uint16(0))
