"""Chances of cells from what a table tells of boards: cells to draw from, beads, or values of actions (a Q-table)."""

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.reading import AS_IT_IS, Reading
from tttcore.classroom.table_rows import Row, read_rows, rows_of
from tttcore.games.board_text import ALLOWED, read_board
from tttcore.games.classic import CELLS, Board, free_cells
from tttcore.games.notation import quoted
from tttcore.games.position import CROSS, NOUGHT

THE_TABLE = "the table"
"""Name of a table that isn't a file, in messages."""
LAST = CELLS - 1
MOST_BEADS = 10**9
COUNTS_FROM_1 = "Some of its cells are taken; counted from 1 none is. Moves 1 to 9? Try --count-from 1."
READ = {
    "cells": "cells",
    "beads": "matchboxes that draw by their beads",
    "q": "a Q-table, greedy with ties drawn",
    "values": "values of the board after a move for the player who has made it, greedy with ties drawn",
}
"""Kind of player that a table of each form is."""
MOVERS_VIEW = "Its boards are seen by the player to move, whose marks count as X; they are turned round for O."
APART = str.maketrans(",[]()", " " * 5)
"""Separators of numbers in a text."""
Amounts = Mapping[int, Any]
"""Entries of a table for cells, by their numbers in the file."""


class Entry(NamedTuple):
    """Chances of cells on a board.

    Attributes
    ----------
    where, text : place, and the board as it stands there.
    weights : (9,) numbers in proportion to which it draws cells; all 0 for an empty box. Of the form ``values`` the
        first is the value of the board.
    """

    where: str
    text: str
    board: Board
    weights: NDArray[np.float64]


class Table(NamedTuple):
    """Entries of a file, its form, see `reading.FORMS`, the value of what it lacks, and sentences on its reading."""

    form: str
    entries: list[Entry]
    default: float
    notes: tuple[str, ...]


def read_table(source: Path | Mapping[str, Any], reading: Reading = AS_IT_IS) -> Table:
    """Read a table of boards from a file, or from an object as a JSON file holds it.

    If neither the file nor the user names its form, a table of a list of nine numbers or an object for each board holds
    beads if all are written as whole numbers from 0, and one is greater than 1, and values of actions if one is no
    such number; one that has numbers with a decimal point for boards holds values of boards; any other holds cells, or
    beads if cells are repeated or there are none. Cells count from 0, or from 1 if there is a 9 and no 0; a note tells
    if 1 fits the boards and 0 does not. Boards may be seen by the player to move.

    Raises
    ------
    ValueError
        For what can't be read, or may be beads or values; one line names the file, the place, the value and what is
        allowed.
    """
    told = read_rows(source) if isinstance(source, Path) else rows_of(source, THE_TABLE)
    rows, named = told.rows, reading.kind or told.form
    if named == "values" or (named is None and rows and all(isinstance(row.told, float) for row in rows)):
        return _values(rows, told.default)
    numbers = all(isinstance(row.told, dict) or (isinstance(row.told, list) and len(row.told) == CELLS) for row in rows)
    by_cell = named == "q" or (numbers and named != "cells")
    amounts = [_numbers(row) if by_cell else _cells(row) for row in rows]
    form = named or (_form_of_numbers(amounts, source) if numbers else _form_of_cells(amounts))
    found = _first_number(cell for each in amounts for cell in each)
    first = found if reading.count_from is None else reading.count_from
    boards, view = _turned(_boards(rows))
    entries = []
    for row, board, each in zip(rows, boards, amounts, strict=True):
        start = 0 if by_cell and isinstance(row.told, list) else first  # a list has its cells by their places
        cells = {cell - start: amount for cell, amount in each.items()}
        if not cells.keys() <= {*range(CELLS)}:
            raise _no_cells(row, first)
        weights = _greedy(cells, board, row, told.default or 0) if form == "q" else _drawn(cells, row)
        entries.append(Entry(row.where, row.board, board, weights))
    doubt: tuple[str, ...] = ()
    if reading.count_from is None and form != "q" and first == 0:
        listed = [(entry.board, each.keys()) for entry, each in zip(entries, amounts, strict=True)]
        doubt = (COUNTS_FROM_1,) if _are_free(listed, 1) and not _are_free(listed, 0) else ()
    if form == "cells" and first == 0:
        return Table(form, entries, 0, view + doubt)
    counted = ("there is a 0 or no 9", "there is a 9 and no 0")[found]
    reason = counted if reading.count_from is None else "--count-from says so"
    note = f"Read as {READ[form]}; cells are counted from {first}, since {reason}."
    return Table(form, entries, told.default or 0, (note, *view, *doubt))


def _values(rows: list[Row], default: float | None) -> Table:
    """Table of the values of boards after a move."""
    entries = []
    for row, board in zip(rows, _boards(rows), strict=True):
        _check_value(row.told, row, "a board")
        entries.append(Entry(row.where, row.board, board, np.array([float(row.told)] + [0.0] * (CELLS - 1))))
    return Table("values", entries, default or 0, (f"Read as {READ['values']}.",))


def _boards(rows: list[Row]) -> list[Board]:
    """Boards of rows; ValueError for the first that is none."""
    boards = []
    for row in rows:
        board = read_board(row.board)
        if board is None:
            raise ValueError(f"{row.where}: {quoted(row.board)} is no board; allowed: {ALLOWED}")
        boards.append(board)
    return boards


def _turned(boards: list[Board]) -> tuple[list[Board], tuple[str, ...]]:
    """Boards as X and O mark them, and a note if the player to move sees them: never is there an X more than O."""
    surplus = {board.count(CROSS) - board.count(NOUGHT) for board in boards}
    if 1 in surplus or -1 not in surplus:
        return boards, ()
    other = {CROSS: NOUGHT, NOUGHT: CROSS}
    turned = [
        tuple(other.get(mark, mark) for mark in board) if board.count(CROSS) < board.count(NOUGHT) else board
        for board in boards
    ]
    return turned, (MOVERS_VIEW,)


def _are_free(boards: Iterable[tuple[Board, Collection[int]]], first: int) -> bool:
    """Tell whether all cells of a table are free on their boards if the first cell has this number."""
    return all({cell - first for cell in cells} <= {*free_cells(board)} for board, cells in boards)


def _form_of_numbers(amounts: list[Amounts], source: object) -> str:
    numbers = [number for each in amounts for number in each.values() if number is not None]
    if not all(isinstance(number, int) and _whole(number, MOST_BEADS) is not None for number in numbers):
        return "q"
    if numbers and max(numbers) <= 1:
        where = source if isinstance(source, Path) else THE_TABLE
        raise ValueError(f"{where}: its numbers are 0 and 1, beads or values; say which: --kind beads, or --kind q")
    return "beads"


def _form_of_cells(amounts: list[Amounts]) -> str:
    return "cells" if all(each and set(each.values()) == {1} for each in amounts) else "beads"


def _first_number(cells: Iterable[int]) -> int:
    found = set(cells)
    return 1 if CELLS in found and 0 not in found else 0


def _whole(number: object, greatest: int) -> int | None:
    """Whole number from 0 to a greatest one, also if it is written as ``8.0``; None for anything else."""
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 <= number <= greatest:
        return None
    return int(number) if number == int(number) else None


def _cells(row: Row) -> Amounts:
    """Times that each cell is there, from a number, a list of numbers, or a text of digits or of numbers apart."""
    listed = row.told if isinstance(row.told, list) else [row.told]
    if isinstance(row.told, str):
        plain = row.told.strip().removesuffix(".0")
        listed = [*map(_spelt, plain if plain.isdecimal() else plain.translate(APART).split() or "-")]
    cells = [_whole(cell, CELLS) for cell in listed]
    if None in cells:
        raise _no_cells(row)
    return Counter(cell for cell in cells if cell is not None)


def _spelt(word: str) -> Any:
    return float(word) if word.isascii() and word.removesuffix(".0").isdecimal() else word


def _numbers(row: Row) -> Amounts:
    """Numbers of cells, from a list of nine or an object."""
    if isinstance(row.told, list) and len(row.told) == CELLS:
        return dict(enumerate(row.told))
    if not isinstance(row.told, dict):
        raise ValueError(f"{row.where}: {_shown(row.told)}; allowed: nine numbers, or an object of cells and numbers")
    numbers = {}
    for key, number in row.told.items():
        cell = _whole(_spelt(_of_place(key.strip())), CELLS)
        if cell is None:
            raise ValueError(f"{row.where}: {quoted(key)} is no cell; allowed: 0 to {LAST}, or 1 to {CELLS}")
        numbers[cell] = number
    return numbers


def _of_place(key: str) -> str:
    """Number of the cell in a row and a column, such as ``(1, 2)``; any other key as it is."""
    found = re.fullmatch(r"\(?([0-2]), ?([0-2])\)?", key)
    return str(3 * int(found[1]) + int(found[2])) if found else key


def _drawn(told: Amounts, row: Row) -> NDArray[np.float64]:
    """Weights by numbers of beads."""
    weights = np.zeros(CELLS)
    for cell, number in told.items():
        beads = 0 if number is None else _whole(number, MOST_BEADS)
        if beads is None:
            raise ValueError(f"{row.where}: {_shown(number)} beads; allowed: a whole number from 0 to {MOST_BEADS:,}")
        weights[cell] = beads
    return weights


def _greedy(told: Amounts, board: Board, row: Row, default: float) -> NDArray[np.float64]:
    """Equal weights of the free cells of the greatest value, the default's for those without; others don't matter."""
    values = {cell: default if told.get(cell) is None else told[cell] for cell in free_cells(board)}
    for value in values.values():
        _check_value(value, row, "a free cell")
    greatest = max(values.values(), default=0)
    return np.array([float(values.get(cell) == greatest) for cell in range(CELLS)])


def _check_value(value: Any, row: Row, of: str) -> None:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < math.inf:
        raise ValueError(f"{row.where}: {_shown(value)} as the value of {of}; allowed: a finite number")


def _no_cells(row: Row, first: int = 0) -> ValueError:
    return ValueError(
        f"{row.where}: {_shown(row.told)} are no cells; allowed: one or more of {first} to {LAST + first}"
    )


def _shown(told: object) -> str:
    """Value as it stands in a JSON file, or a text as it is, shortened."""
    return quoted(told if isinstance(told, str) else json.dumps(told, ensure_ascii=False))
