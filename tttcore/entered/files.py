"""Kinds of files in which players of 3x3 are entered, and stored players by id: read or asked, whatever they are."""

import json
from collections.abc import Iterator
from pathlib import Path

from tttcore.entered.asking import ask_everywhere
from tttcore.entered.entrant import Entrant, printable
from tttcore.entered.exact_entrant import stored_entrant
from tttcore.entered.genome_file import genome_entrant
from tttcore.entered.limits import Limits
from tttcore.entered.program import Program, ask_program
from tttcore.entered.python_file import PythonFile
from tttcore.entered.table_file import table_entrant
from tttcore.games.seats import SEAT_INDICES, Seat
from tttcore.pipeline.text import csv_rows, read_text
from tttcore.players.agent_import import import_agent

PYTHON, COMMAND, JSON, CSV = ".py", ".command", ".json", ".csv"
SUFFIXES = (PYTHON, COMMAND, JSON, CSV)
"""Suffixes of files that hold a player."""
KINDS = {PYTHON: "Python file", COMMAND: "program"}


def enter_file(
    path: Path,
    limits: Limits,
    *,
    seat: Seat | None = None,
    count_from: int = 1,
    row: int | None = None,
    states: Path | None = None,
) -> Entrant:
    """Enter the player of a file, named after it.

    Parameters
    ----------
    seat : seats in which it plays; by default those that the file tells, else both.
    count_from : number of a program's first cell.
    row, states : of a genome, the first one by default, see `genome_file.genome_entrant`.

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
        return _python(path, name, limits, SEAT_INDICES[seat or "both"])
    if suffix == COMMAND:
        command = read_text(path).strip()
        if len(command.splitlines()) != 1:
            raise ValueError(f"{path}: {len(command.splitlines())} lines; allowed: one, the command of a program")
        return enter_program(command, limits, name=name, seat=seat, count_from=count_from, folder=path.resolve().parent)
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
) -> Entrant:
    """Enter a program by its command, see `program.Program`."""
    seats = SEAT_INDICES[seat or "both"]
    program = Program(command=command, limits=limits, folder=folder, count_from=count_from)
    answers, notes = ask_program(program, seats)
    return answers.entrant(name, KINDS[COMMAND], seats, notes)


def players_in(folder: Path) -> Iterator[Path]:
    """Files of a folder that hold players, in the order of their names; hidden ones are left out."""
    for path in sorted(folder.iterdir()):
        if path.suffix.lower() in SUFFIXES and not path.name.startswith((".", "_")) and not path.is_dir():
            yield path


def _python(path: Path, name: str, limits: Limits, seats: tuple[int, ...]) -> Entrant:
    with PythonFile(path, limits) as player:
        answers, notes = ask_everywhere(player, seats, limits)
    return answers.entrant(name, KINDS[PYTHON], seats, notes)


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
