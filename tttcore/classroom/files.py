"""Enter players of 3x3 from files: Python, the command of a program, tables and arrays, genomes, written agents."""

import json
from dataclasses import replace
from pathlib import Path
from time import monotonic
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tttcore.classroom.asking import Answers, ask_everywhere
from tttcore.classroom.board_program import ask_boards
from tttcore.classroom.entrant import Entrant, exact_entrant, short_line, stored_entrant
from tttcore.classroom.program import Program, ask_program
from tttcore.classroom.protocols import BOARDS
from tttcore.classroom.python_file import PythonFile
from tttcore.classroom.reading import AS_IT_IS, Reading
from tttcore.classroom.table_file import table_entrant
from tttcore.engines.genetic_algorithm.players.coding import policy_of_genome
from tttcore.engines.genetic_algorithm.players.recorded import RecordedGenomes, StateList
from tttcore.games.board_text import board_texts
from tttcore.games.classic import enumerate_states
from tttcore.games.position import OPEN, SEAT_INDICES, Seat
from tttcore.pipeline.files import read_text
from tttcore.pipeline.table_files import csv_rows
from tttcore.players.agent_file import import_agent
from tttcore.players.policy import game, uniform_policy
from tttcore.processes.limits import Limits

PYTHON, COMMAND, JSON, CSV, ARRAY, POLICY = SUFFIXES = ".py", ".command", ".json", ".csv", ".npy", ".parquet"
"""Suffixes of files that hold a player."""


def enter_file(
    path: Path,
    limits: Limits,
    *,
    seat: Seat | None = None,
    reading: Reading = AS_IT_IS,
    row: int | None = None,
    states: Path | None = None,
    answers: Answers | None = None,
) -> Entrant:
    """Enter the player of a file, named after it.

    Parameters
    ----------
    seat : seats in which it plays; by default those that the file tells, else both.
    reading : of a table; of a program its ``count_from``, 1 by default.
    row, states : of a genome, the first one by default, see `genome_entrant`.
    answers : of a player that computes, those that it has given before, to which more are added.

    Raises
    ------
    ValueError
        If it can't be read or started, or a row or states are given for another kind of player; one line names the file
        and the reason.
    """
    name, suffix = short_line(path.stem), path.suffix.lower()
    if suffix == CSV and _has_genomes(path):
        return genome_entrant(path, name, seat, row=row or 1, states=states)
    if row is not None or states is not None:
        raise ValueError(f"{path}: --row and --states are for a CSV file with a column genome, which it is not")
    if suffix == PYTHON:
        seats = SEAT_INDICES[seat or "both"]
        limits = replace(limits, until=min(limits.until, monotonic() + limits.all_seconds))
        with PythonFile(path, limits) as player:
            answers, notes = ask_everywhere(player, seats, limits, answers)
        entrant = answers.entrant(name, "Python file", seats, notes)
        counts_from_1 = answers.illegal and answers.less_one and not entrant.unasked(*seats)
        return replace(entrant, counts_from_1=counts_from_1)
    if suffix == COMMAND:
        command = read_text(path).strip()
        if len(command.splitlines()) != 1:
            raise ValueError(f"{path}: {len(command.splitlines())} lines; allowed: one, the command of a program")
        folder = path.resolve().parent
        try:
            return enter_program(
                command, limits, name=name, seat=seat, count_from=reading.count_from, folder=folder, answers=answers
            )
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    return _of_data(path, name, seat, reading)


def _of_data(path: Path, name: str, seat: Seat | None, reading: Reading) -> Entrant:
    """Player of a table, an array, or what this program has written."""
    suffix = path.suffix.lower()
    if suffix == JSON and _is_exported(path):
        return stored_entrant(name, "exported player", import_agent(path), seat)
    if suffix in (JSON, CSV):
        return table_entrant(path, name, seat, reading)
    if suffix == ARRAY:
        try:
            return array_entrant(_array(path), name, seat)
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None
    if suffix == POLICY:
        from tttcore.engines.tabular.agents import policy_agent  # noqa: PLC0415 - slow

        return stored_entrant(name, "learned policy", policy_agent(path), seat)
    raise ValueError(f"{path}: no kind of player; allowed: {', '.join(SUFFIXES)}")


def enter_program(
    command: str,
    limits: Limits,
    *,
    name: str,
    seat: Seat | None = None,
    count_from: int | None = None,
    folder: Path | None = None,
    answers: Answers | None = None,
) -> Entrant:
    """Enter a program by its command, see `program.Program`, `program.ask_program` and `board_program.ask_boards`."""
    seats = SEAT_INDICES[seat or "both"]
    program = Program(command=command, limits=limits, folder=folder, count_from=1 if count_from is None else count_from)
    ask = ask_boards if program.protocol.name == BOARDS else ask_program
    answers, notes = ask(program, seats, answers)
    return answers.entrant(name, "program", seats, notes)


def _array(path: Path) -> NDArray[Any]:
    try:
        with path.open("rb") as file:
            return np.lib.format.read_array(file, allow_pickle=False)
    except (ValueError, MemoryError) as error:
        raise ValueError(f"no array of numbers, as numpy.save writes it: {short_line(str(error))}") from None


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


def array_entrant(given: NDArray[Any], name: str, seat: Seat | None = None) -> Entrant:
    """Player of (5478, 9) chances of cells, in proportion to numbers, or of (765,) genes.

    ValueError for anything else, and for a chance of a cell that is taken where the game goes on.
    """
    tables, played, seats = enumerate_states(), game(dead=False), SEAT_INDICES[seat or "both"]
    is_numeric = given.dtype.kind in "biuf"
    if is_numeric and given.shape == (len(tables.states),):
        (genes,) = own_states().translate(["".join(f"{gene:g}" for gene in given.tolist())])
        return exact_entrant(name, "genome", seats, uniform_policy(policy_of_genome(genes)))
    if not is_numeric or given.shape != played.successors.shape:
        told = f"an array of shape {given.shape} and type {given.dtype}; allowed: (5478, 9) chances of cells, by the"
        told += " positions = tttcore.games.enumerate_states().positions, such as positions == 0 for any free cell"
        raise ValueError(f"{told}, or (765,) genes")
    wrong = ~((given >= 0) & (given < np.inf)) | ((given > 0) & (played.successors < 0))
    wrong &= (played.results == OPEN)[:, None]
    if wrong.any():
        place, cell = np.argwhere(wrong)[0].tolist()
        told = f"row {place} ({board_texts()[place]}) has {given[place, cell]:g} for cell {cell}"
        raise ValueError(f"{told}; allowed: chances of free cells, 0 for others")
    total = given.sum(axis=1, keepdims=True)
    return exact_entrant(name, "policy", seats, np.divide(given, total, out=np.zeros(given.shape), where=total > 0))


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
