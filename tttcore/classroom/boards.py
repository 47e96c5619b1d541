"""Games by the names that commands take: their rules, first positions and notations."""

import re
from typing import Any

CLASSIC, NINE_BOARD, SUPER = "3x3", "nine-board", "super"
RULES: dict[str, tuple[str, ...]] = {
    CLASSIC: (),
    NINE_BOARD: ("free", "draw"),
    SUPER: ("open", "closed", "majority"),
}
"""Rules by game, the default first, copied from the modules of these games, which are slow to import."""
NOTATIONS = ("board-cell", "row-column")
"""Notations of both games on nine boards, the default first."""


def start_of(
    game: str, *, rule: str | None = None, notation: str | None = None, count_from: int = 1
) -> tuple[Any, Any]:
    """First position and notation of a game.

    Parameters
    ----------
    game : one of `RULES`, a lattice such as ``4x4x4``, or columns, rows and k of an m,n,k-game such as ``15,15,5``.
    rule : one of the game's; the first one by default.
    notation : one of `NOTATIONS`, for nine boards; the first one by default.
    count_from : number of the first cell, row, column or coordinate.

    Raises
    ------
    ValueError
        For an unknown game, or a rule or notation that it hasn't.
    """
    rules = RULES.get(game, ())
    if rule is not None and rule not in rules:
        raise ValueError(f"--rule {rule}: no rule of {game}; allowed: {' or '.join(rules) or 'none'}")
    if notation is not None and game not in (NINE_BOARD, SUPER):
        raise ValueError(f"--notation {notation}: {game} has one notation; allowed for {NINE_BOARD} and {SUPER}")
    if game == CLASSIC:
        from tttcore.games.classic import ClassicPosition  # noqa: PLC0415
        from tttcore.games.notation import CellNotation  # noqa: PLC0415

        return ClassicPosition(), CellNotation(count_from)
    if game in (NINE_BOARD, SUPER):
        from tttcore.games.nine_board import NineBoard  # noqa: PLC0415
        from tttcore.games.notation_boards import GridNotation, NineBoardNotation  # noqa: PLC0415
        from tttcore.games.super_board import SuperBoard  # noqa: PLC0415

        board: Any = NineBoard if game == NINE_BOARD else SuperBoard
        kind = GridNotation if notation == NOTATIONS[1] else NineBoardNotation
        return board(rule=rule or rules[0]), kind(count_from)
    return _rectangle(game, count_from) if "," in game else _lattice(game, count_from)


def _rectangle(game: str, count_from: int) -> tuple[Any, Any]:
    from tttcore.games.mnk import RectanglePosition  # noqa: PLC0415
    from tttcore.games.notation import RectangleNotation  # noqa: PLC0415

    if not re.fullmatch(r"[0-9]{1,3},[0-9]{1,3},[0-9]{1,3}", game):
        raise _unknown(game)
    columns, rows, k = map(int, game.split(","))
    try:
        return RectanglePosition(columns, rows, k), RectangleNotation(columns, rows, count_from)
    except ValueError as error:
        raise ValueError(f"--game {game}: {error}") from None


def _lattice(game: str, count_from: int) -> tuple[Any, Any]:
    from tttcore.games.hypercube import Hypercube, HypercubePosition  # noqa: PLC0415
    from tttcore.games.notation_boards import HypercubeNotation  # noqa: PLC0415
    from tttcore.players.agent_file import MOST_LINES  # noqa: PLC0415

    sizes = game.split("x")
    if not re.fullmatch(r"[0-9]{1,3}(x[0-9]{1,3})*", game) or len({*sizes}) > 1:
        raise _unknown(game)
    try:
        board = Hypercube(int(sizes[0]), len(sizes))
    except ValueError as error:
        raise ValueError(f"--game {game}: {error}") from None
    if board.line_count > MOST_LINES:
        raise ValueError(f"--game {game}: {board.line_count:,} lines; allowed: up to {MOST_LINES:,}")
    return HypercubePosition(board), HypercubeNotation(board, count_from)


def _unknown(game: str) -> ValueError:
    names = ", ".join(RULES)
    lattice = "n times the same edge such as 4x4x4"
    return ValueError(f"--game {game}: no board; allowed: {names}, {lattice}, or columns,rows,k such as 15,15,5")
