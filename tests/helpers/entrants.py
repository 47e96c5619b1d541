"""Small entered players, and pages that show them."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product

import numpy as np

from tttcore.classroom.board_games import Played, evaluate_games
from tttcore.classroom.class_league import Skipped, class_report
from tttcore.classroom.entrant import Entrant, positions_to_meet
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.field import Field
from tttcore.classroom.reports import class_page, games_page, player_page
from tttcore.games.classic import enumerate_states, free_cells
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.league.matches import Player
from tttcore.pipeline.rng import stream
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


@cache
def small_field():
    """Two treatments of made-up players."""
    return Field(of_rules(first=lambda board: free_cells(board)[:1], any=free_cells))


def said(entrant, say):
    """An entered player whose name, kind, notes and faults are said."""
    faults = {place: say("fault") for place in entrant.faults}
    return replace(entrant, name=say(entrant.name), notes=(say("note"),), faults=faults)


def pages(say):
    """Texts of a player's page, of a league's, and of a program's on another board, by name."""
    field, rng = small_field(), stream(1, "entered", "pages")
    players = [
        said(made_up("exact", rng, cells=1), say),
        said(made_up("estimated", rng, calls=20, cells=2), say),
        said(made_up("forfeits", rng, cells=1, forfeiting=True, seats=(1,)), say),
    ]
    league = class_report(say("league"), players, [Skipped(say("file"), say("reason"))], field)
    ends = [*product((0, 1), (CROSS_WON, DRAWN, NOUGHT_WON))]
    games = [Played(say("opponent"), seat, winner, (), say("forfeit") if seat else None) for seat, winner in ends]
    return {
        "games": games_page(evaluate_games(say("program"), say("board"), games, 7)),
        "player": player_page(evaluate(players[2], field)),
        "estimated": player_page(evaluate(players[1], field)),
        "league": class_page(league),
    }
