"""Exact search on small boards of more than two dimensions: whether a first mark wins, and the positions searched.

The document thinks MinMax hopeless beyond two dimensions (Post 1999, Introduction). An exact search shows where it is
not; it needs no depth limit and no evaluation, only the rule that a line must be completed or blocked at once.
"""

from tttcore.games.hypercube import Hypercube, all_lines

ATTACKER, DEFENDER = 0, 1


class SearchTooLongError(ValueError):
    """Raised if a search would need more positions than it may look at."""


def wins_from(board: Hypercube, opening: int, *, most: int = 100_000) -> tuple[bool, int]:
    """Tell whether the first player completes a line by force after a first mark, and the number of positions searched.

    A depth-first search of all moves, but for a player who can complete a line, who does, and for one who has to block
    one, who can do nothing else. A full board without a line counts for the second player. Cells are tried in the order
    of the lines through them that are still open to the attacker, most first, then by number.

    Parameters
    ----------
    opening : cell of the first mark.
    most : positions after which the search gives up.

    Raises
    ------
    SearchTooLongError
        After `most` positions.
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
        if positions > most:
            raise SearchTooLongError(f"more than {most:,} positions")
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
