"""Facts and tables of the study's method."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import pandas as pd

from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.engine import build_recipe
from tttcore.engines.nine_board.players import ScheduledDepth
from tttcore.games.classic import StateTables
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import stream
from tttcore.studies.facts import Fact, fact_table
from tttcore.studies.osipa2017.facts_3x3 import facts_3x3
from tttcore.studies.osipa2017.facts_nine_board import nine_board_facts
from tttcore.studies.osipa2017.facts_super import refutation, super_facts

NAME, DESCRIBED, PLAYER = "osipa2017", "described", "document"
LOOKED_AT = (DESCRIBED,)
CAPTIONS = {
    "refutation": "Super tic-tac-toe, decided boards closed: how O meets the strategy that wins when they are open"
}


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
    """Table ``refutation``: O's forced win at Super tic-tac-toe with closed boards, move by move."""
    return {"refutation": refutation()}


def searched_move() -> Callable[[], object]:
    """Work to be timed: the first search of a game beyond one ply, to depth 3."""
    position = NineBoard().after(0)
    return lambda: as_published.search(position, heuristic=1, depth=3)


def _document(recipes: Mapping[str, Mapping[str, Any]]) -> ScheduledDepth:
    """Player of the document, from the treatment that describes it."""
    player = build_recipe(recipes[DESCRIBED], DESCRIBED).players.get(PLAYER)
    if not isinstance(player, ScheduledDepth):
        raise ConfigError(f"treatments.{DESCRIBED}.players.{PLAYER}: needs to be there, and to be scheduled")
    return player
