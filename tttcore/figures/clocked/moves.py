"""Times of moves on nine boards: with pruning and without, and by player."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from statistics import median
from time import perf_counter
from typing import Annotated, ClassVar

import pandas as pd
from matplotlib.figure import Figure

from tttcore.base.registry import Between
from tttcore.base.rng import stream
from tttcore.figures import move_times
from tttcore.figures.clocked.clock import Clock, clocks
from tttcore.games.nine_board import NineBoard
from tttcore.players.alphabeta import described
from tttcore.players.nine_board import Searcher, State
from tttcore.studies.engine import Recipes
from tttcore.studies.nine_board import build_recipe

TAKES = 3
"""Calls of which the median counts."""


class OfMoves(Clock):
    """Times of moves in games of a treatment's first player against itself.

    Attributes
    ----------
    treatment : whose players.
    games : how many.
    """

    treatment: str
    games: int
    engine: ClassVar = "nine_board"

    @property
    def shows(self) -> Sequence[str]:
        """See `Clock.shows`."""
        return (self.treatment,)

    def positions(self, study: str, recipes: Recipes, seed: int) -> Iterator[tuple[int, NineBoard, State]]:
        """Number of the game, position and random words of every move."""
        recipe = build_recipe(recipes[self.treatment], self.treatment)
        player = next(iter(recipe.players.values()))
        for game in range(self.games):
            state = stream(seed, study, "clocked", self.treatment, game).bit_generator.random_raw(1)
            position = NineBoard(rule=recipe.rule)
            while position.winner is None:
                yield game, position, state.copy()
                position = position.after(player.move(position, state))


@clocks.register("by_move")
@dataclass(frozen=True, kw_only=True)
class ByMove(OfMoves):
    """Every search of the document's player, with pruning and without."""

    treatment: str
    games: Annotated[int, Between(1)]

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Clock.measure`; game, step, pruned and unpruned seconds."""
        recipe = build_recipe(recipes[self.treatment], self.treatment)
        player = next(iter(recipe.players.values()))
        assert isinstance(player, Searcher)
        rows = []
        for game, position, state in self.positions(study, recipes, seed):
            depth = player.plies(position.ply)
            search = partial(described.search, position, heuristic=player.heuristic, depth=depth, state=state)
            pruned, unpruned = (_seconds(partial(search, pruning=pruning)) for pruning in (True, False))
            rows.append({"game": game, "step": position.ply, "pruned": pruned, "unpruned": unpruned})
        return pd.DataFrame(rows)

    def draw(self, times: pd.DataFrame) -> Figure:
        """See `Clock.draw`."""
        return move_times.times_by_move(times, title=self.title)


@clocks.register("by_player")
@dataclass(frozen=True, kw_only=True)
class ByPlayer(OfMoves):
    """Every player of a treatment on the same positions."""

    treatment: str
    games: Annotated[int, Between(1)]

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Clock.measure`; player, game, step, seconds."""
        players = build_recipe(recipes[self.treatment], self.treatment).players
        rows = []
        for game, position, state in self.positions(study, recipes, seed):
            for name, player in players.items():
                spent = _seconds(partial(player.move, position, state))
                rows.append({"player": name, "game": game, "step": position.ply, "seconds": spent})
        return pd.DataFrame(rows)

    def draw(self, times: pd.DataFrame) -> Figure:
        """See `Clock.draw`."""
        return move_times.times_of_players(times, title=self.title)


def _seconds(work: Callable[[], object]) -> float:
    spent = []
    for _ in range(TAKES):
        began = perf_counter()
        work()
        spent.append(perf_counter() - began)
    return median(spent)
