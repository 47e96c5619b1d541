"""Players of 3x3 from a table of boards: cells to draw from, matchboxes, or a Q-table."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.entrant import Entrant, exact_entrant, fault_of
from tttcore.classroom.table_forms import Entry, Table, read_table
from tttcore.games.board_text import ALLOWED, is_shortened
from tttcore.games.classic import CELLS, INVERSES, SYMMETRIES, enumerate_states
from tttcore.games.notation import quoted
from tttcore.games.position import OPEN, SEAT_INDICES, Seat
from tttcore.players.policy import game

KINDS = {"cells": "table", "beads": "matchboxes", "q": "Q-table"}
"""Kind of player by the form of its table."""
EMPTY_BOX, NO_VALUE = "its box is empty, so it resigns", "the table has no value of a free cell"
Weights = dict[int, NDArray[np.float64]]
"""Numbers in proportion to which cells are drawn, by position."""


def table_entrant(path: Path, name: str, seat: Seat | None = None, *, count_from: int | None = None) -> Entrant:
    """Player of a table, see `table_forms.read_table`.

    It forfeits where it has no entry, one with a taken cell, or an empty box. If no two boards are symmetric, it plays
    on turned and mirrored boards as on these. Matchboxes need no entry where one cell is free. Boards on which no game
    goes on are ignored, and a note tells of those that can't occur.

    Parameters
    ----------
    seat : the seats in which it plays; by default those to which its boards belong.
    count_from : see `table_forms.read_table`.

    Raises
    ------
    ValueError
        For a file that is no such table, a board or cells that can't be read, or a board that is there twice; one line
        names the file, the place, the value and what is allowed.
    """
    table, played = read_table(path, count_from), game(dead=False)
    _check_twice(table.entries)
    weights = _of_open_positions(table.entries)
    if not weights:
        raise ValueError(f"{path}: no board on which a game goes on; allowed: boards of {ALLOWED}")
    seats = SEAT_INDICES[seat] if seat else tuple(sorted({int(played.seat[place]) for place in weights}))
    images = _images(weights)
    forced = _forced() if table.form == "beads" else {}
    policy, faults = _policy({**forced, **images, **weights}, NO_VALUE if table.form == "q" else EMPTY_BOX)
    entrant = exact_entrant(name, KINDS[table.form], seats, policy, faults)
    return replace(entrant, notes=_notes(table, mirrored=bool(images)))


def _check_twice(entries: list[Entry]) -> None:
    seen: dict[tuple[int, ...], str] = {}
    for where, text, board, _ in entries:
        if board in seen:
            raise ValueError(f"{where}: the board {quoted(text)} is there twice, also in {seen[board]}; allowed: once")
        seen[board] = where


def _of_open_positions(entries: list[Entry]) -> Weights:
    results, positions = game(dead=False).results, enumerate_states().position_index
    placed = ((positions.get(entry.board), entry.weights) for entry in entries)
    return {place: weights for place, weights in placed if place is not None and results[place] == OPEN}


def _images(weights: Weights) -> Weights:
    """Weights in all further positions that are images of those of a table, none if two of these are symmetric."""
    tables = enumerate_states()
    listed = {int(tables.state_of[place]): place for place in weights}
    if len(listed) < len(weights):
        return {}
    images = {}
    for state, place in listed.items():
        back = INVERSES[tables.symmetry_of[place]]
        for image in np.flatnonzero(tables.state_of == state).tolist():
            if image != place:
                images[image] = weights[place][back[SYMMETRIES[tables.symmetry_of[image]]]]
    return images


def _forced() -> Weights:
    """Weights where one cell is free."""
    free = game(dead=False).successors >= 0
    return {place: free[place].astype(np.float64) for place in np.flatnonzero(free.sum(axis=1) == 1).tolist()}


def _policy(weights: Weights, if_none: str) -> tuple[NDArray[np.float64], Mapping[int, str]]:
    """(5478, 9) chances, and reasons why there are none."""
    policy, faults = np.zeros((game(dead=False).results.size, CELLS)), dict[int, str]()
    for place, each in weights.items():
        wrong = next(filter(None, (fault_of(place, int(cell)) for cell in np.flatnonzero(each))), None)
        if wrong is None and each.any():
            policy[place] = each / each.sum()
        else:
            faults[place] = wrong or if_none
    return policy, faults


def _notes(table: Table, *, mirrored: bool) -> tuple[str, ...]:
    """Sentences on how a table was read."""
    positions = enumerate_states().position_index
    notes = [table.note] if table.note else []
    if mirrored:
        notes.append("No two of its boards are symmetric, so it plays on turned and mirrored boards as on these.")
    if short := [entry.text for entry in table.entries if is_shortened(entry.text)]:
        told = f"{len(short):,} of its boards have fewer than nine digits and got their leading zeros back"
        notes.append(f"{told}, such as {quoted(short[0])} as {quoted(short[0].strip().zfill(CELLS))}.")
    if impossible := [entry.text for entry in table.entries if entry.board not in positions]:
        told = f"{len(impossible):,} of its boards can't occur in a game and are ignored"
        notes.append(f"{told}, such as {quoted(impossible[0])}.")
    return tuple(notes)
