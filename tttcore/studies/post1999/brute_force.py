"""Brute-force checks of boards: lines among all combinations of cells, and exact search after a first mark."""

import numpy as np

from tttcore.games.hypercube import Hypercube, all_lines
from tttcore.pipeline.jit import kernel


def count_by_combinations(board: Hypercube) -> tuple[int, int]:
    """Number of combinations of `edge` cells that are a line, and number of all combinations.

    Source: Post (1999), Results, and Appendix C, WinCount.
    """
    coordinates = np.array([board.coordinates(cell) for cell in range(board.cells)], np.int64)
    return _count(coordinates, board.edge)


@kernel
def _count(coordinates, edge):
    """Count the lines among all combinations of cells, in lexicographic order, and the combinations."""
    cells = coordinates.shape[0]
    chosen = np.arange(edge)
    lines, tried = 0, 0
    while True:
        tried += 1
        lines += _is_line(coordinates, chosen, edge)
        # Next combination: the last cell that can move on does, and those after it follow closely.
        last = edge - 1
        # The cells behind place `last` need room as well, so that its cell stops that much before the board's end.
        while last >= 0 and chosen[last] == cells - edge + last:
            last -= 1
        if last < 0:
            return lines, tried
        chosen[last] += 1
        for place in range(last + 1, edge):
            chosen[place] = chosen[place - 1] + 1


@kernel
def _is_line(coordinates, chosen, edge):
    """True if cells, in the order of their numbers, are a straight line from one end of the board to the other.

    Every coordinate stays the same, rises by 1 from 0 to the end, or falls by 1 from the end to 0.
    """
    # Cells are chosen in rising order, so that each line comes up once, in the direction in which its highest moving
    # coordinate rises. They are different, so that some coordinate moves.
    for axis in range(coordinates.shape[1]):
        begin = coordinates[chosen[0], axis]
        step = coordinates[chosen[1], axis] - begin
        if step > 1 or step < -1 or (step == 1 and begin != 0) or (step == -1 and begin != edge - 1):
            return False
        for place in range(2, edge):
            if coordinates[chosen[place], axis] != begin + place * step:
                return False
    return True


ATTACKER, DEFENDER = 0, 1


def wins_from(board: Hypercube, opening: int) -> tuple[bool, int]:
    """Exact search after a first mark: True if the first player wins by force, and the number of positions searched.

    A depth-first search of all moves, but a player who can complete a line does so, and one who has to block
    a line can do nothing else. A full board without a line counts for the second player. Cells are tried in the order
    of the lines through them that are still open to the attacker, most first, then by number.

    Parameters
    ----------
    opening : cell of the first mark.
    """
    lines = [set(line) for line in all_lines(board).tolist()]
    through = [[line for line in lines if cell in line] for cell in range(board.cells)]
    marks: tuple[set[int], set[int]] = ({opening}, set())
    positions = 0

    def completing(player: int) -> set[int]:
        """Free cells that complete a line of a player."""
        own, other = marks[player], marks[1 - player]
        missing = [line - own for line in lines if not line & other]
        return {cell for (cell, *more) in missing if not more}

    def open_lines(cell: int) -> int:
        return sum(not line & marks[DEFENDER] for line in through[cell])

    def attacker_wins(player: int) -> bool:
        nonlocal positions
        positions += 1
        if completing(player):
            return player == ATTACKER
        forced = completing(1 - player)
        if len(forced) > 1:
            return player == DEFENDER
        free = [cell for cell in range(board.cells) if cell not in marks[ATTACKER] and cell not in marks[DEFENDER]]
        for cell in sorted(forced or free, key=lambda cell: -open_lines(cell)):
            marks[player].add(cell)
            won = attacker_wins(1 - player)
            marks[player].remove(cell)
            if won == (player == ATTACKER):
                return won
        return player == DEFENDER and bool(free)

    return attacker_wins(DEFENDER), positions


def centre(board: Hypercube) -> int:
    """The cell in the middle of a board of odd edge."""
    return board.cell([board.edge // 2] * board.dimensions)
