"""Openings: moves with which games begin, so that programs that draw nothing play different games.

As a text an opening is its moves separated by spaces, with a comma between the numbers of a move: ``5 1``, or on nine
boards ``3,5 5,1``.
"""

import re
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

from tttcore.classroom.dialogue import P
from tttcore.games.notation import Notation, quoted
from tttcore.pipeline.files import read_text

RANDOM = "random:"
MAX_PLIES = 100
"""Plies of a random opening at most."""
TRIES = 100
"""Random openings that are tried until one leaves the game open."""
Openings = Callable[[int], str]
"""Function from a number, counted from 0, to an opening."""


def play_opening(start: P, notation: Notation[P], opening: str) -> tuple[P, tuple[str, ...]]:
    """Position after an opening, and its moves in notation.

    Raises
    ------
    ValueError
        If a move isn't legal, or the game is over.
    """
    position, moves = start, list[str]()
    for number, text in enumerate(opening.split(), start=1):
        try:
            if position.winner is not None:
                raise ValueError(f"{quoted(text)}: the game is over before")
            move = notation.read(text, position)
        except ValueError as error:
            raise ValueError(f"move {number}: {error}") from None
        moves.append(notation.write(move))
        position = position.apply(move)
    if position.winner is not None:
        raise ValueError(f"the game is over after move {len(moves)}; an opening leaves it open")
    return position, tuple(moves)


def openings_of(asked: str, start: P, notation: Notation[P], seed: int) -> tuple[Openings, int]:
    """Openings that a user asks for, and how many there are, 1 if they are random.

    Parameters
    ----------
    asked : ``random:`` and a number of plies, or a file.

    Raises
    ------
    ValueError
        If it is neither, or the file can't be used, see `read_openings`.
    """
    plies = asked.removeprefix(RANDOM)
    if plies == asked:
        lines = read_openings(Path(asked), start, notation)
        return lambda number: lines[number % len(lines)], len(lines)
    if not re.fullmatch("[0-9]{1,3}", plies) or not 1 <= int(plies) <= MAX_PLIES:
        raise ValueError(f"--openings {quoted(asked)}: allowed: {RANDOM}1 to {RANDOM}{MAX_PLIES}, or a file")
    return random_openings(start, notation, int(plies), seed), 1


def random_openings(start: P, notation: Notation[P], plies: int, seed: int) -> Openings:
    """Openings of so many uniformly random plies, another one for each number; they may repeat.

    Openings that end the game are drawn again. ValueError, when called, if all of `TRIES` do.
    """

    def opening(number: int) -> str:
        for attempt in range(TRIES):
            position, moves = start, list[str]()
            while position.winner is None and len(moves) < plies:
                legal = position.legal_moves()
                # A digest, without `pipeline.rng`, which would load a compiler.
                digest = sha256(f"opening {seed} {number} {attempt} {len(moves)}".encode()).digest()
                move = legal[int.from_bytes(digest[:8]) % len(legal)]
                moves.append(notation.write(move).replace(" ", ","))
                position = position.apply(move)
            if position.winner is None:
                return " ".join(moves)
        raise ValueError(f"--openings {RANDOM}{plies}: all of {TRIES} games ended before; allowed: fewer plies")

    return opening


def read_openings(path: Path, start: P, notation: Notation[P]) -> list[str]:
    """Openings of a file, one per line; empty lines don't count.

    Raises
    ------
    ValueError
        If the file can't be read, has no opening, or one isn't legal; the message names the line.
    """
    found = []
    for number, line in enumerate(read_text(path).splitlines(), start=1):
        try:
            play_opening(start, notation, line)
        except ValueError as error:
            raise ValueError(f"{path}: line {number}: {error}") from None
        if line.strip():
            found.append(" ".join(line.split()))
    if not found:
        raise ValueError(f"{path}: no opening; a line is an opening, its moves separated by spaces")
    return found
