"""Rows of a table of boards, from the forms of JSON and CSV files in which people keep players."""

import csv
import io
import json
import math
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from tttcore.games.classic import CELLS
from tttcore.games.notation import quoted
from tttcore.pipeline.files import read_text
from tttcore.pipeline.messages import ConfigError, enumerated, located
from tttcore.pipeline.table_files import check_row_widths

JSON = ".json"
FORMS = ("cells", "beads", "q")
"""Forms of tables: cells to draw from, numbers of beads, or values of actions."""
TITLES = {
    **dict.fromkeys(("board", "state"), "board"),
    **dict.fromkeys(("cells", "cell", "action", "move"), "cells"),
    **dict.fromkeys(("beads", "count"), "beads"),
    **dict.fromkeys(("q", "q_value", "value"), "q"),
}
"""Contents of a column by its title in lower case."""
INDEX = ("", "unnamed: 0", "index")
"""Titles of a column of row numbers in front, as pandas writes it; without another one, the boards stand there."""
COLUMNS = "board and cells; state, action and q_value; board, cell and beads; or board and a number for each of 9 cells"


class Row(NamedTuple):
    """Line of a table about a board.

    Attributes
    ----------
    where : place, for messages.
    board : as it stands there.
    told : a text, a number, a list, or an object of cells and numbers.
    """

    where: str
    board: str
    told: Any


def read_rows(path: Path) -> tuple[str | None, list[Row]]:
    """Form that a file names, see `FORMS`, None if it names none, and its rows.

    JSON is an object of boards, or one of these under the name of a form. CSV has columns of `TITLES`, with commas,
    semicolons or tabs between them.

    Raises
    ------
    ConfigError
        For a file that is no such table; one line names the file, the place and what is allowed.
    """
    return _json_rows(path) if path.suffix.lower() == JSON else _csv_rows(path)


def _json_rows(path: Path) -> tuple[str | None, list[Row]]:
    text = read_text(path)
    with located(str(path)):
        try:
            held = json.loads(text, object_pairs_hook=_object)
        except ConfigError:
            raise
        except (ValueError, RecursionError) as error:
            raise ConfigError(f"not JSON: {error}") from None
        if not isinstance(held, dict):
            raise ConfigError('no JSON object of boards and cells, such as {"X...O....": 8}')
    form = next((key for key in held if key.lower() in FORMS), None)
    if form is None or len(held) > 1 or not isinstance(held[form], dict):
        return None, [Row(f"{path}, board {quoted(board)}", board, told) for board, told in held.items()]
    return form.lower(), [Row(f"{path}, board {quoted(board)}", board, told) for board, told in held[form].items()]


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ConfigError(f"the key {quoted(twice)} is there twice; allowed: once")
    return held


def _csv_rows(path: Path) -> tuple[str | None, list[Row]]:
    numbered = _fields(path)
    _, header = next(numbered, (0, []))
    rows = [(f"{path}, line {line}", fields) for line, fields in check_row_widths(numbered, len(header), str(path))]
    titles = [title.strip().lower() for title in header]
    held = [TITLES.get(title) for title in titles]
    if titles and titles[0] in INDEX:
        if "board" in held:
            held, rows = held[1:], [(where, fields[1:]) for where, fields in rows]
        else:
            held[0] = "board"
    if held == ["board", "cells"]:
        return None, [Row(where, board, cells) for where, (board, cells) in rows]
    if held in (["board", "cells", "beads"], ["board", "cells", "q"]):
        return held[2], _grouped(rows)
    if held[:1] == ["board"] and len(held) == 1 + CELLS:
        return None, [Row(where, fields[0], [*map(_number, fields[1:])]) for where, fields in rows]
    raise ConfigError(f"{path}: columns are {enumerated(header)}; allowed: {COLUMNS}")


def _grouped(rows: list[tuple[str, list[str]]]) -> list[Row]:
    """Rows of boards from rows of a board, a cell and a number."""
    grouped: dict[str, Row] = {}
    for where, (board, cell, number) in rows:
        row = grouped.setdefault(board, Row(where, board, {}))
        key = str(_number(cell))
        if key in row.told:
            raise ConfigError(f"{where}: cell {quoted(cell)} of the board {board} is there twice; allowed: once")
        row.told[key] = _number(number)
    return [*grouped.values()]


def _fields(path: Path) -> Iterator[tuple[int, list[str]]]:
    """Yield the last line number and the fields of each row of a CSV file, the header first, without empty rows."""
    text = read_text(path)
    separator = max(",;\t", key=text.partition("\n")[0].count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        yield from ((reader.line_num, row) for row in reader if row)
    except csv.Error as error:
        raise ConfigError(f"{path}, line {reader.line_num}: broken CSV: {error}") from None


def _number(text: str) -> Any:
    """Number of a field, whole if it can be; None for an empty field, and the text itself if it is no number."""
    plain = text.strip().replace(",", ".")
    try:
        number = float(plain)
    except ValueError:
        return text if plain else None
    return int(number) if math.isfinite(number) and number.is_integer() else number
