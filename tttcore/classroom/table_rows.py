"""Rows of a table of boards, from the forms of JSON and CSV files in which people keep players."""

import ast
import csv
import io
import json
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tttcore.classroom.reading import FORMS
from tttcore.games.board_text import read_board
from tttcore.games.classic import CELLS
from tttcore.games.notation import quoted
from tttcore.pipeline.files import read_text
from tttcore.pipeline.messages import ConfigError, enumerated, located
from tttcore.pipeline.table_files import check_row_widths

JSON = ".json"
SIDES = ("x", "o", "first", "second")
"""Keys of an object that has a table for each seat."""
DEFAULT = "default"
"""Key beside a form's for the value of what the table lacks."""
TITLES = {
    **dict.fromkeys(("board", "state"), "board"),
    **dict.fromkeys(("cells", "cell", "action", "move"), "cells"),
    **dict.fromkeys(("beads", "count"), "beads"),
    **dict.fromkeys(("q", "q_value", "value"), "q"),
}
"""Contents of a column by its title in lower case."""
INDEX = ("", "unnamed: 0", "index")
"""Titles of a column of row numbers in front, as pandas writes it; without another one, the boards stand there."""
COLUMNS = (
    "board and cells; state, action and q_value; board, cell and beads; board and a number for each of 9 cells; or "
    "board and value, of the board after the move"
)
_PAIR = re.compile(r"(.+?)[:|] ?(\d|\(\d, ?\d\))$", re.DOTALL)
"""A board and an action in one key, such as ``X........:4``."""


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


class Rows(NamedTuple):
    """Rows of a file, the form that it names, see `reading.FORMS`, or None, and the value of what it lacks or None."""

    form: str | None
    rows: list[Row]
    default: float | None = None


def read_rows(path: Path) -> Rows:
    """Read the rows of a file.

    JSON is an object of boards, or one of these under the name of a form, beside which `DEFAULT` may stand, or one for
    each seat; keys may also be boards with an action. CSV has columns of `TITLES`, with commas, semicolons or tabs
    between them.

    Raises
    ------
    ConfigError
        For a file that is no such table; one line names the file, the place and what is allowed.
    """
    return _json_rows(path) if path.suffix.lower() == JSON else _csv_rows(path)


def _json_rows(path: Path) -> Rows:
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
    return rows_of(held, str(path))


def rows_of(held: Mapping[str, Any], where: str) -> Rows:
    """Rows of an object, see `read_rows`; messages begin with `where`."""
    with located(where):
        form = next((key for key in held if key.lower() in FORMS), None)
        default = None
        if form is not None and isinstance(held[form], dict) and {*held} <= {form, DEFAULT}:
            default = _default(held.get(DEFAULT))
            form, held = form.lower(), held[form]
        else:
            form = None
        boards = dict(_by_pairs(_of_both_seats(held)))
    return Rows(form, [Row(f"{where}, board {quoted(board)}", board, told) for board, told in boards.items()], default)


def _default(value: Any) -> float | None:
    """Value of what a table lacks; ConfigError for anything else than a number."""
    if value is not None and (isinstance(value, bool) or not isinstance(value, int | float)):
        raise ConfigError(f"{DEFAULT}: {quoted(json.dumps(value))}; allowed: a number")
    return value


def _of_both_seats(held: Mapping[str, Any]) -> dict[str, Any]:
    """One table of what may be a table for each seat."""
    parts = [*held.values()]
    if not parts or not all(key.lower() in SIDES for key in held) or not all(isinstance(part, dict) for part in parts):
        return dict(held)
    found: dict[str, Any] = {}
    for part in parts:
        for board, told in part.items():
            if board in found and found[board] != told:
                raise ConfigError(f"the board {quoted(board)} is there for both seats; allowed: for the one to move")
            found[board] = told
    return found


def _by_pairs(held: Mapping[str, Any]) -> Mapping[str, Any]:
    """Rows by boards of what may have keys of a board and an action; the object itself if not all are such keys."""
    pairs = [_pair(key) for key in held]
    if not all(pairs):
        return held
    found: dict[str, dict[str, Any]] = {}
    for pair, told in zip(pairs, held.values(), strict=True):
        if pair is not None:
            found.setdefault(pair[0], {})[pair[1]] = told
    return found


def _pair(key: str) -> tuple[str, str] | None:
    """Board and action of a key that has both, such as ``X........:4`` or ``('X........', 4)``."""
    if read_board(key) is not None:  # with bars between its signs
        return None
    if found := _PAIR.fullmatch(key):
        return found[1], found[2]
    try:
        both = ast.literal_eval(key)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return None
    if isinstance(both, tuple) and len(both) == 2 and isinstance(both[0], str | tuple | list):
        return (both[0] if isinstance(both[0], str) else str(both[0])), str(both[1])
    return None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    held = dict(pairs)
    if len(held) < len(pairs):
        twice = Counter(key for key, _ in pairs).most_common(1)[0][0]
        raise ConfigError(f"the key {quoted(twice)} is there twice; allowed: once")
    return held


def _csv_rows(path: Path) -> Rows:
    numbered = _fields(path)
    _, header = next(numbered, (0, []))
    rows = [(f"{path}, line {line}", fields) for line, fields in check_row_widths(numbered, len(header), str(path))]
    titles = [title.strip().lower() for title in header]
    held = [TITLES.get(title) for title in titles]
    if titles and titles[0] in INDEX:
        if "board" in held:
            titles, held, rows = titles[1:], held[1:], [(where, fields[1:]) for where, fields in rows]
        else:
            held[0] = "board"
    if held == ["board", "cells"]:
        return Rows(None, [Row(where, board, cells) for where, (board, cells) in rows])
    if held in (["board", "cells", "beads"], ["board", "cells", "q"]):
        return Rows(held[2], _grouped(rows))
    if held == ["board", "q"]:
        return Rows("values", [Row(where, board, _number(value)) for where, (board, value) in rows])
    if held[:1] == ["board"] and len(held) == 1 + CELLS:
        form = "q" if all(re.fullmatch(r"q[ _]?\d", title) for title in titles[1:]) else None
        return Rows(form, [Row(where, fields[0], [*map(_number, fields[1:])]) for where, fields in rows])
    raise ConfigError(f"{path}: columns are {enumerated(header)}; allowed: {COLUMNS}")


def _grouped(rows: list[tuple[str, list[str]]]) -> list[Row]:
    """Rows of boards from rows of a board, a cell and a number."""
    grouped: dict[str, Row] = {}
    for where, (board, cell, number) in rows:
        row = grouped.setdefault(board, Row(where, board, {}))
        key = str(_number(cell)).removesuffix(".0")
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
    """Number of a field, whole if it is written so; None for an empty field, and the text itself if it is no number."""
    plain = text.strip().replace(",", ".")
    try:
        number = float(plain)
    except ValueError:
        return text if plain else None
    return int(number) if math.isfinite(number) and number.is_integer() and "." not in plain else number
