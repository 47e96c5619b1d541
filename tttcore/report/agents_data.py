"""Agents as the play page holds them: small, and in full as far as any game with them can lead.

Where an agent's own marks can't bring it, it is never asked. Of each position that it can come to in a seat of its own
the page holds which cells it draws from, and of a learner what it thinks of each position that it could move into. Both
are written in order of the positions, seat by seat, as numbers of two digits of base 36; estimates in thousandths.
"""

import string
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain, product
from typing import Any

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.lattice import Lattice
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.pipeline.store import StoreError
from tttcore.players.baseline_agents import baseline_agents
from tttcore.players.baselines import BASELINE_GROUP, DESCRIPTIONS
from tttcore.players.policy import GOES_ON, Cells, CellSets, game, uniform_policy, unpacked

THOUSANDTHS = 1000
_NUMBERS = np.array(["".join(pair) for pair in product(string.digits + string.ascii_lowercase, repeat=2)])

Row = Mapping[Hashable, Any]
"""Of the schema ``agents``."""


def classic_agents(agents: pd.DataFrame) -> list[dict[str, Any]]:
    """Agents of 3x3 in rows of the schema ``agents``, each with its steps in order, then the house players.

    Raises
    ------
    StoreError
        If an agent marks no cell in a position that it comes to.
    """
    classic = agents[agents["game"] == "3x3"]
    of_house = ([row] for row in baseline_agents().to_dict("records"))
    return [_agent(rows, _classic_snapshot) for rows in chain(_by_agent(classic), of_house)]


def lattice_agents(agents: pd.DataFrame, lattice: Lattice) -> list[dict[str, Any]]:
    """Agents of a lattice in rows of the schema ``agents``, each with its steps in order."""
    of_lattice = (agents["edge"] == lattice.edge) & (agents["dimensions"] == lattice.dimensions)
    return [_agent(rows, _weights) for rows in _by_agent(agents[of_lattice])]


def _by_agent(agents: pd.DataFrame) -> Iterable[Sequence[Row]]:
    for _, rows in agents.sort_values(["study", "treatment", "replicate", "step"]).groupby("agent", sort=False):
        yield rows.to_dict("records")


def _agent(rows: Sequence[Row], snapshot: Callable[[Row], dict[str, Any]]) -> dict[str, Any]:
    last = rows[-1]
    return {
        "id": last["agent"],
        "study": last["study"],
        "treatment": last["treatment"],
        "replicate": int(last["replicate"]),
        "seat": last["seat"],
        "unit": last["unit"],
        "kind": _kind(last),
        **({"rule": DESCRIPTIONS[last["treatment"]]} if last["study"] == BASELINE_GROUP else {}),
        "snapshots": [{"step": int(row["step"])} | snapshot(row) for row in rows],
    }


def _kind(row: Row) -> str:
    """What an agent goes by."""
    if row["study"] == BASELINE_GROUP:
        return "rules"
    return "genes" if row["genome"] else "weights" if len(row["weights"]) else "estimates"


def _weights(row: Row) -> dict[str, Any]:
    return {"weights": [int(weight) for weight in row["weights"]]}


def _classic_snapshot(row: Row) -> dict[str, Any]:
    choices, opinions = _written(row["agent"], row["cells"], row["seat"], row["estimates"])
    return {
        "cells": choices,
        **({"estimates": opinions} if len(row["estimates"]) else {}),
        **(_weights(row) if len(row["weights"]) else {}),
    }


def _written(agent: str, sets: CellSets, seat: Seat, estimates: Sequence[float]) -> tuple[str, str]:
    """What an agent draws from and what it thinks, for its seats in turn."""
    sets, thousandths = np.asarray(sets, np.uint16), np.rint(np.asarray(estimates) * THOUSANDTHS)
    cells = unpacked(sets)
    choices, opinions = "", ""
    for own in SEAT_INDICES[seat]:
        asked, after = _met(cells, own)
        if not cells[asked].any(axis=1).all():
            raise StoreError(f"{agent}: it comes to a position in which it marks no cell; make the agents again")
        choices += _numbers(sets[asked])
        if thousandths.size:
            opinions += _numbers(thousandths[after])
    return choices, opinions


def _met(cells: Cells, own: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Positions that a player of a seat can be asked in, and those that it could move into, in order."""
    played = game(dead=False)
    players = uniform_policy(cells), uniform_policy(played.following >= 0)
    reached, _ = played.propagate(*(players if own == 0 else players[::-1]))
    asked = np.flatnonzero((reached > 0) & (played.seat == own) & (played.results == GOES_ON))
    after = np.unique(played.following[asked])
    return asked, after[after >= 0].astype(np.intp)


def _numbers(values: NDArray) -> str:
    return "".join(_NUMBERS[np.asarray(values, np.intp)])
