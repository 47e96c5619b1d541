"""Users' learners as they learn, from what their runs have stored."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from tttcore.engines.learner.engine import AT_LOOKS
from tttcore.engines.learner.opponents import ITSELF
from tttcore.engines.learner.recipe import Recipe
from tttcore.engines.learning import Stage
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables

UNIT = "games"


def follows(_recipe: Recipe) -> bool:
    """See `Learning.follows`: all, on 3x3."""
    return True


def stages(recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate) -> Iterator[Stage]:
    """See `Learning.stages`: the learner at each look, the first before any game."""
    for games, places in groupby(range(len(run["games"])), key=lambda place: int(run["games"][place])):
        found = {
            run["seats"][place]: {name: run[name][place] for name in AT_LOOKS} | {"mistake": run["mistakes"][place]}
            for place in places
        }
        yield Stage(games, 1, _in_seat(recipe, games), found)


def _in_seat(recipe: Recipe, games: int) -> dict[Any, int]:
    """Games in each seat: all of one seat, and of two all with itself, else every other one, the first as X."""
    if recipe.seat != "both":
        return {recipe.seat: games}
    return (
        {"first": games, "second": games}
        if recipe.opponent == ITSELF
        else {"first": -(-games // 2), "second": games // 2}
    )
