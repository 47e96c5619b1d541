"""Enter players of 3x3 from files: Python, the command of a program, a table of boards, a genome, an exported agent."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from tttcore.classroom.asking import Answers, ask_everywhere
from tttcore.classroom.entrant import Entrant, Limits, exact_entrant, fault_of, printable, stored_entrant
from tttcore.classroom.program import Program, ask_program
from tttcore.classroom.python_file import PythonFile
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.genetic_algorithm.players.recorded import RecordedGenomes, StateList
from tttcore.games.classic import CELLS, CROSS, EMPTY, NOUGHT, enumerate_states
from tttcore.games.notation import quoted
from tttcore.games.position import OPEN, SEAT_INDICES, Seat
from tttcore.pipeline.files import read_text
from tttcore.pipeline.table_files import csv_rows, read_csv
from tttcore.players.agent_file import import_agent
from tttcore.players.policy import game, uniform_policy

PYTHON, COMMAND, JSON, CSV = ".py", ".command", ".json", ".csv"
SUFFIXES = (PYTHON, COMMAND, JSON, CSV)
"""Suffixes of files that hold a player."""
MARKS = {**dict.fromkeys("0.-_ ", EMPTY), **dict.fromkeys("1Xx", CROSS), **dict.fromkeys("2Oo", NOUGHT)}
"""Signs of a board's nine characters."""
COLUMNS = ("board", "cells")
ALLOWED = "nine characters, X (or 1), O (or 2) and . (or 0)"
Entry = tuple[str, str, Any]
"""Where an entry stands, its board, and its cells."""


def enter_file(
    path: Path,
    limits: Limits,
    *,
    seat: Seat | None = None,
    count_from: int = 1,
    row: int | None = None,
    states: Path | None = None,
    answers: Answers | None = None,
) -> Entrant:
    """Enter the player of a file, named after it.

    Parameters
    ----------
    seat : seats in which it plays; by default those that the file tells, else both.
    count_from : number of a program's first cell.
    row, states : of a genome, the first one by default, see `genome_entrant`.
    answers : of a player that computes, those that it has given before, to which more are added.

    Raises
    ------
    ValueError
        If it can't be read or started, or a row or states are given for another kind of player; one line names the file
        and the reason.
    """
    name, suffix = printable(path.stem), path.suffix.lower()
    if suffix == CSV and _has_genomes(path):
        return genome_entrant(path, name, seat, row=row or 1, states=states)
    if row is not None or states is not None:
        raise ValueError(f"{path}: --row and --states are for a CSV file with a column genome, which it is not")
    if suffix == PYTHON:
        seats = SEAT_INDICES[seat or "both"]
        with PythonFile(path, limits) as player:
            answers, notes = ask_everywhere(player, seats, limits, answers)
        return answers.entrant(name, "Python file", seats, notes)
    if suffix == COMMAND:
        command = read_text(path).strip()
        if len(command.splitlines()) != 1:
            raise ValueError(f"{path}: {len(command.splitlines())} lines; allowed: one, the command of a program")
        folder = path.resolve().parent
        return enter_program(
            command, limits, name=name, seat=seat, count_from=count_from, folder=folder, answers=answers
        )
    if suffix == JSON and _is_exported(path):
        return stored_entrant(name, "exported player", import_agent(path), seat)
    if suffix in (JSON, CSV):
        return table_entrant(path, name, seat)
    raise ValueError(f"{path}: no kind of player; allowed: {', '.join(SUFFIXES)}")


def enter_program(
    command: str,
    limits: Limits,
    *,
    name: str,
    seat: Seat | None = None,
    count_from: int = 1,
    folder: Path | None = None,
    answers: Answers | None = None,
) -> Entrant:
    """Enter a program by its command, see `program.Program` and `program.ask_program`."""
    seats = SEAT_INDICES[seat or "both"]
    program = Program(command=command, limits=limits, folder=folder, count_from=count_from)
    answers, notes = ask_program(program, seats, answers)
    return answers.entrant(name, "program", seats, notes)


def _is_exported(path: Path) -> bool:
    """Tell whether a JSON file is an exported agent, which has a format; other mistakes are for its readers to find."""
    try:
        held = json.loads(read_text(path))
    except (ValueError, RecursionError):
        return False
    return isinstance(held, dict) and "format" in held


def _has_genomes(path: Path) -> bool:
    _, header = next(csv_rows(read_text(path), str(path)), (0, []))
    return any(title.strip().lower() == "genome" for title in header)


def genome_entrant(
    path: Path, name: str, seat: Seat | None = None, *, row: int = 1, states: Path | None = None
) -> Entrant:
    """Player of a genome in a CSV file with a column ``genome``, in the order of a list of states.

    Parameters
    ----------
    seat : the seats in which it plays; both by default.
    row : number of the genome, from 1.
    states : the list, see `recorded.StateList`; by default that of ``results/tables/states.txt``, by which all stored
        champions are written.

    Raises
    ------
    ValueError
        For a file, a genome or a row that doesn't fit; the message names it.
    """
    tables = enumerate_states()
    listed = StateList.read(states, tables) if states else own_states()
    genes = RecordedGenomes.read(path).genes(listed)
    if not 1 <= row <= len(genes):
        raise ValueError(f"{path}: --row {row}: there are {len(genes)} genomes; allowed: 1 to {len(genes)}")
    return exact_entrant(name, "genome", SEAT_INDICES[seat or "both"], uniform_policy(policy_of_genome(genes[row - 1])))


def own_states() -> StateList:
    """The list of states in the order of the game's tables."""
    tables = enumerate_states()
    lines = (" ".join(map(str, board)) for board in np.asarray(tables.states).tolist())
    return StateList.parse("\n".join(lines), tables, name="the list of states")


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
    entries = _json_entries(path) if path.suffix.lower() == JSON else _csv_entries(path)
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
        if place is None or played.results[place] != OPEN:
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
    entrant = exact_entrant(name, "table", seats, policy, faults)
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
