"""Tables 1 and 2 in the document's sense: what each experiment was, and how the playing space grows."""

from collections.abc import Mapping
from typing import Any

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.games.lattice import Lattice

CAPTIONS = {
    "boards": "Table 2 in its sense: cells and lines by dimensions and edge length",
    "parameters": "Table 1 in its sense: parameters of each experiment",
}

BOARDS = (
    *((dimensions, edge) for dimensions in (2, 3, 4) for edge in (2, 3)),
    *((dimensions, 4) for dimensions in range(2, 13)),
    *((3, edge) for edge in (5, 6, 8, 10, 12, 15, 20, 30, 50, 70, 100)),
    (2, 6),
)
"""Dimensions and edge of the boards that the document speaks of, and of those beyond its limits."""


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Tables ``boards`` and ``parameters``.

    Parameters
    ----------
    recipes : parameters of the treatments, by name.
    """
    return {"boards": boards(), "parameters": parameters(recipes)}


def boards() -> pd.DataFrame:
    """A row per board: dimensions, edge, cells, lines, and lines through a corner."""
    rows = []
    for dimensions, edge in sorted(BOARDS):
        lattice = Lattice(edge, dimensions)
        rows.append((dimensions, edge, lattice.cells, lattice.line_count, lattice.lines_through(0).size))
    return pd.DataFrame(rows, columns=["dimensions", "edge", "cells", "lines", "corner_lines"])


def parameters(recipes: Mapping[str, Mapping[str, Any]]) -> pd.DataFrame:
    """A row per treatment with all keys of its recipe; operators with their own parameters."""
    rows = [
        {"treatment": name, **{key: _told(value) for key, value in recipe.items()}} for name, recipe in recipes.items()
    ]
    return pd.DataFrame(rows)


def _told(value: object) -> object:
    """A setting in words."""
    if not isinstance(value, Mapping):
        return value
    details = ", ".join(f"{key} {detail}" for key, detail in value.items() if key != "name")
    return " ".join(filter(None, [value.get("name", ""), f"({details})" if "name" in value and details else details]))
