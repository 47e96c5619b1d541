"""Pairs of tabular players of 3x3 as they learn, trained again from their own streams."""

from collections.abc import Iterator, Mapping
from typing import Any

from tttcore.engines.agents import check_rerun
from tttcore.engines.learning import Stage, judged
from tttcore.engines.replicates import Replicate
from tttcore.engines.tabular.engine import untrained
from tttcore.engines.tabular.policy_evaluation import champion, greedy_cells, is_exact
from tttcore.engines.tabular.recipe import Finite, Recipe
from tttcore.games.classic import StateTables
from tttcore.games.position import SEATS
from tttcore.players.policy import game, uniform_policy
from tttcore.stats.decades import decade_points

UNIT = "games"


def follows(recipe: Recipe) -> bool:
    """See `Learning.follows`: on 3x3 alone."""
    return is_exact(recipe)


def stages(recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate) -> Iterator[Stage]:
    """See `Learning.stages`: greedy policies of both seats, the first before any game; a game teaches both."""
    assert isinstance(recipe.board, Finite)
    played, learner = game(dead=recipe.board.tie == "dead"), untrained(recipe, replicate)
    for games in [0, *decade_points(recipe.games)]:
        learner.train(games - learner.games)
        policy = uniform_policy(greedy_cells(learner))
        found = {seat: judged(played, policy, place, played.opponents) for place, seat in enumerate(SEATS)}
        yield Stage(games, 1, dict.fromkeys(SEATS, games), found)
    check_rerun(replicate, champion(learner), run["champion"])
