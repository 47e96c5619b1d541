"""Facts and tables of the study's method, with those proved about Super tic-tac-toe (section 3.1)."""

from collections.abc import Iterable, Mapping
from typing import Any

import pandas as pd

from tttcore.engines.nine_board.engine import build_recipe
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import CELLS
from tttcore.games.position import SIGNS
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.needs import needs
from tttcore.pipeline.rng import stream
from tttcore.studies.method import Fact, fact_table
from tttcore.studies.osipa2017.centre_first import refute, verify
from tttcore.studies.osipa2017.facts_3x3 import facts_3x3
from tttcore.studies.osipa2017.facts_nine_board import control, nine_board_facts

NAME, DESCRIBED, PLAYER = "osipa2017", "described", "document"
GAMES = 100
"""Games in which the control of boards is measured."""
CAPTIONS = {
    "control": "Legal moves that lose at once, by the boards that the opponent controls (95% intervals over games)",
    "refutation": "Super tic-tac-toe, decided boards closed: how O meets the strategy that wins when they are open",
}


@needs(treatments=[DESCRIBED])
@fact_table
def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> Iterable[Fact]:
    """Facts of all three games; parameters as in `studies.method.method_tables`.

    3x3 and Super tic-tac-toe are solved exactly; nine boards are measured by their rules and by searches.
    """
    yield from facts_3x3(tables)
    yield from nine_board_facts(_document(recipes), stream(seed, NAME, "nine-board facts"))
    yield from super_facts(tables)


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Tables ``control``, see `facts_nine_board.control`, and ``refutation``.

    The latter is O's forced win at Super tic-tac-toe with closed boards; ply, board and cell from 1.
    """
    limits = control(_document(recipes), stream(seed, NAME, "control of boards"), games=GAMES)
    rows = [(ply + 1, SIGNS[ply % 2], move // CELLS + 1, move % CELLS + 1) for ply, move in enumerate(refute().line)]
    return {"control": limits, "refutation": pd.DataFrame(rows, columns=["ply", "player", "board", "cell"])}


def _document(recipes: Mapping[str, Mapping[str, Any]]) -> ScheduledDepth:
    """Player of the document, from the treatment that describes it."""
    player = build_recipe(recipes[DESCRIBED], DESCRIBED).players.get(PLAYER)
    if not isinstance(player, ScheduledDepth):
        raise ConfigError(f"treatments.{DESCRIBED}.players.{PLAYER}: needs to be there, and to be scheduled")
    return player


def super_facts(tables: StateTables) -> Iterable[Fact]:
    """Facts about the centre-first strategy, with which the document says that X wins; takes seconds.

    With open boards it does. With closed boards it sooner or later has no move, and loses if X goes on as before;
    whether X has another strategy isn't known here.

    Parameters
    ----------
    tables : states and positions of 3x3, with which its positions are compared.
    """
    positions, opened = verify("open")
    yield "super_positions", positions, "positions that X faces if it plays centre-first, boards open"
    basic = len(tables.positions)
    yield "super_variability", positions / basic, f"of them for each of the {basic:,} positions of 3x3"
    yield "super_games", opened.games, "games of the strategy against every reply"
    yield "super_not_won", opened.games - opened.wins, "of them, those that X does not win"
    yield "super_shortest", opened.shortest, "marks in the shortest of them"
    yield "super_longest", opened.longest, "marks in the longest of them"
    _, closed = verify("closed")
    yield "super_closed_games", closed.games, "games of the strategy with decided boards closed, as far as it goes"
    yield "super_closed_won", closed.wins, "of them, those that X wins"
    yield "super_closed_silent", closed.unanswered, "of them, those in which it comes to say nothing"
    yield "super_closed_first", closed.shortest, "marks after which it first says nothing, O having won the centre"
    yield "super_closed_last", closed.longest, "marks after which it says nothing at the latest"
    refuted = refute()
    how = "marks with which O wins by force if X marks the centre of its board while it is free, boards closed"
    yield "super_closed_lost", len(refuted.line), how, _as_text(refuted.line)
    yield "super_closed_searched", refuted.positions, "positions before O in that proof, and that it takes no fewer"


def _as_text(line: Iterable[int]) -> str:
    """Moves as board and cell, both counted from 1."""
    return " ".join(f"{move // CELLS + 1}-{move % CELLS + 1}" for move in line)
