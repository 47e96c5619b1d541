"""Loci of genomes that decide positions named in a study's file."""

from collections.abc import Sequence

from tttcore.games.classic import CELLS, OPEN, StateTables, representative
from tttcore.games.tables import to_digits


def loci(boards: Sequence[str], states: StateTables) -> list[int]:
    """Locus (the state's number) of each position, given as nine digits: 0 empty, 1 X, 2 O.

    Raises
    ------
    ValueError
        For a text that is no position of the game, or a finished one.
    """
    known = {board: state for state, board in enumerate(to_digits(states.states))}
    return [_locus(board, known, states) for board in boards]


def _locus(board: str, known: dict[str, int], states: StateTables) -> int:
    shape = len(board) == CELLS and set(board) <= set("012")
    state = known.get("".join(map(str, representative([int(cell) for cell in board])))) if shape else None
    if state is None or states.outcomes[state] != OPEN:
        raise ValueError(f"boards: {board!r} is no position to move in; allowed: nine digits, 0 empty, 1 X, 2 O")
    return state
