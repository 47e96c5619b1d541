"""Facts and tables of the study's method."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from tttcore.engines.nine_board.alphabeta import as_published
from tttcore.engines.nine_board.engine import build_recipe
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017.facts_3x3 import facts_3x3
from tttcore.studies.osipa2017.facts_nine_board import nine_board_facts
from tttcore.studies.osipa2017.facts_super import refutation, super_facts

NAME, DESCRIBED, PLAYER = "osipa2017", "described", "document"
CAPTIONS = {
    "refutation": "Super tic-tac-toe, decided boards closed: how O meets the strategy that wins when they are open"
}


def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> pd.DataFrame:
    """Facts of all three games, as table fact, value, text, how.

    3x3 and Super tic-tac-toe are solved exactly; nine boards are measured by their rules and by searches.

    Parameters
    ----------
    recipes : parameters of the treatments, by name.
    tables : the states of 3x3.
    seed : the project's seed.
    """
    rows = [
        *facts_3x3(tables),
        *nine_board_facts(_document(recipes), stream(seed, NAME, "nine-board facts")),
        *super_facts(),
    ]
    return pd.DataFrame(rows, columns=["fact", "value", "text", "how"]).astype({"value": float})


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Table ``refutation``: O's forced win at Super tic-tac-toe with closed boards, move by move."""
    return {"refutation": refutation()}


def searched_move() -> Callable[[], object]:
    """Work to be timed: the first search of a game beyond one ply, to depth 3."""
    position = NineBoard().after(0)
    return lambda: as_published.search(position, heuristic=1, depth=3)


def _document(recipes: Mapping[str, Mapping[str, Any]]) -> ScheduledDepth:
    """Player of the document, from the treatment that describes it."""
    if DESCRIBED not in recipes:
        raise ConfigError(f"treatments.{DESCRIBED}: needs to be there, for the facts of the method look at it")
    player = build_recipe(recipes[DESCRIBED], DESCRIBED).players.get(PLAYER)
    if not isinstance(player, ScheduledDepth):
        raise ConfigError(f"treatments.{DESCRIBED}.players.{PLAYER}: needs to be there, and to be scheduled")
    return player
