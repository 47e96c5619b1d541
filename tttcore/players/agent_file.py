"""JSON format of agents, for exchange with other programs, see docs/reference/agents.md."""

import json
import math
import reprlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeGuard, cast

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, enumerate_states
from tttcore.games.hypercube import Hypercube
from tttcore.games.position import OPEN, SEAT_INDICES, Seat
from tttcore.games.tables import to_digits
from tttcore.pipeline.files import read_text
from tttcore.players.agent_registry import board_name, describe_agent
from tttcore.players.agent_table import CLASSIC
from tttcore.players.policy import MOST_BEADS, CellSets, game, packed, unpacked

FORMAT = 1
MOST_LINES = 100_000
"""Maximal number of lines of a board."""
LARGEST_WEIGHT = 10**15
"""Greatest absolute value of a weight, so that sums over lines fit into 64 bits."""


def export_agent(row: "pd.Series[Any]") -> dict[str, Any]:
    """Content of a row of the table of ``agents`` as a JSON object, keyed by boards; empty fields are omitted."""
    exported: dict[str, Any] = {
        "format": FORMAT,
        "agent": row["agent"],
        "what": describe_agent(row),
        "game": board_name(row),
        "edge": int(row["edge"]),
        "dimensions": int(row["dimensions"]),
        "seat": row["seat"],
    }
    if row["unit"]:
        exported |= {"step": int(row["step"]), "unit": row["unit"], "last": bool(row["last"])}
    if len(row["cells"]):
        exported["marks"] = _marks(row["cells"])
    if len(row["beads"]):
        exported["beads"] = _exported_beads(row["beads"], exported["marks"])
    if row["genome"]:
        exported["genome"] = row["genome"]
    if len(row["estimates"]):
        exported["estimates"] = dict(zip(_boards()[1:], np.asarray(row["estimates"])[1:].tolist(), strict=True))
    if len(row["weights"]):
        own, theirs = np.split(np.asarray(row["weights"]), 2)
        exported["weights"] = {"own": own.tolist(), "theirs": theirs.tolist()}
    return exported


def _marks(sets: list[int]) -> dict[str, str]:
    """Cells among which the agent draws, a digit each, by board, where it is to move."""
    cells = unpacked(np.asarray(sets, np.uint16))
    places = np.flatnonzero(cells.any(axis=1) & (game(dead=False).results == OPEN))
    boards = _boards()
    return {boards[place]: "".join(map(str, np.flatnonzero(cells[place]))) for place in places}


def _exported_beads(beads: list[int], marks: dict[str, str]) -> dict[str, list[int]]:
    """Beads of each of the agent's cells, in the order of `marks`, by board."""
    numbers = dict(zip(_boards(), np.asarray(beads).reshape(-1, CELLS).tolist(), strict=True))
    return {board: [numbers[board][int(cell)] for cell in cells] for board, cells in marks.items()}


def _boards() -> list[str]:
    return to_digits(enumerate_states().positions)


def import_agent(file: Path) -> dict[str, Any]:
    """Read what is needed to play against an agent.

    Returns
    -------
    agent, game, edge, dimensions, seat, cells, beads, weights : as in the table of ``agents``, see `agent_table`.

    Raises
    ------
    ValueError
        If the file isn't such an object; the message names the file and the key.
    """
    if not file.exists():
        raise ValueError(f"{file}: no such file; `ttt export AGENT -o {file}` writes one")
    text = read_text(file)
    try:
        exported = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{file}: not JSON: {error}") from None
    try:
        return _agent(exported)
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def _agent(exported: object) -> dict[str, Any]:
    if not isinstance(exported, dict) or exported.get("format") != FORMAT:
        raise ValueError(f"no agent of format {FORMAT}, as `ttt export` writes it")
    edge, dimensions = (_whole_number(exported, name) for name in ("edge", "dimensions"))
    board = Hypercube(edge, dimensions)
    if board.line_count > MOST_LINES:
        raise ValueError(f"edge and dimensions: a board of {board.line_count:,} lines; allowed: up to {MOST_LINES:,}")
    seat: Any = exported.get("seat")
    if not isinstance(seat, str) or seat not in SEAT_INDICES:
        raise ValueError(f"seat: {seat!r}; allowed: {', '.join(SEAT_INDICES)}")
    is_classic = (edge, dimensions) == CLASSIC
    cells = _cells(exported, SEAT_INDICES[cast(Seat, seat)]) if is_classic else np.empty(0, np.uint16)
    return {
        "agent": str(exported.get("agent", "")),
        "game": "3x3" if is_classic else "lattice",
        "edge": edge,
        "dimensions": dimensions,
        "seat": seat,
        "cells": cells,
        "beads": _beads(exported, cells) if is_classic and "beads" in exported else np.empty(0, np.uint16),
        "weights": np.empty(0, np.int64) if is_classic else _weights(exported, edge),
    }


def _whole_number(exported: Mapping[str, Any], name: str) -> int:
    number = exported.get(name)
    if not _is_whole(number, -math.inf, math.inf):
        raise ValueError(f"{name}: {number!r}; allowed: a whole number")
    return number


def _is_whole(number: object, low: float, high: float) -> TypeGuard[int]:
    return isinstance(number, int) and not isinstance(number, bool) and low <= number <= high


def _cells(exported: Mapping[str, Any], seats: tuple[int, ...]) -> CellSets:
    """Cells among which the agent draws, from a digit each by board; there must be some wherever it is to move."""
    marks = exported.get("marks")
    if not isinstance(marks, dict):
        raise ValueError(f"marks: {_shown(marks)}; allowed: an object of boards and cells")
    boards, tables = to_digits(enumerate_states().positions), game(dead=False)
    free = tables.successors >= 0
    cells = np.zeros((len(boards), CELLS), np.bool_)
    to_move = free.any(axis=1) & np.isin(tables.seat, seats)
    for place in np.flatnonzero(to_move):
        digits = marks.get(boards[place])
        if not isinstance(digits, str) or not digits:
            raise ValueError(f"marks: none for the board {boards[place]}; allowed: all on which the agent is to move")
        chosen = [cell for cell in range(CELLS) if str(cell) in digits]
        if len(chosen) != len(digits) or not free[place, chosen].all():
            raise ValueError(f"marks: {digits!r} for the board {boards[place]}; allowed: free cells, a digit each")
        cells[place, chosen] = True
    return packed(cells)


def _beads(exported: Mapping[str, Any], sets: CellSets) -> NDArray[np.uint16]:
    """(5478 * 9,) beads of each cell, 0 where the agent doesn't draw; for every board that has marks, one for each."""
    given, boards = exported["beads"], to_digits(enumerate_states().positions)
    if not isinstance(given, dict):
        raise ValueError(f"beads: {_shown(given)}; allowed: an object of boards and lists of numbers")
    beads, cells = np.zeros((len(boards), CELLS), np.uint16), unpacked(sets)
    for place in np.flatnonzero(sets):
        numbers, drawn = given.get(boards[place]), exported["marks"][boards[place]]
        if (
            not isinstance(numbers, list)
            or len(numbers) != len(drawn)
            or not all(_is_whole(each, 1, MOST_BEADS) for each in numbers)
        ):
            raise ValueError(
                f"beads: {numbers!r} for the board {boards[place]}; allowed: {len(drawn)} whole numbers, one for each "
                f"of its marks, from 1 to {MOST_BEADS:,}"
            )
        beads[place, [int(cell) for cell in drawn]] = numbers
    assert ((beads > 0) == cells).all()
    return beads.ravel()


def _shown(value: object) -> str:
    return "missing" if value is None else reprlib.repr(value)


def _weights(exported: Mapping[str, Any], edge: int) -> NDArray[np.int64]:
    """Weights of lines with own marks, then with the opponent's."""
    weights = exported.get("weights")
    numbers: list[int] = []
    for name in ("own", "theirs"):
        part = weights.get(name) if isinstance(weights, dict) else None
        if (
            not isinstance(part, list)
            or len(part) != edge
            or not all(_is_whole(each, -LARGEST_WEIGHT, LARGEST_WEIGHT) for each in part)
        ):
            allowed = f"{edge} whole numbers, from -10^15 to 10^15"
            raise ValueError(f"weights: {name}: {_shown(part)}; allowed: {allowed}")
        numbers += part
    return np.array(numbers, np.int64)
