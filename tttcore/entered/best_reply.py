"""The best reply to an entered player: its expected result, and the line of play that it leads to."""

from typing import Any

import numpy as np

from tttcore.entered.entrant import Entrant, board_text, sign_to_move
from tttcore.league.best_response import best_response_values
from tttcore.players.policy import GOES_ON, game
from tttcore.stats.round_robin import DIGITS

Row = dict[str, Any]


def best_reply(entrant: Entrant, seat: int) -> Row:
    """Find the best reply to a player in a seat.

    Returns
    -------
    points : what the reply gets per game; at least 1/2, since neither side can force a win.
    moves : a line of play: of equal replies the first cell, and the player's likeliest moves, of equal ones the first
        cell. Each has sign, cell (None where the player makes no legal move), own (whether it is the player's), chance
        of the player's moves (else 1), and the board after it.
    ends : won, drawn or lost for the player at the end of this line.
    """
    played = game(dead=False)
    values = best_response_values(played, entrant.policy, seat, entrant.forfeits)
    position, moves = 0, []
    while played.results[position] == GOES_ON:
        own, sign = bool(played.seat[position] == seat), sign_to_move(position)
        cell, chance = _likeliest(entrant, position) if own else (_best(values, position), 1.0)
        if cell is None:
            moves.append({"sign": sign, "cell": None, "own": own, "chance": chance, "board": board_text(position)})
            return {"points": _points(values), "moves": moves, "ends": "lost"}
        position = int(played.following[position, cell])
        moves.append({"sign": sign, "cell": cell, "own": own, "chance": chance, "board": board_text(position)})
    ends = ("won", "drawn", "lost")
    result = int(played.results[position])
    return {"points": _points(values), "moves": moves, "ends": ends[result] if seat == 0 else ends[::-1][result]}


def _points(values: np.ndarray) -> float:
    return float(np.round((1 + values[0]) / 2, DIGITS))


def _likeliest(entrant: Entrant, position: int) -> tuple[int | None, float]:
    cell = int(np.argmax(entrant.policy[position]))
    if entrant.forfeits[position] > entrant.policy[position, cell]:
        return None, float(entrant.forfeits[position])
    return cell, float(entrant.policy[position, cell])


def _best(values: np.ndarray, position: int) -> int:
    after = game(dead=False).following[position]
    worth = np.where(after >= 0, np.round(values[after], DIGITS), -np.inf)
    return int(np.argmax(worth))
