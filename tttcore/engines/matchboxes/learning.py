"""Machines of matchboxes as they learn, trained again from their own streams."""

from collections.abc import Iterator, Mapping
from typing import Any

from tttcore.engines.agents import check_rerun
from tttcore.engines.learning import Stage, judged
from tttcore.engines.matchboxes.boxes import as_player, boxes_of
from tttcore.engines.matchboxes.engine import checksum
from tttcore.engines.matchboxes.recipe import Recipe
from tttcore.engines.matchboxes.training import train
from tttcore.engines.replicates import Replicate
from tttcore.games.classic import StateTables
from tttcore.stats.decades import decade_points

UNIT = "games"


def follows(_recipe: Recipe) -> bool:
    """See `Learning.follows`: all, on 3x3 and Hexapawn."""
    return True


def stages(recipe: Recipe, tables: StateTables, run: Mapping[str, Any], replicate: Replicate) -> Iterator[Stage]:
    """See `Learning.stages`: the machine in its seat, on 3x3 or Hexapawn, the first before any game."""
    boxes, points = boxes_of(recipe), [0, *decade_points(recipe.games)]
    session = train(recipe, boxes, replicate.word(), kept=points)
    for games, beads in zip(points, session.beads, strict=True):
        yield Stage(games, 1, {recipe.seat: games}, {recipe.seat: judged(*as_player(recipe, boxes, beads))})
    check_rerun(replicate, checksum(session.beads[-1]), run["champion"])
