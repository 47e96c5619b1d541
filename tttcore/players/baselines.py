"""Baselines: players of 3x3 that don't learn, such as random, perfect and rule-based ones, as tables over positions."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from tttcore.games.classic import enumerate_states, solve
from tttcore.games.position import Seat
from tttcore.players.policy import Cells, cells_of_rule, game, packed, unpacked
from tttcore.players.umg_rules import LATE_TURN, umg_player

BASELINE_GROUP = "house"
"""Name of the group of baselines, in stored ids and tables."""
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
"""Cells that each baseline marks, in words."""
ALIASES = MappingProxyType({"rmg": "random", "minimax-all-best": "perfect"})
"""Further names of baselines: ancheta2020's Random Move Generator, and osipa2017's minimax that draws among all best
moves."""
BASELINES = {
    "random": "random marks",
    "careful": "wins or blocks, else at random",
    "perfect": "perfect, any of the best cells",
    "minimax-first": "minimax, the first best cell",
    "minimax-random": "minimax, a best cell at random",
    "umg": "Barrat's rules",
    "umg-listed": "Barrat's rules, as printed",
}
"""By key."""


class Baseline(NamedTuple):
    """Seat of a baseline, and the cells among which it draws uniformly."""

    seat: Seat
    cells: Cells


@cache
def baselines() -> Mapping[str, Baseline]:
    """All baselines by name. Takes a fraction of a second.

    ``random``, ``careful`` and ``perfect`` are those of `policy.Game`. ``minimax-first`` and ``minimax-random`` play
    like the player of `memoised_minimax`, whatever it has explored before. ``umg-listed`` ignores who holds the centre
    and never resets its count of turns, as printed in the document.
    """
    known = _known_best()
    return {
        **{name: Baseline("both", chances > 0) for name, chances in game(dead=False).opponents.items()},
        "minimax-first": Baseline("both", _first(known)),
        "minimax-random": Baseline("both", known),
        "umg": Baseline("second", cells_of_rule(umg_player(), "second")),
        "umg-listed": Baseline("second", cells_of_rule(umg_player(centre="anyone", late_turn=LATE_TURN), "second")),
    }


def _known_best() -> Cells:
    """Best moves known to a search that tries cells in order and stops at the first winning one."""
    tables, played = enumerate_states(), game(dead=False)
    won = solve(tables).values[tables.state_of] == np.where(played.seat, -1, 1)
    return np.where(won[:, None], _first(played.best), played.best)


def _first(cells: Cells) -> Cells:
    """First of the cells of each position, found as the lowest set bit, x & -x."""
    sets = packed(cells)
    return unpacked(sets & (~sets + np.uint16(1)))
