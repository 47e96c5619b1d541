"""Storage of the tables of positions and states of 3x3."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from tttcore.games.classic import CELLS, SYMMETRIES, StateTables
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON, OPEN
from tttcore.pipeline import store
from tttcore.pipeline.schema import Schema

if TYPE_CHECKING:
    import pandas as pd

STORED = (OPEN, CROSS_WON, NOUGHT_WON, DRAWN)
"""Outcomes in the order of their numbers in stored tables, which begin with 0."""
_NEXT = [f"next_{cell}" for cell in range(CELLS)]
_CELLS = [f"cell_{cell}" for cell in range(CELLS)]

SCHEMAS = {
    name: Schema(name, pa.schema(columns))
    for name, columns in {
        "states": [
            ("state", pa.int16()),
            ("board", pa.string()),  # nine digits of the representative: 0 empty, 1 X, 2 O
            ("ply", pa.int8()),
            ("outcome", pa.int8()),  # 0 open, 1 X won, 2 O won, 3 drawn
            ("positions", pa.int8()),  # number of positions of the state
            *((column, pa.int16()) for column in _NEXT),
        ],
        "positions": [
            ("position", pa.int16()),
            ("board", pa.string()),
            ("state", pa.int16()),
            ("symmetry", pa.int8()),
            *((column, pa.int16()) for column in _NEXT),
        ],
        "symmetries": [("symmetry", pa.int8()), *((column, pa.int8()) for column in _CELLS)],
    }.items()
}
"""Schemas of the tables of states, positions and symmetries, by file name."""


def write_tables(tables: StateTables, folder: str | Path, *, provenance: Mapping[str, Any]) -> None:
    """Write ``states``, ``positions`` and ``symmetries`` as Parquet into `folder`."""
    import pandas as pd  # noqa: PLC0415 - those who read go without

    columns = {
        "states": {
            "state": np.arange(len(tables.states), dtype=np.int16),
            "board": to_digits(tables.states),
            "ply": tables.plies.astype(np.int8),
            "outcome": stored_outcomes(tables.outcomes).astype(np.int8),
            "positions": tables.orbits.astype(np.int8),
            **dict(zip(_NEXT, tables.next_state.T, strict=True)),
        },
        "positions": {
            "position": np.arange(len(tables.positions), dtype=np.int16),
            "board": to_digits(tables.positions),
            "state": tables.state_of,
            "symmetry": tables.symmetry_of,
            **dict(zip(_NEXT, tables.next_position.T, strict=True)),
        },
        "symmetries": {
            "symmetry": np.arange(len(SYMMETRIES), dtype=np.int8),
            **dict(zip(_CELLS, SYMMETRIES.astype(np.int8).T, strict=True)),
        },
    }
    for name, schema in SCHEMAS.items():
        table = pd.DataFrame(columns[name])
        store.write(Path(folder) / f"{name}.parquet", table, schema=schema, provenance=provenance)


def write_state_list(tables: StateTables, path: str | Path) -> None:
    """Write all states as text, a line of nine digits each, in the order of the genes of a genome."""
    lines = (" ".join(map(str, board)) + "\n" for board in tables.states.tolist())
    with store.atomic(path) as partial:
        partial.write_text("".join(lines), encoding="utf-8")


def read_tables(folder: str | Path) -> StateTables:
    """Read the tables that `write_tables` wrote.

    Raises
    ------
    StoreError
        If a file is missing or damaged, or its symmetries differ from those of this version.
    """
    states, positions, symmetries = (
        store.read_arrow(Path(folder) / f"{name}.parquet", schema=schema) for name, schema in SCHEMAS.items()
    )
    if not np.array_equal(_matrix(symmetries, _CELLS), SYMMETRIES):
        raise store.StoreError(f"{Path(folder) / 'symmetries.parquet'}: other symmetries than this version's")
    return StateTables(
        positions=from_digits(positions["board"].to_pylist()),
        state_of=_matrix(positions, ["state"]).ravel(),
        symmetry_of=_matrix(positions, ["symmetry"]).ravel(),
        next_position=_matrix(positions, _NEXT),
        states=from_digits(states["board"].to_pylist()),
        outcomes=np.array(STORED, np.int8)[_matrix(states, ["outcome"]).ravel()],
        next_state=_matrix(states, _NEXT),
    )


def stored_outcomes(outcomes: NDArray[np.int8]) -> NDArray[np.uint8]:
    """Numbers of outcomes in stored tables, see `STORED`."""
    return np.array([STORED.index(outcome) for outcome in outcomes.tolist()], np.uint8)


def _matrix(table: pa.Table, columns: list[str]) -> NDArray[Any]:
    """(rows, columns) array of some columns of equal type."""
    return np.column_stack([np.from_dlpack(table[column].combine_chunks()) for column in columns])


def to_digits(rows: NDArray[np.uint8]) -> list[str]:
    """Text of each row of an (n, k) array of single digits."""
    return [row.tobytes().decode() for row in (rows + np.uint8(ord("0"))).astype(np.uint8)]


def from_digits(texts: "pd.Series[str] | Sequence[str]") -> NDArray[np.uint8]:
    """(n, k) array of the digits of n texts of equal length, the inverse of `to_digits`."""
    rows = np.frombuffer("".join(texts).encode(), np.uint8).reshape(len(texts), -1)
    return rows - np.uint8(ord("0"))
