"""Export an agent as a JSON object that any program can read, see docs/agents.md."""

from typing import Any

import numpy as np
import pandas as pd

from tttcore.games.classic import CELLS, enumerate_states
from tttcore.games.tables import to_digits
from tttcore.players.agent_registry import board_name, describe_agent
from tttcore.players.policy import GOES_ON, game, unpacked

FORMAT = 1


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
        exported["beads"] = _beads(row["beads"], exported["marks"])
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
    places = np.flatnonzero(cells.any(axis=1) & (game(dead=False).results == GOES_ON))
    boards = _boards()
    return {boards[place]: "".join(map(str, np.flatnonzero(cells[place]))) for place in places}


def _beads(beads: list[int], marks: dict[str, str]) -> dict[str, list[int]]:
    """Beads of each of the agent's cells, in the order of `marks`, by board."""
    numbers = dict(zip(_boards(), np.asarray(beads).reshape(-1, CELLS).tolist(), strict=True))
    return {board: [numbers[board][int(cell)] for cell in cells] for board, cells in marks.items()}


def _boards() -> list[str]:
    return to_digits(enumerate_states().positions)
