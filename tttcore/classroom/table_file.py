"""Players of 3x3 from a table of boards: cells to draw from, matchboxes, or a Q-table."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.entrant import Entrant, exact_entrant, fault_of, positions_to_meet
from tttcore.classroom.playing import baseline, meet_in
from tttcore.classroom.reading import AS_IT_IS, Reading
from tttcore.classroom.table_forms import THE_TABLE, Entry, Table, read_table
from tttcore.games.board_text import ALLOWED, is_shortened
from tttcore.games.classic import CELLS, INVERSES, SYMMETRIES, enumerate_states
from tttcore.games.notation import quoted
from tttcore.games.position import OPEN, SEAT_INDICES, SEATS, Seat
from tttcore.players.policy import game, uniform_policy

KINDS = {"cells": "table", "beads": "matchboxes", "q": "Q-table", "values": "table of values"}
"""Kind of player by the form of its table."""
EMPTY_BOX = "its box is empty, so it resigns"
TURNED = "turned and mirrored boards as on these"
DOES = {"uniform": "it draws any free cell", "first": "it marks the first free cell", "resign": "it resigns"}
"""Play on boards that a table lacks, in words, by `Reading.missing`."""
Weights = dict[int, NDArray[np.float64]]
"""Numbers in proportion to which cells are drawn, by position."""


def table_entrant(
    source: Path | Mapping[str, Any], name: str, seat: Seat | None = None, reading: Reading = AS_IT_IS
) -> Entrant:
    """Player of a table, see `table_forms.read_table`.

    It forfeits where its entry is a taken cell, or an empty box. Matchboxes need no entry where one cell is free.
    Boards on which no game goes on are ignored, and notes tell of those that can't occur, and of those that it can meet
    and the table lacks.

    Parameters
    ----------
    seat : the seats in which it plays; by default those to which its boards belong.

    Raises
    ------
    ValueError
        For a file that is no such table, a board or cells that can't be read, or a board that is there twice; one line
        names the file, the place, the value and what is allowed.
    """
    table, played = read_table(source, reading), game(dead=False)
    _check_twice(table.entries)
    after = table.form == "values"
    listed = _of_values(table) if after else _of_open_positions(table.entries)
    if not listed:
        where = source if isinstance(source, Path) else THE_TABLE
        raise ValueError(f"{where}: no board on which a game goes on; allowed: boards of {ALLOWED}")
    seats = SEAT_INDICES[seat] if seat else tuple(sorted({int(played.seat[place]) for place in listed}))
    images = {} if after or reading.turned is False else _images(listed, asked=bool(reading.turned))
    forced = _forced() if table.form == "beads" else {}
    weights = {**forced, **images, **listed}
    policy, faults = _policy(weights, EMPTY_BOX)
    known = np.zeros(len(policy), np.bool_)
    known[[*weights]] = True
    missing = reading.missing or ("resign" if table.form == "cells" else "uniform")
    filled = _filled(policy, known, missing)
    entrant = exact_entrant(name, KINDS[table.form], seats, filled, faults)
    notes = [*table.notes, *_notes(table, mirrored=bool(images) and reading.turned is None)]
    if lacking := sum(int(np.count_nonzero(positions_to_meet(filled, own) & ~known)) for own in seats):
        other = "resign" if missing != "resign" else "uniform"
        instead = exact_entrant(name, "", seats, _filled(policy, known, other), faults)
        notes.append(_of_missing(lacking, missing, other, entrant, instead))
    return replace(entrant, notes=tuple(notes))


def _filled(policy: NDArray[np.float64], known: NDArray[np.bool_], missing: str) -> NDArray[np.float64]:
    """Policy with what a player does in all positions that aren't `known`, see `Reading.missing`."""
    free = (game(dead=False).successors >= 0) & ~known[:, None]
    if missing == "first":
        free &= free.cumsum(axis=1) == 1
    return policy + uniform_policy(free) * (missing != "resign")


def _of_missing(number: int, missing: str, other: str, entrant: Entrant, instead: Entrant) -> str:
    """Sentence on the boards that a table lacks, and on what it would get if it did something else there."""
    seat = entrant.seats[0]
    points = [meet_in(seat, each, baseline("random")).points(seat) for each in (entrant, instead)]
    told = f"{number:,} of the boards that it can meet are missing; there {DOES[missing]} (--missing {missing})"
    compared = f"{points[0]:.3f} points as the {SEATS[seat]} player against random moves, and {points[1]:.3f}"
    return f"{told}. It gets {compared} with --missing {other}."


def _of_values(table: Table) -> Weights:
    """Weights by the values of the boards after each move, where a move leads to a board of the table."""
    played, positions = game(dead=False), enumerate_states().position_index
    values = np.full(len(played.results), np.nan)
    for entry in table.entries:
        if entry.board in positions:
            values[positions[entry.board]] = entry.weights[0]
    following = np.where(played.successors >= 0, values[played.successors], np.nan)
    found = {}
    for place in np.flatnonzero(~np.isnan(following).all(axis=1)).tolist():
        free = played.successors[place] >= 0
        of_cells = np.where(free, np.where(np.isnan(following[place]), table.default, following[place]), -np.inf)
        found[place] = (of_cells == of_cells.max()).astype(np.float64)
    return found


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


def _images(weights: Weights, *, asked: bool) -> Weights:
    """Weights in further positions, images of those of a table; none if two are symmetric, unless `asked`."""
    tables = enumerate_states()
    listed = {int(tables.state_of[place]): place for place in weights}
    if len(listed) < len(weights) and not asked:
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
    notes = []
    if mirrored:
        notes.append(f"No two of its boards are symmetric, so it plays on {TURNED} (--no-turn: not).")
    if short := [entry.text for entry in table.entries if is_shortened(entry.text)]:
        told = f"{len(short):,} of its boards have fewer than nine digits and got their leading zeros back"
        notes.append(f"{told}, such as {quoted(short[0])} as {quoted(short[0].strip().zfill(CELLS))}.")
    if impossible := [entry.text for entry in table.entries if entry.board not in positions]:
        told = f"{len(impossible):,} of its boards can't occur in a game and are ignored"
        notes.append(f"{told}, such as {quoted(impossible[0])}.")
    return tuple(notes)
