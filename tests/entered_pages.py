"""Pages about made-up players, with a text of one's own wherever a stranger can put one."""

from dataclasses import replace
from itertools import product

from small_entrants import made_up, of_rules

from tttcore.classroom.board_games import Played, evaluate_games
from tttcore.classroom.class_league import Skipped, class_report
from tttcore.classroom.evaluation import evaluate
from tttcore.classroom.field import Field
from tttcore.classroom.reports import class_page, games_page, player_page
from tttcore.games.classic import free_cells
from tttcore.games.position import CROSS_WON, DRAWN, NOUGHT_WON
from tttcore.pipeline.rng import stream


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
