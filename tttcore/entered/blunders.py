"""Blunders of an entered player: moves after which perfect play ends worse, how often they happen, what they cost."""

from typing import Any

import numpy as np

from tttcore.entered.entrant import Entrant, board_text, positions_to_meet
from tttcore.entered.playing import Floats, Side, meet, never, side
from tttcore.games.classic import CELLS, enumerate_states
from tttcore.players.minimax import solve
from tttcore.players.policy import game

LOST, DRAWN, WON = 0, 0.5, 1
WORDS = {LOST: "lost", DRAWN: "drawn", WON: "won"}
"""What a position is worth to the player if both sides play perfectly from there."""
Row = dict[str, Any]


def blunders(entrant: Entrant, seat: int) -> list[Row]:
    """List the blunders of a player in a seat, those that cost most first, then by board and cell.

    Returns
    -------
    board, best : nine characters, and the cells that keep the value, ascending.
    cell, fault : the marked cell, or None and the reason why it makes no legal move, which loses the game.
    chance : of this move in this position.
    often : chance that it happens in a game against random moves.
    before, after : what the position is worth to the player before and after: won, drawn or lost.
    cost : points that it loses per game against random moves: `often` times the difference, a draw being 1/2.
    """
    played, tables = game(dead=False), enumerate_states()
    worth = (1 + solve(tables).values[tables.state_of].astype(np.float64) * (1 if seat == 0 else -1)) / 2
    reached = often_met(entrant, seat)
    rows = []
    for position in np.flatnonzero(positions_to_meet(entrant.policy, seat)).tolist():
        before = float(worth[position])
        about = {"board": board_text(position), "best": np.flatnonzero(played.best[position]).tolist()}
        made: list[tuple[int | None, str | None, float, float]] = [
            (cell, None, float(entrant.policy[position, cell]), float(worth[played.following[position, cell]]))
            for cell in np.flatnonzero(entrant.policy[position] * ~played.best[position]).tolist()
        ]
        if entrant.forfeits[position] > 0:
            made.append((None, entrant.faults[position], float(entrant.forfeits[position]), LOST))
        for cell, fault, chance, value in made:
            often = float(reached[position]) * chance
            rows.append(
                about
                | {"cell": cell, "fault": fault, "chance": chance, "often": often}
                | {"before": WORDS[before], "after": WORDS[value], "cost": often * (before - value)}
            )
    return sorted(rows, key=_worst_first)


def _worst_first(row: Row) -> tuple[Any, ...]:
    return -row["cost"], -row["often"], row["board"], CELLS if row["cell"] is None else row["cell"]


def decisions(entrant: Entrant, seat: int) -> tuple[int, int]:
    """Numbers of positions with a choice that a player can meet, and of those in which all its moves keep the value."""
    played = game(dead=False)
    met = positions_to_meet(entrant.policy, seat) & played.has_choice
    wrong = played.mistakes(entrant.policy) | (entrant.forfeits > 0)
    return int(np.count_nonzero(met)), int(np.count_nonzero(met & ~wrong))


def often_met(entrant: Entrant, seat: int) -> Floats:
    """(5478,) chance that a game against random moves comes to a position."""
    own, other = side(entrant), Side(game(dead=False).opponents["random"], never())
    return (meet(own, other) if seat == 0 else meet(other, own)).reached
