"""Draw boards as text."""

from collections.abc import Sequence

_ROWS = (0, 3, 6)


def one_board(signs: Sequence[str]) -> str:
    """Draw a board in five lines, from the (9,) signs of its cells."""
    return "\n---+---+---\n".join(" " + " | ".join(signs[row : row + 3]) for row in _ROWS)


def nine_boards(titles: Sequence[str], signs: Sequence[Sequence[str]]) -> str:
    """Draw nine boards in three rows.

    Parameters
    ----------
    titles : (9,) title above each board, up to six characters.
    signs : (9, 9) signs of the cells of each board.
    """
    rows = [_row_of_boards(titles[row : row + 3], signs[row : row + 3]) for row in _ROWS]
    return "\n-------+-------+-------\n".join(rows)


def _row_of_boards(titles: Sequence[str], signs: Sequence[Sequence[str]]) -> str:
    lines = [[f"{title:^6}" for title in titles], *([" ".join(own[row : row + 3]) for own in signs] for row in _ROWS)]
    return "\n".join("|".join(f" {part:<6}" for part in line).rstrip() for line in lines)
