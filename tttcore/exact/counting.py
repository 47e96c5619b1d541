"""Count games and boards of 3x3, with and without symmetry."""

from collections import Counter
from itertools import product

from tttcore.games.classic import (
    CELLS,
    CROSS,
    DRAWN,
    EMPTY,
    NOUGHT,
    OPEN,
    START,
    SYMMETRIES,
    Board,
    StateTables,
    free_cells,
    marked,
    outcome,
    representative,
)

End = tuple[int, bool]
"""Marks on the board when a game ends, and whether it is drawn."""


def games() -> Counter[End]:
    """Number of games by their end; a game is a sequence of cells from the empty board to a finished one."""
    return _games_within(set(range(CELLS)))


def state_paths(tables: StateTables) -> Counter[End]:
    """Number of paths of states by their end; marks that lead to the same state are one step."""
    ways = Counter({0: 1})
    ends: Counter[End] = Counter()
    plies, outcomes = tables.plies.tolist(), tables.outcomes.tolist()
    for state, following in enumerate(tables.next_state.tolist()):  # in order of plies, so that one pass is enough
        if outcomes[state] != OPEN:
            ends[plies[state], outcomes[state] == DRAWN] += ways[state]
        for after in {after for after in following if after >= 0}:
            ways[after] += ways[state]
    return ends


def symmetric_games() -> Counter[End]:
    """Number of games by their end, counting games once that a rotation or reflection maps to each other.

    By Burnside's lemma the number of classes is the mean, over the eight symmetries, of the number of games that a
    symmetry leaves unchanged: those on its fixed cells alone.
    """
    unchanged: Counter[End] = Counter()
    for symmetry in SYMMETRIES:
        fixed = {cell for cell in range(CELLS) if symmetry[cell] == cell}
        unchanged.update(_games_within(fixed))
    assert all(count % len(SYMMETRIES) == 0 for count in unchanged.values())
    return Counter({end: count // len(SYMMETRIES) for end, count in unchanged.items()})


def balanced_boards() -> set[Board]:
    """Representatives of all boards with as many X as O or one more, reachable or not."""
    boards = product((EMPTY, CROSS, NOUGHT), repeat=CELLS)
    return {representative(board) for board in boards if board.count(CROSS) - board.count(NOUGHT) in (0, 1)}


def _games_within(cells: set[int]) -> Counter[End]:
    """Number of games by their end that use these cells alone."""
    boards: Counter[Board] = Counter({START: 1})
    ends: Counter[End] = Counter()
    while boards:
        onward: Counter[Board] = Counter()
        for board, ways in boards.items():
            ended = outcome(board)
            if ended != OPEN:
                ends[CELLS - board.count(EMPTY), ended == DRAWN] += ways
                continue
            for cell in cells.intersection(free_cells(board)):
                onward[marked(board, cell)] += ways
        boards = onward
    return ends
