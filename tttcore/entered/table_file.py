"""Read a table of 3x3 from a JSON or CSV file: the cell, or the cells, that a player marks on each board."""

import json
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tttcore.entered.entrant import Entrant, fault_of
from tttcore.entered.exact_entrant import exact_entrant
from tttcore.games.classic import CELLS, CROSS, EMPTY, NOUGHT, enumerate_states
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.pipeline.text import read_csv, read_text
from tttcore.play.notation import quoted
from tttcore.players.policy import GOES_ON, game

KIND = "table"
MARKS = {**dict.fromkeys("0.-_ ", EMPTY), **dict.fromkeys("1Xx", CROSS), **dict.fromkeys("2Oo", NOUGHT)}
"""Signs of a board's nine characters."""
COLUMNS = ("board", "cells")
ALLOWED = "nine characters, X (or 1), O (or 2) and . (or 0)"
Entry = tuple[str, str, Any]
"""Where an entry stands, its board, and its cells."""


def table_entrant(path: Path, name: str, seat: Seat | None = None) -> Entrant:
    """Read a table; a player forfeits where it has no entry, or one with a taken cell, and otherwise draws uniformly.

    JSON is one object of boards and cells: a number, a list of numbers, or a text of digits. CSV has the columns of
    `COLUMNS`, cells as digits or numbers between spaces. Boards on which no game goes on are ignored, and a note
    tells of those that can't occur.

    Parameters
    ----------
    seat : the seats in which it plays; by default those to which its boards belong.

    Raises
    ------
    ValueError
        For a file that is no such table, a board or cells that can't be read, or a board that is there twice; one line
        names the file, the place, the value and what is allowed.
    """
    entries = _json_entries(path) if path.suffix.lower() == ".json" else _csv_entries(path)
    return _entrant(path, name, seat, entries)


def _entrant(path: Path, name: str, seat: Seat | None, entries: Iterable[Entry]) -> Entrant:
    played, positions = game(dead=False), enumerate_states().position_index
    policy, faults = np.zeros((played.results.size, CELLS)), dict[int, str]()
    seen: dict[tuple[int, ...], str] = {}
    impossible: list[str] = []
    for where, text, told in entries:
        board = _board(text, where)
        if board in seen:
            raise ValueError(f"{where}: the board {text} is there twice, also in {seen[board]}; allowed: once")
        seen[board] = where
        cells, place = _cells(told, where), positions.get(board)
        if place is None:
            impossible.append(text)
        if place is None or played.results[place] != GOES_ON:
            continue
        wrong = next(filter(None, (fault_of(place, cell) for cell in cells)), None)
        if wrong is None:
            policy[place, cells] = 1 / len(cells)
        else:
            faults[place] = wrong
    known = [*np.flatnonzero(policy.any(axis=1)).tolist(), *faults]
    if not known:
        raise ValueError(f"{path}: no board on which a game goes on; allowed: boards of {ALLOWED}")
    seats = SEAT_INDICES[seat] if seat else tuple(sorted({int(played.seat[place]) for place in known}))
    entrant = exact_entrant(name, KIND, seats, policy, faults)
    if not impossible:
        return entrant
    told = f"{len(impossible):,} of its boards can't occur in a game and are ignored, such as {quoted(impossible[0])}."
    return replace(entrant, notes=(told,))


def _json_entries(path: Path) -> Iterator[Entry]:
    text = read_text(path)
    try:
        pairs = json.loads(text, object_pairs_hook=list)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"{path}: not JSON: {error}") from None
    if not isinstance(pairs, list) or not all(isinstance(pair, tuple) for pair in pairs):
        raise ValueError(f'{path}: no JSON object of boards and cells, such as {{"X...O....": 8}}')
    for board, cells in pairs:
        yield f"{path}, board {quoted(board)}", board, cells


def _csv_entries(path: Path) -> Iterator[Entry]:
    table = read_csv(path, COLUMNS)
    for line, board, cells in table.itertuples():
        yield f"{path}, line {line}", board, cells


def _board(text: str, where: str) -> tuple[int, ...]:
    if len(text) != CELLS or not set(text) <= set(MARKS):
        raise ValueError(f"{where}: {quoted(text)} is no board; allowed: {ALLOWED}")
    return tuple(MARKS[sign] for sign in text)


def _cells(told: object, where: str) -> list[int]:
    """Different cells, ascending."""
    if isinstance(told, str):
        words = told.split() if " " in told.strip() else list(told.strip())
        told = [int(word) if word.isascii() and word.isdecimal() and len(word) == 1 else word for word in words]
    cells = told if isinstance(told, list) else [told]
    right = {cell for cell in cells if isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell < CELLS}
    if not cells or len(right) < len(cells):
        raise ValueError(
            f"{where}: {quoted(str(told))} are no cells; allowed: one or more of 0 to {CELLS - 1}, each once"
        )
    return sorted(right)
