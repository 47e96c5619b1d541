"""Made-up entered players."""

from fractions import Fraction

import numpy as np

from tttcore.classroom.entrant import Entrant, positions_to_meet
from tttcore.games.classic import enumerate_states
from tttcore.league.matches import Player
from tttcore.players.policy import cells_of_rule, game, uniform_policy

EIGHTHS = 8


def made_up(name, rng, *, forfeiting=False, calls=0, seats=(0, 1), cells=3):
    """Player with chances that are whole eighths of up to some cells, and of forfeits in some positions."""
    played = game(dead=False)
    free = played.successors >= 0
    policy, forfeits = np.zeros(free.shape), np.zeros(len(free))
    for position in np.flatnonzero(free.any(axis=1)).tolist():
        choices = [*rng.permutation(np.flatnonzero(free[position]))[:cells].tolist(), *([9] if forfeiting else [])]
        for choice in rng.choice(choices, EIGHTHS).tolist():
            if choice == 9:
                forfeits[position] += 1 / EIGHTHS
            else:
                policy[position, choice] += 1 / EIGHTHS
    own = np.logical_or.reduce([positions_to_meet(policy, seat) for seat in seats])
    policy[~own], forfeits[~own] = 0, 0
    return Entrant(
        name=name,
        kind="table",
        seats=tuple(seats),
        policy=policy,
        forfeits=forfeits,
        calls=np.where(own, calls, 0),
        faults={int(place): "gives up" for place in np.flatnonzero(forfeits)},
    )


def chances_of(entrant):
    """An entered player as a function from a board to exact chances of cells."""
    index = enumerate_states().position_index

    def moves(board):
        row = entrant.policy[index[board]]
        return {int(cell): Fraction(row[cell]) for cell in np.flatnonzero(row)}

    return moves


def of_rules(**rules):
    """Players of the league, each a treatment of its own, from functions from boards to cells."""
    return [
        Player(f"rules/{name}/0", "rules", name, 0, (0, 1), uniform_policy(cells_of_rule(rule)))
        for name, rule in rules.items()
    ]
