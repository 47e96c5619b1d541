"""Facts proved about Super tic-tac-toe, where the document says that X has a winning strategy (section 3.1).

With open boards X has one. With closed boards that one sooner or later has no move, and loses if X goes on as before;
whether X has another isn't known here.
"""

from collections.abc import Iterable

import pandas as pd

from tttcore.games.classic import StateTables
from tttcore.games.nine_board import CELLS
from tttcore.games.position import SIGNS
from tttcore.studies.facts import Fact
from tttcore.studies.osipa2017.centre_first import verify
from tttcore.studies.osipa2017.centre_first_refutation import refute


def super_facts(tables: StateTables) -> Iterable[Fact]:
    """Facts about the centre-first strategy under both rules, takes seconds.

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


def refutation() -> pd.DataFrame:
    """Moves of O's forced win with closed boards, which X delays: ply, player, board, cell, counted from 1."""
    rows = [(ply + 1, SIGNS[ply % 2], move // CELLS + 1, move % CELLS + 1) for ply, move in enumerate(refute().line)]
    return pd.DataFrame(rows, columns=["ply", "player", "board", "cell"])


def _as_text(line: Iterable[int]) -> str:
    """Moves as board and cell, both counted from 1."""
    return " ".join(f"{move // CELLS + 1}-{move % CELLS + 1}" for move in line)
