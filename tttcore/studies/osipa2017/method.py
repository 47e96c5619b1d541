"""The facts and tables of the study, put together."""

from collections.abc import Callable, Mapping
from typing import Any

import pandas as pd

from tttcore.engines.nine_board.alphabeta import as_published as described
from tttcore.engines.nine_board.engine import build_recipe
from tttcore.engines.nine_board.players import Scheduled
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.registry import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.studies.osipa2017.nine import nine_facts
from tttcore.studies.osipa2017.super_game import refutation, super_facts
from tttcore.studies.osipa2017.three import three_facts

NAME, DESCRIBED, PLAYER = "osipa2017", "described", "document"
CAPTIONS = {
    "refutation": "Super tic-tac-toe, decided boards closed: how O meets the strategy that wins when they are open"
}


def method_facts(recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int) -> pd.DataFrame:
    """Table fact, value, text, how: 3x3 and Super tic-tac-toe exactly, nine boards by their rules and searches.

    Parameters
    ----------
    recipes : parameters of the treatments, by name.
    tables : the states of 3x3.
    seed : the project's seed.
    """
    rows = [
        *three_facts(tables),
        *nine_facts(_document(recipes), stream(seed, NAME, "nine-board facts")),
        *super_facts(),
    ]
    return pd.DataFrame(rows, columns=["fact", "value", "text", "how"]).astype({"value": float})


def method_tables(
    recipes: Mapping[str, Mapping[str, Any]], tables: StateTables, *, seed: int
) -> dict[str, pd.DataFrame]:
    """Table ``refutation``: a game of Super tic-tac-toe, move by move."""
    return {"refutation": refutation()}


def searched_move() -> Callable[[], object]:
    """The first search of a game beyond one ply, to depth 3, as work to be timed."""
    position = NineBoard().after(0)
    return lambda: described.search(position, heuristic=1, depth=3)


def _document(recipes: Mapping[str, Mapping[str, Any]]) -> Scheduled:
    """The document's player, by its treatment."""
    if DESCRIBED not in recipes:
        raise ConfigError(f"treatments.{DESCRIBED}: needs to be there, for the facts of the method look at it")
    player = build_recipe(recipes[DESCRIBED], DESCRIBED).players.get(PLAYER)
    if not isinstance(player, Scheduled):
        raise ConfigError(f"treatments.{DESCRIBED}.players.{PLAYER}: needs to be there, and to be scheduled")
    return player
