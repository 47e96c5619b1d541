"""Benchmarks of Osipa (2017): times of moves on nine boards, named like their figures."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Annotated

import pandas as pd

from tttcore.engines.benchmarks import Benchmark
from tttcore.engines.nine_board import as_published
from tttcore.engines.nine_board.engine import NOT_AS_PUBLISHED, build_recipe, searches_as_published
from tttcore.games.nine_board import NineBoard
from tttcore.pipeline.declaration import TIME, Between
from tttcore.pipeline.messages import ConfigError
from tttcore.pipeline.rng import Words, stream
from tttcore.pipeline.schema import Recipes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

REPEATS = 3
"""Calls per measurement; the fastest counts, since others are slowed down by the machine."""


@dataclass(frozen=True, kw_only=True)
class MoveTimes(Benchmark):
    """Times of moves in games of a treatment's first player against itself.

    Attributes
    ----------
    treatment : name of the treatment whose players are timed.
    games : number of games.
    """

    treatment: str
    games: Annotated[int, Between(1, 1_000_000, TIME)]

    @property
    def needs(self) -> list[tuple[str, str]]:
        """The treatment, see `pipeline.needs`."""
        return [("treatments", self.treatment)]

    def positions(self, study: str, recipes: Recipes, seed: int) -> Iterator[tuple[int, NineBoard, Words]]:
        """Iterate over all moves: number of the game, position, and random state, which the next move changes."""
        recipe = build_recipe(recipes[self.treatment], self.treatment)
        player = next(iter(recipe.players.values()))
        for game in range(self.games):
            state = stream(seed, study, "clocked", self.treatment, game).bit_generator.random_raw(1)
            position = NineBoard(rule=recipe.rule)
            while position.winner is None:
                yield game, position, state
                position = position.apply(player.move(position, state))


@dataclass(frozen=True, kw_only=True)
class ByMove(MoveTimes):
    """Times of every search of the document's player, with pruning and without."""

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; game, step, pruned and unpruned seconds."""
        recipe = build_recipe(recipes[self.treatment], self.treatment)
        name, player = next(iter(recipe.players.items()))
        if not searches_as_published(player):
            raise ConfigError(f"treatment: {self.treatment!r}: {name!r} {NOT_AS_PUBLISHED}")
        rows = []
        for game, position, state in self.positions(study, recipes, seed):
            depth = player.plies(position.ply)
            search = partial(as_published.search, position, heuristic=player.heuristic, depth=depth)
            pruned, unpruned = _seconds(state, search, partial(search, pruning=False))
            rows.append({"game": game, "step": position.ply, "pruned": pruned, "unpruned": unpruned})
        return pd.DataFrame(rows)

    def draw(self, times: pd.DataFrame, title: str) -> "Figure":
        """See `Benchmark.draw`."""
        from tttcore.studies.osipa2017 import draw_searches  # noqa: PLC0415 - it takes long to import

        return draw_searches.times_by_move(times, title=title)


@dataclass(frozen=True, kw_only=True)
class ByPlayer(MoveTimes):
    """Times of every player of a treatment on the same positions."""

    texts = ("player",)

    def measure(self, study: str, recipes: Recipes, *, seed: int) -> pd.DataFrame:
        """See `Benchmark.measure`; player, game, step, seconds."""
        players = build_recipe(recipes[self.treatment], self.treatment).players
        rows = []
        for game, position, state in self.positions(study, recipes, seed):
            spent = _seconds(state, *(partial(player.move, position) for player in players.values()))
            rows += [
                {"player": name, "game": game, "step": position.ply, "seconds": seconds}
                for name, seconds in zip(players, spent, strict=True)
            ]
        return pd.DataFrame(rows)

    def draw(self, times: pd.DataFrame, title: str) -> "Figure":
        """See `Benchmark.draw`."""
        from tttcore.studies.osipa2017 import draw_searches  # noqa: PLC0415 - it takes long to import

        return draw_searches.times_of_players(times, title=title)


def _seconds(state: Words, *works: Callable[..., object]) -> list[float]:
    """Seconds of each work, the fastest of `REPEATS` calls; they take turns, each with a copy of `state`."""
    spent = [math.inf] * len(works)
    for _ in range(REPEATS):
        for place, work in enumerate(works):
            words = state.copy()
            began = perf_counter()
            work(state=words)
            spent[place] = min(spent[place], perf_counter() - began)
    return spent


figure_1_times = ByMove(treatment="described", games=100)
times_of_players = ByPlayer(treatment="league", games=3)
