"""3x3 boards as texts: as players see them, and as people write them."""

import re
from functools import cache

from tttcore.games.classic import CELLS, EMPTY, Board, enumerate_states
from tttcore.games.position import CROSS, NOUGHT, SIGNS

MARKS = {**dict.fromkeys("0.-_ ", EMPTY), **dict.fromkeys("1Xx", CROSS), **dict.fromkeys(("2", "O", "o", "-1"), NOUGHT)}
"""Marks by their signs."""
ALLOWED = "nine characters, X (or 1), O (or 2) and . (or 0)"
_SIGN = re.compile(r"""-1|(?<=['"])\ (?=['"])|[^\s,;|/()\[\]'"]""", re.VERBOSE)
"""A sign among separators; a blank is one only in quotes."""
_FLOAT = re.compile(r"(-?[12]|-?(0))\.0?(?=[\s,;\])])")
"""A mark as a floating-point number, as numpy and Python write it."""


def read_board(text: str) -> Board | None:
    """Board that a text denotes; None if it denotes none.

    Allowed are nine signs of `MARKS`, together or with separators, as in ``0 1 2 0 0 0 0 0 0`` or Python's ``[['X', 0,
    'O'], …]``, floating-point numbers as in numpy's ``[1. -1. 0. …]``, and a number of fewer than nine digits, which
    has lost its leading zeros.
    """
    text = text.strip().zfill(CELLS) if is_shortened(text) else text
    signs = [*text] if len(text) == CELLS else _SIGN.findall(text)
    if len(signs) > CELLS:
        signs = _SIGN.findall(_FLOAT.sub(lambda found: found[2] or found[1], text))
    if len(signs) != CELLS or not set(signs) <= MARKS.keys():
        return None
    return tuple(MARKS[sign] for sign in signs)


@cache
def board_texts() -> list[str]:
    """Boards of all positions as players see them: nine characters, row by row, ``X``, ``O``, ``.`` for a free cell."""
    return ["".join(("." + SIGNS)[mark] for mark in board) for board in enumerate_states().positions.tolist()]


def is_shortened(text: str) -> bool:
    """True if a text is a board whose leading zeros a spreadsheet has removed."""
    return re.fullmatch(r"[012]{1,8}", text.strip()) is not None
