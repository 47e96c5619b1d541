"""Tables 1 and 2 of the document: parameters of each experiment, and sizes of the playing space."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.games.hypercube import Hypercube
from tttcore.pipeline.rng import stream
from tttcore.studies.post1999.ceiling import ceilings

CAPTIONS = {
    "boards": "After Table 2: cells and lines by dimensions and edge length",
    "parameters": "After Table 1: parameters of each experiment",
    "ceilings": "Average lifeScore of a family that always beats the other and never draws, in 20 simulated families, "
    "by what the average may be taken over (95% intervals)",
}

BOARDS = (
    *((dimensions, edge) for dimensions in (2, 3, 4) for edge in (2, 3)),
    *((dimensions, 4) for dimensions in range(2, 13)),
    *((3, edge) for edge in (5, 6, 8, 10, 12, 15, 20, 30, 50, 70, 100)),
    (2, 6),
)
"""Dimensions and edge of the boards that the document mentions, and of some beyond its limits."""
FAMILIES = ((1, 9), (5, 5))
"""Static and evolving Genies of the document's two designs."""
GAMES_OF_A_GENERATION = (30, 300)
"""Two readings: 30 games in all, and 30 for each Genie."""


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Compute the tables ``boards``, ``parameters`` and ``ceilings``.

    Parameters
    ----------
    recipes : parameters of each treatment, by name.
    """
    rng = stream(seed, "post1999", "ceilings")
    return {
        "boards": boards(),
        "parameters": parameters(recipes),
        "ceilings": ceilings(FAMILIES, GAMES_OF_A_GENERATION, rng),
    }


def boards() -> pd.DataFrame:
    """Sizes of boards, a row each: dimensions, edge, cells, lines, and lines through a corner."""
    rows = []
    for dimensions, edge in sorted(BOARDS):
        board = Hypercube(edge, dimensions)
        rows.append((dimensions, edge, board.cells, board.line_count, board.lines_through(0).size))
    return pd.DataFrame(rows, columns=["dimensions", "edge", "cells", "lines", "corner_lines"])


def parameters(recipes: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """Parameters, a row per treatment with all keys of its recipe; operators as text."""
    rows = [
        {"treatment": name, **{key: _as_text(value) for key, value in recipe.items()}}
        for name, recipe in recipes.items()
    ]
    return pd.DataFrame(rows)


def _as_text(value: object) -> object:
    """Setting as text: an operator's name and its parameters in brackets."""
    if not isinstance(value, Mapping):
        return value
    details = ", ".join(f"{key} {detail}" for key, detail in value.items() if key != "name")
    return " ".join(filter(None, [value.get("name", ""), f"({details})" if "name" in value and details else details]))
