"""Players of 3x3 that come from no run: programs and yardsticks that the documents name, position by position."""

from collections.abc import Mapping
from functools import cache, partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from tttcore.games.classic import Board, enumerate_states
from tttcore.games.seats import Seat
from tttcore.players.minimax import solve
from tttcore.players.policy import Cells, game, cells_of_rule, packed, unpacked
from tttcore.players.umg_rules import LATE_TURN, barrat_choices, turn_of

BASELINE_GROUP = "house"
"""What their group is called."""
DESCRIPTIONS = MappingProxyType(
    {
        "random": "any free cell",
        "careful": "wins at once if it can, else prevents that the other does, else any free cell",
        "perfect": "any cell that keeps the value of the position",
        "minimax-first": "the first best move that its search finds",
        "minimax-random": "any best move that its search, which ends at one that wins, has found",
        "umg": "Barrat's rules for the second player",
        "umg-listed": "Barrat's rules as printed, past the first game of a series",
    }
)
"""What the players mark, by name."""
ALIASES = MappingProxyType({"rmg": "random", "minimax-all-best": "perfect"})
"""Further names of players that are among them: ancheta2020's Random Move Generator, and osipa2017's minimax that draws
from all best moves."""


class Baseline(NamedTuple):
    """The seat that a player knows, and what it draws from there; all cells are as likely."""

    seat: Seat
    cells: Cells


@cache
def baselines() -> Mapping[str, Baseline]:
    """The players by name. Takes a fraction of a second.

    ``random``, ``careful`` and ``perfect`` are those of `strategy.Game`. ``minimax-first`` and ``minimax-random`` play
    like `remembering.RememberingPlayer`, whatever it has explored before. To ``umg-listed`` it doesn't matter who holds
    the centre, and its count of turns is never reset, see `opponents.UnbeatableMoveGenerator`.
    """
    known = _known_best()
    return {
        **{name: Baseline("both", chances > 0) for name, chances in game(dead=False).opponents.items()},
        "minimax-first": Baseline("both", _first(known)),
        "minimax-random": Baseline("both", known),
        "umg": Baseline("second", cells_of_rule(_by_rules, "second")),
        "umg-listed": Baseline(
            "second", cells_of_rule(partial(barrat_choices, turn=LATE_TURN, centre="anyone"), "second")
        ),
    }


def _known_best() -> Cells:
    """Best moves that a search knows which takes cells in order and ends at the first that wins."""
    tables, played = enumerate_states(), game(dead=False)
    won = solve(tables).values[tables.state_of] == np.where(played.seat, -1, 1)
    return np.where(won[:, None], _first(played.best), played.best)


def _first(cells: Cells) -> Cells:
    """The first of the cells of each position: the lowest bit of each set."""
    sets = packed(cells)
    return unpacked(sets & (~sets + np.uint16(1)))


def _by_rules(board: Board) -> tuple[int, ...]:
    return barrat_choices(board, turn=turn_of(board))
